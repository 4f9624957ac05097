package dev.spine.extension.panic.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** The loader's checks of code, each with a program that breaks it. */
class ProgramVerifierTest {
    private final ProgramWriter writer = new ProgramWriter("Checked").stack(4);
    private final int array = writer.variable("array", 4);

    private Program accept() throws ProgramException {
        return ProgramReader.read(ProgramBytes.of(writer.toBytes()));
    }

    private void reject(ProgramFlaw flaw, int where) {
        reject(writer.toBytes(), flaw, where);
    }

    private static void reject(byte[] file, ProgramFlaw flaw, int where) {
        ProgramException thrown = assertThrows(ProgramException.class, () -> ProgramReader.read(ProgramBytes.of(file)));
        assertEquals("code byte " + where + ": " + flaw.text(), thrown.getMessage());
        assertEquals(flaw, thrown.flaw());
        assertEquals(where, thrown.where());
    }

    /** The file, without triggers and statements, with other bytes of code. */
    private byte[] withCode(int at, int... bytes) {
        byte[] file = writer.toBytes();
        int code = ProgramFormat.HEADER_BYTES + ProgramFormat.ENTRY_BYTES + "?Checked?array".length();
        for (int i = 0; i < bytes.length; i++) {
            file[code + at + i] = (byte) bytes[i];
        }
        return ProgramWriter.seal(file);
    }

    @Test
    void knownInstructionsAlone() {
        writer.op(Opcode.AWAIT, 0);
        reject(withCode(0, 0), ProgramFlaw.OPCODE, 0);
        reject(withCode(0, Opcode.STOP.code() + 1), ProgramFlaw.OPCODE, 0);
        reject(withCode(0, 0xFF), ProgramFlaw.OPCODE, 0);
    }

    @Test
    void wholeInstructionsAlone() {
        writer.op(Opcode.AWAIT, 0);
        reject(withCode(0, Opcode.STOP.code(), Opcode.PUSH.code()), ProgramFlaw.CUT_OFF, 1);
    }

    @Test
    void noCodeAtAllHasNoStartUpBlock() {
        reject(ProgramFlaw.ENTRY, 0);
    }

    @Test
    void jumpsGoToInstructions() throws ProgramException {
        Label end = writer.label();
        writer.jump(Opcode.JMP, end).op(Opcode.PUSH, 1).op(Opcode.DROP).mark(end).op(Opcode.AWAIT, 0);
        assertEquals(4, accept().code().instructions());
        for (int wrong : new int[] {1, 4, 7, 11, 0x7FFF, 0x8000, 0xFFFC}) {
            reject(withCode(1, wrong >>> 8, wrong), ProgramFlaw.TARGET, 0);
        }
    }

    @Test
    void blocksBeginAtInstructions() {
        writer.op(Opcode.AWAIT, 0);
        byte[] file = writer.toBytes();
        file[ProgramFormat.START_UP_AT + 1] = 1;
        reject(ProgramWriter.seal(file), ProgramFlaw.ENTRY, 1);
        writer.block(10);
        reject(ProgramFlaw.ENTRY, Opcode.AWAIT.bytes());
    }

    @Test
    void blocksBeginWithAnEmptyStack() {
        writer.op(Opcode.PUSH, 1);
        writer.block(10);
        writer.op(Opcode.AWAIT, 0);
        reject(ProgramFlaw.JOIN, Opcode.PUSH.bytes());
    }

    @Test
    void allPathsToAnInstructionHaveOneDepth() {
        Label join = writer.label();
        writer.op(Opcode.PUSH, 1).jump(Opcode.JZ, join).op(Opcode.PUSH, 2).mark(join).op(Opcode.AWAIT, 0);
        reject(ProgramFlaw.JOIN, 2 * Opcode.PUSH.bytes() + Opcode.JZ.bytes());
    }

    @Test
    void aLoopDoesNotGrowTheStack() {
        Label again = writer.label();
        writer.mark(again).op(Opcode.PUSH, 1).jump(Opcode.JMP, again);
        reject(ProgramFlaw.JOIN, 0);
    }

