package dev.spine.extension.panic.machine;

import static dev.spine.extension.panic.RunningProgram.localPacket;
import static dev.spine.extension.panic.RunningProgram.packet;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.program.Label;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramWriter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each instruction does. */
class OpcodeTest {
    private static final int ALL = 1_000;
    private static final int MIN = Integer.MIN_VALUE;

    private final TestCard card = new TestCard();
    private final ProgramWriter writer = new ProgramWriter("Each").id(7).stack(8);
    private final int result = writer.variable("result", 1);
    private final int array = writer.variable("array", 4);
    private final int last = writer.variable("last", 1);
    private RunningProgram program;

    /** Every program of these tests has a start-up block that only awaits, and a block of trigger 10. */
    OpcodeTest() {
        writer.op(Opcode.AWAIT, 1);
        writer.block(10);
    }

    @AfterEach
    void itTouchedNothingElse() {
        assertTrue(program.leftOthersAlone());
    }

    private OpcodeTest push(int... values) {
        for (int value : values) {
            writer.op(Opcode.PUSH, value);
        }
        return this;
    }

    /** Runs the block, which AWAIT ends, and returns the data area. */
    private int[] run(Packet packet) throws ProgramException {
        writer.op(Opcode.AWAIT, 1);
        program = new RunningProgram(writer, card);
        program.startUp(ALL);
        assertEquals(Machine.State.AWAITING, program.message(0, packet, ALL), () -> program.machine().fault().text());
        return program.words();
    }

    private int result(Packet packet) throws ProgramException {
        writer.op(Opcode.STORE, result);
        return run(packet)[result];
    }

    @ParameterizedTest
    @CsvSource({"ADD, 2, 3, 5", "ADD, 2147483647, 1, -2147483648", "SUB, 2, 3, -1", "SUB, -2147483648, 1, 2147483647", "MUL, -4, 3, -12",
        "MUL, 65536, 65536, 0", "DIV, 7, 2, 3", "DIV, -7, 2, -3", "DIV, 7, -2, -3", "DIV, -2147483648, -1, -2147483648", "REM, 7, 3, 1",
        "REM, -7, 3, -1", "REM, 7, -3, 1", "REM, -2147483648, -1, 0", "LT, -1, 0, 1", "LT, 0, 0, 0", "LT, 1, 0, 0", "LE, -1, 0, 1",
        "LE, 0, 0, 1", "LE, 1, 0, 0", "GT, -1, 0, 0", "GT, 0, 0, 0", "GT, 1, 0, 1", "GE, -1, 0, 0", "GE, 0, 0, 1", "GE, 1, 0, 1",
        "EQ, 4, 4, 1", "EQ, 4, 5, 0", "NE, 4, 4, 0", "NE, 4, 5, 1", "LT, -2147483648, 2147483647, 1"})
    void ofTwoWords(Opcode opcode, int first, int second, int expected) throws ProgramException {
        push(first, second);
        writer.op(opcode);
        assertEquals(expected, result(packet()));
    }

    @ParameterizedTest
    @CsvSource({"NEG, 5, -5", "NEG, -2147483648, -2147483648", "NOT, 0, 1", "NOT, 1, 0", "NOT, -7, 0"})
    void ofOneWord(Opcode opcode, int value, int expected) throws ProgramException {
        push(value);
        writer.op(opcode);
        assertEquals(expected, result(packet()));
    }

    @Test
    void pushHasAnyWord() throws ProgramException {
        push(0x89ABCDEF);
        assertEquals(0x89ABCDEF, result(packet()));
    }

    @Test
    void loadAndStoreNameAWord() throws ProgramException {
        push(9);
        writer.op(Opcode.STORE, last).op(Opcode.LOAD, last);
        assertEquals(9, result(packet()));
        assertArrayEquals(new int[] {9, 0, 0, 0, 0, 9}, program.words());
    }

    @Test
    void storexTakesTheIndexFromTheTop() throws ProgramException {
        push(11, 0);
        writer.op(Opcode.STOREX, array, 4);
        push(44, 3);
        writer.op(Opcode.STOREX, array, 4);
        assertArrayEquals(new int[] {0, 11, 0, 0, 44, 0}, run(packet()));
    }

