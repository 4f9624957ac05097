package dev.spine.extension.panic.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** What a compiler may do with the writer, and what it is told when it may not. */
class ProgramWriterTest {
    private final ProgramWriter writer = new ProgramWriter("Written").stack(2);

    private static void refused(Class<? extends Exception> type, String text, Runnable call) {
        assertEquals(text, assertThrows(type, call::run).getMessage());
    }

    @Test
    void jumpsReachForwardAndBack() throws ProgramException {
        Label end = writer.label();
        Label again = writer.label();
        writer.mark(again).op(Opcode.CLOCK).jump(Opcode.JZ, end).jump(Opcode.JMP, again).mark(end).op(Opcode.AWAIT, 0);
        ProgramCode code = ProgramReader.read(ProgramBytes.of(writer.toBytes())).code();
        assertEquals(code.offset(3), code.target(code.offset(1)));
        assertEquals(0, code.target(code.offset(2)));
        assertEquals(3, code.instructionAt(code.offset(3) + 2));
    }

    @Test
    void theLongestJumpsReach() throws ProgramException {
        Label end = writer.label();
        Label first = writer.label();
        writer.mark(first).op(Opcode.CLOCK).jump(Opcode.JZ, end);
        while (writer.codeBytes() < ProgramFormat.MAX_CODE_BYTES - 8) {
            writer.op(Opcode.CLOCK).op(Opcode.DROP);
        }
        writer.jump(Opcode.JMP, first).mark(end).op(Opcode.AWAIT, 0);
        ProgramCode code = ProgramReader.read(ProgramBytes.of(writer.toBytes())).code();
        assertEquals(ProgramFormat.MAX_CODE_BYTES, code.bytes());
        assertEquals(code.offset(code.instructions() - 1), code.target(1));
    }

    @Test
    void theLastLineOfAPlaceHolds() throws ProgramException {
        writer.statement(3).statement(4).op(Opcode.AWAIT, 0);
        assertEquals(4, ProgramReader.read(ProgramBytes.of(writer.toBytes())).code().line(0));
    }

    @Test
    void aFileMayBeTakenTwice() {
        Label end = writer.label();
        writer.jump(Opcode.JMP, end).mark(end).op(Opcode.STOP);
        assertArrayEquals(writer.toBytes(), writer.toBytes());
    }

    @Test
    void everyOpcodeIsFoundByItsByte() {
        for (Opcode opcode : Opcode.values()) {
            assertEquals(opcode, Opcode.of(opcode.code()));
        }
        assertEquals(45, Opcode.values().length);
    }

    @Test
    void misuseSaysWhatToDo() {
        refused(IllegalArgumentException.class, "not a valid PDL name of at most 63 characters: 2x", () -> writer.variable("2x", 1));
        refused(IllegalArgumentException.class, "a variable of no word, or all of more than 16,384 words: declare fewer or smaller ones",
            () -> writer.variable("x", 16_385));
        refused(IllegalArgumentException.class, "ADD has another operand: NONE", () -> writer.op(Opcode.ADD, 1));
        refused(IllegalArgumentException.class, "LOADX has another operand: OBJECT", () -> writer.op(Opcode.LOADX));
        refused(IllegalArgumentException.class, "a program id must be 0 to 65,535, is 65536", () -> writer.id(65_536));
        refused(IllegalArgumentException.class, "a label of another writer: make it with label() of this one",
            () -> writer.mark(new ProgramWriter("Other").label()));
        Label label = writer.label();
        writer.jump(Opcode.JMP, label);
        refused(IllegalStateException.class, "a jump has no target: mark every label that a jump names", writer::toBytes);
        writer.mark(label);
        refused(IllegalStateException.class, "the label has its place: make one label for each place", () -> writer.mark(label));
    }
}