    @Test
    void theStackStaysWithinItsDepth() throws ProgramException {
        for (int i = 0; i < 4; i++) {
            writer.op(Opcode.CLOCK);
        }
        writer.startUp();
        Label end = writer.label();
        writer.jump(Opcode.JMP, end);
        for (int i = 0; i < 4; i++) {
            writer.op(Opcode.CLOCK);
        }
        writer.mark(end).op(Opcode.AWAIT, 0);
        assertEquals(4, accept().code().stackWords(), "code that no path leads to is not checked for depth");
        ProgramWriter deep = new ProgramWriter("Deep").stack(4);
        for (int i = 0; i < 5; i++) {
            deep.op(Opcode.CLOCK);
        }
        deep.op(Opcode.AWAIT, 0);
        reject(deep.toBytes(), ProgramFlaw.OVERFLOW, 4);
    }

    @Test
    void theStackHasWhatAnInstructionTakes() {
        writer.op(Opcode.CLOCK).op(Opcode.ADD).op(Opcode.AWAIT, 0);
        reject(ProgramFlaw.UNDERFLOW, 1);
    }

    @Test
    void wordsAreInTheDataArea() throws ProgramException {
        writer.op(Opcode.LOAD, array + 3).op(Opcode.STORE, array).op(Opcode.AWAIT, 0);
        assertEquals(4, accept().dataWords());
        writer.op(Opcode.LOAD, 4);
        reject(ProgramFlaw.DATA, 2 * Opcode.LOAD.bytes() + Opcode.AWAIT.bytes());
    }

    @Test
    void objectsAreInTheDataArea() throws ProgramException {
        writer.op(Opcode.CLOCK).op(Opcode.LOADX, 1, 3).op(Opcode.DISPLAY).op(Opcode.AWAIT, 0);
        assertEquals(4, accept().code().instructions());
        int at = writer.codeBytes();
        writer.op(Opcode.LOADX, 1, 4);
        reject(ProgramFlaw.DATA, at);
    }

    @Test
    void anObjectHasWords() {
        writer.op(Opcode.CLOCK).op(Opcode.LOADX, 1, 0).op(Opcode.AWAIT, 0);
        reject(ProgramFlaw.DATA, 1);
    }

    @Test
    void masksNameTriggersThatThereAre() throws ProgramException {
        writer.op(Opcode.AWAIT, 1);
        reject(ProgramFlaw.MASK, 0);
        writer.block(10);
        writer.op(Opcode.AWAIT, 1);
        assertEquals(1, accept().code().allTriggers());
        int at = writer.codeBytes();
        writer.op(Opcode.AWAIT, 3);
        reject(ProgramFlaw.MASK, at);
    }

    @Test
    void thirtyTwoTriggersHaveAFullMask() throws ProgramException {
        for (int i = 0; i < ProgramFormat.MAX_TRIGGERS; i++) {
            writer.block(i);
        }
        writer.op(Opcode.AWAIT, -1);
        assertEquals(-1, accept().code().allTriggers());
    }

    @Test
    void codeDoesNotRunOffItsEnd() {
        writer.op(Opcode.CLOCK).op(Opcode.DROP);
        reject(ProgramFlaw.END, 1);
        Label end = writer.label();
        writer.mark(end).op(Opcode.CLOCK).jump(Opcode.JZ, end);
        reject(ProgramFlaw.END, 3);
    }

    @Test
    void statementsBeginWithAnEmptyStack() {
        writer.op(Opcode.CLOCK).statement(3).op(Opcode.DROP).op(Opcode.AWAIT, 0);
        reject(ProgramFlaw.STATEMENT, 1);
    }

    @Test
    void statementsAreInOrderAtInstructions() {
        writer.statement(1).op(Opcode.CLOCK).op(Opcode.DROP).statement(2).op(Opcode.AWAIT, 0);
        int table = ProgramFormat.HEADER_BYTES;
        byte[] file = writer.toBytes();
        file[table + ProgramFormat.ENTRY_BYTES + 1] = 0;
        reject(ProgramWriter.seal(file), ProgramFlaw.STATEMENT, 0);
        byte[] inside = writer.toBytes();
        inside[table + ProgramFormat.ENTRY_BYTES + 1] = 3;
        reject(ProgramWriter.seal(inside), ProgramFlaw.STATEMENT, 3);
    }
}