    @Test
    void loadxReadsAnIndexedWord() throws ProgramException {
        push(44);
        writer.op(Opcode.STORE, array + 3);
        push(3);
        writer.op(Opcode.LOADX, array, 4);
        assertEquals(44, result(packet()));
    }

    @Test
    void loadx2ReadsAnIndexedWordAndTheNextOne() throws ProgramException {
        push(44, 5);
        writer.op(Opcode.STORE, array + 3).op(Opcode.STORE, array + 2);
        push(2);
        writer.op(Opcode.LOADX2, array, 4).op(Opcode.SUB);
        assertEquals(39, result(packet()));
    }

    @Test
    void dupAndDropActOnTheTop() throws ProgramException {
        push(5, 6);
        writer.op(Opcode.DUP).op(Opcode.MUL).op(Opcode.DUP).op(Opcode.DROP).op(Opcode.ADD);
        assertEquals(41, result(packet()));
    }

    @ParameterizedTest
    @CsvSource({"JZ, 0, 1", "JZ, 5, 2", "JZ, -5, 2", "JNZ, 0, 2", "JNZ, -5, 1", "JMP, 0, 1"})
    void jumps(Opcode opcode, int value, int expected) throws ProgramException {
        Label there = writer.label();
        push(1);
        writer.op(Opcode.STORE, result);
        push(value);
        if (opcode == Opcode.JMP) {
            writer.op(Opcode.DROP);
        }
        writer.jump(opcode, there);
        push(2);
        writer.op(Opcode.STORE, result).mark(there);
        assertEquals(expected, run(packet())[result]);
    }

    @Test
    void jumpsGoBack() throws ProgramException {
        Label again = writer.label();
        writer.mark(again).op(Opcode.LOAD, result).op(Opcode.PUSH, 1).op(Opcode.ADD).op(Opcode.DUP).op(Opcode.STORE, result);
        push(10);
        writer.op(Opcode.LT).jump(Opcode.JNZ, again);
        assertEquals(10, run(packet())[result]);
    }

    @Test
    void thePacketIsReadInPlace() throws ProgramException {
        push(1);
        writer.op(Opcode.PKLOAD).op(Opcode.PKLEN).op(Opcode.ADD);
        assertEquals(0xAABBCCDD + 8, result(packet(1, 0xAABBCCDD)));
    }

    @Test
    void pkcopyTakesBytesFromAnyOffset() throws ProgramException {
        push(1, 2, 6);
        writer.op(Opcode.PKCOPY, array, 4);
        assertArrayEquals(new int[] {0, 0, 0x33445566, 0x77880000, 0, 0}, run(packet(0x11223344, 0x55667788)));
    }

    @Test
    void aCopyOfNoBytesIsLegal() throws ProgramException {
        push(0, 0, 0);
        writer.op(Opcode.PKCOPY, array, 4);
        assertArrayEquals(new int[6], run(packet()));
    }

    @Test
    void sendNamesANode() throws ProgramException {
        push(0x01020304);
        writer.op(Opcode.STORE, array + 1);
        push(1, 3, 12, 415, 0x0060, 0xDD100002);
        writer.op(Opcode.SEND, array, 4);
        run(packet());
        assertEquals(List.of("send 010203 as 12 to 415 at 60:dd100002"), card.log());
    }

    @Test
    void sendlStaysOnTheCard() throws ProgramException {
        push(0, 4, 3, 50);
        writer.op(Opcode.SENDL, array, 4);
        run(packet());
        assertEquals(List.of("local 00000000 as 3 to 50"), card.log());
    }

    @Test
    void sendrAnswersTheNodeOfTheMessage() throws ProgramException {
        push(0, 4, 65_535, 0);
        writer.op(Opcode.SENDR, array, 4);
        run(packet());
        assertEquals(List.of("send 00000000 as 65535 to 0 at 60:dd100002"), card.log());
    }

    @Test
    void sendrAnswersALocalMessageOnTheCard() throws ProgramException {
        push(0, 4, 3, 50);
        writer.op(Opcode.SENDR, array, 4);
        run(localPacket());
        assertEquals(List.of("local 00000000 as 3 to 50"), card.log());
    }

    @Test
    void thePacketMayBeSentOn() throws ProgramException {
        push(1);
        writer.op(Opcode.PKLEN);
        push(4);
        writer.op(Opcode.SUB);
        push(10, 7, 0, 1);
        writer.op(Opcode.SENDP);
        push(0, 1, 10, 7);
        writer.op(Opcode.SENDLP);
        push(2, 0, 10, 7);
        writer.op(Opcode.SENDRP);
        run(packet(0x01020304, 0x05060708));
        assertEquals(List.of("send 05060708 as 10 to 7 at 0:1", "local 01 as 10 to 7", "send  as 10 to 7 at 60:dd100002"), card.log());
    }

    @Test
    void deliverTakesOffsetSegmentBytes() throws ProgramException {
        push(0x0A0B0C0D);
        writer.op(Opcode.STORE, array + 2);
        push(2, 5, 3, 4);
        writer.op(Opcode.DELIVER, array, 4);
        push(0, 100, 2, 8);
        writer.op(Opcode.DELIVERP);
        run(packet(0x11121314, 0x15161718));
        assertEquals(List.of("deliver 0a0b0c0d to 3+5", "deliver 1112131415161718 to 2+100"), card.log());
    }

    @Test
    void getEndsWithDmawait() throws ProgramException {
        card.segment(3)[9] = 0x7F;
        push(1, 8, 3, 4);
        writer.op(Opcode.GET, array, 4).op(Opcode.LOAD, array + 1).op(Opcode.STORE, result).op(Opcode.DMAWAIT);
        writer.op(Opcode.LOAD, array + 1).op(Opcode.STORE, last);
        assertArrayEquals(new int[] {0, 0, 0x007F0000, 0, 0, 0x007F0000}, run(packet()));
    }

    @Test
    void anActivationWaitsForItsTransfers() throws ProgramException {
        card.segment(3)[0] = 0x7F;
        push(0, 0, 3, 1);
        writer.op(Opcode.GET, array, 4);
        assertEquals(0x7F000000, run(packet())[array]);
        assertFalse(card.hasTransfers());
    }

    @Test
    void flagsAreSetAndTested() throws ProgramException {
        push(3);
        writer.op(Opcode.SETF);
        push(3);
        writer.op(Opcode.TSTF);
        push(4);
        writer.op(Opcode.TSTF);
        push(1);
        writer.op(Opcode.ADD).op(Opcode.STORE, last);
        assertEquals(1, result(packet()));
        assertEquals(1, program.words()[last]);
        assertTrue(card.flag(3));
    }

    @Test
    void locksAreTestedAndCleared() throws ProgramException {
        card.setLock(5);
        push(5);
        writer.op(Opcode.TSTL);
        push(5);
        writer.op(Opcode.CLRL);
        push(5);
        writer.op(Opcode.TSTL).op(Opcode.STORE, last);
        assertEquals(1, result(packet()));
        assertEquals(0, program.words()[last]);
        assertFalse(card.lock(5));
    }

    @Test
    void clockIsTheCards() throws ProgramException {
        writer.op(Opcode.CLOCK).op(Opcode.CLOCK).op(Opcode.SUB);
        assertEquals(-100, result(packet()));
    }

    @Test
    void displayAppendsAWord() throws ProgramException {
        push(MIN);
        writer.op(Opcode.DISPLAY);
        run(packet());
        assertEquals(List.of("display -2147483648"), card.log());
    }

    @Test
    void awaitArmsTheTriggersOfItsMask() throws ProgramException {
        run(packet());
        assertEquals(1, program.machine().armed());
        program.startUp(ALL);
        assertEquals(1, program.machine().armed());
    }

    @Test
    void stopEndsTheProgram() throws ProgramException {
        writer.op(Opcode.STOP);
        program = new RunningProgram(writer, card);
        program.startUp(ALL);
        assertEquals(Machine.State.STOPPED, program.message(0, packet(), ALL));
        assertEquals(0, program.machine().armed());
    }
}
