package dev.spine.extension.panic.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.CardMemory;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The file around the code: what is in it, and what is wrong with other bytes. */
class ProgramReaderTest {
    private static final int TRIGGERS = ProgramFormat.HEADER_BYTES;
    private static final int STATEMENTS = TRIGGERS + 2 * ProgramFormat.ENTRY_BYTES;
    private static final int VARIABLES = STATEMENTS + 3 * ProgramFormat.ENTRY_BYTES;
    private static final int NAMES = VARIABLES + 2 * ProgramFormat.ENTRY_BYTES;
    private static final int CODE = NAMES + 6 + 2 + 4;

    /** Names of 5, 1 and 3 letters, two triggers, three statements, 13 bytes of code. */
    private static byte[] file() {
        ProgramWriter writer = new ProgramWriter("Bitty").id(415).stack(1);
        writer.variable("n", 1);
        writer.variable("Out", 10);
        writer.statement(4).op(Opcode.AWAIT, 3);
        writer.block(10);
        writer.statement(6).op(Opcode.CLOCK).op(Opcode.DROP);
        writer.statement(7).op(Opcode.AWAIT, 1);
        writer.block(12);
        writer.op(Opcode.STOP);
        return writer.toBytes();
    }

    private static void reject(byte[] file, ProgramFlaw flaw, int where) {
        ProgramException thrown = assertThrows(ProgramException.class, () -> ProgramReader.read(ProgramBytes.of(file)));
        assertEquals("byte " + where + ": " + flaw.text(), thrown.getMessage());
        assertEquals(flaw, thrown.flaw());
    }

    /** The file with a change and the checksum that it then has. */
    private static void reject(Consumer<byte[]> change, ProgramFlaw flaw, int where) {
        byte[] file = file();
        change.accept(file);
        reject(ProgramWriter.seal(file), flaw, where);
    }

    private static void reject(int at, int value, ProgramFlaw flaw, int where) {
        reject(file -> {
            file[at] = (byte) (value >>> 8);
            file[at + 1] = (byte) value;
        }, flaw, where);
    }

    @Test
    void aProgramIsWhatWasWritten() throws ProgramException {
        Program program = ProgramReader.read(ProgramBytes.of(file()));
        assertEquals("Bitty", program.name());
        assertEquals(415, program.id());
        assertEquals(11, program.dataWords());
        assertEquals(2, program.variables());
        assertEquals("n", program.variable(0).name());
        assertEquals("Out", program.variable(1).name());
        assertEquals(1, program.variable(1).first());
        assertEquals(10, program.variable(1).words());
        ProgramCode code = program.code();
        assertEquals(0, code.startUp());
        assertEquals(2, code.triggers());
        assertEquals(12, code.trigger(1));
        assertEquals(12, code.block(1));
        assertEquals(1, code.indexOf(12));
        assertEquals(-1, code.indexOf(11));
        assertEquals(3, code.allTriggers());
        assertEquals(1, code.stackWords());
        assertEquals(5, code.instructions());
        assertEquals(Opcode.CLOCK, code.opcode(code.offset(1)));
        assertEquals(3, code.operand(0));
    }

    @Test
    void linesHoldUpToTheNextStatement() throws ProgramException {
        ProgramCode code = ProgramReader.read(ProgramBytes.of(file())).code();
        assertEquals(4, code.line(0));
        assertEquals(6, code.line(5));
        assertEquals(6, code.line(6));
        assertEquals(7, code.line(7));
        assertEquals(7, code.line(12));
        assertTrue(code.isStatement(5));
        assertFalse(code.isStatement(6));
    }

    @Test
    void aFileMayBeAPartOfABuffer() throws ProgramException {
        byte[] file = file();
        byte[] memory = new byte[file.length + 20];
        System.arraycopy(file, 0, memory, 7, file.length);
        CardMemory card = new CardMemory(memory);
        assertEquals("Bitty", ProgramReader.read(ProgramBytes.of(card.buffer(), 7, file.length)).name());
        assertThrows(IndexOutOfBoundsException.class, () -> ProgramBytes.of(card.buffer(), 21, file.length));
    }

    @Test
    void otherFilesAreNotPrograms() {
        reject(new byte[0], ProgramFlaw.NOT_A_PROGRAM, 0);
        reject(Arrays.copyOf(file(), ProgramFormat.HEADER_BYTES - 1), ProgramFlaw.NOT_A_PROGRAM, 0);
        reject(0, 0x5042, ProgramFlaw.NOT_A_PROGRAM, 0);
    }

    @Test
    void otherVersionsAreNotRead() {
        reject(ProgramFormat.VERSION_AT, 2, ProgramFlaw.VERSION, ProgramFormat.VERSION_AT);
    }

    @Test
    void aFileIsAsLongAsItSays() {
        byte[] file = file();
        reject(Arrays.copyOf(file, file.length - 4), ProgramFlaw.SIZES, ProgramFormat.BYTES_AT);
        reject(Arrays.copyOf(file, file.length + 4), ProgramFlaw.SIZES, ProgramFormat.BYTES_AT);
        reject(Arrays.copyOf(file, ProgramFormat.MAX_BYTES + 1), ProgramFlaw.TOO_MUCH, ProgramFormat.BYTES_AT);
    }

    @Test
    void tablesDoNotLeaveTheFile() {
        reject(ProgramFormat.STATEMENTS_AT, 30, ProgramFlaw.SIZES, STATEMENTS);
        reject(ProgramFormat.CODE_BYTES_AT, 100, ProgramFlaw.SIZES, CODE);
        reject(ProgramFormat.CODE_BYTES_AT, 8, ProgramFlaw.SIZES, CODE + 8);
    }

    @Test
    void everyChangeOfAWordIsSeen() {
        byte[] file = file();
        for (int at = 0; at < file.length; at++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                byte[] changed = file.clone();
                changed[at] ^= (byte) (1 << bit);
                assertThrows(ProgramException.class, () -> ProgramReader.read(ProgramBytes.of(changed)));
            }
        }
        byte[] changed = file.clone();
        changed[ProgramFormat.ID_AT] ^= 1;
        reject(changed, ProgramFlaw.CHECKSUM, ProgramFormat.CHECKSUM_AT);
    }

    @Test
    void limitsHold() {
        reject(ProgramFormat.TRIGGERS_AT, 33, ProgramFlaw.TOO_MUCH, ProgramFormat.TRIGGERS_AT);
        reject(ProgramFormat.STATEMENTS_AT, 4_097, ProgramFlaw.TOO_MUCH, ProgramFormat.STATEMENTS_AT);
        reject(ProgramFormat.VARIABLES_AT, 257, ProgramFlaw.TOO_MUCH, ProgramFormat.VARIABLES_AT);
        reject(ProgramFormat.STACK_AT, 65, ProgramFlaw.TOO_MUCH, ProgramFormat.STACK_AT);
        reject(ProgramFormat.DATA_WORDS_AT, 0x8000, ProgramFlaw.TOO_MUCH, ProgramFormat.DATA_WORDS_AT);
        reject(ProgramFormat.DATA_WORDS_AT + 2, 16_385, ProgramFlaw.TOO_MUCH, ProgramFormat.DATA_WORDS_AT);
        reject(ProgramFormat.CODE_BYTES_AT, 16_385, ProgramFlaw.TOO_MUCH, ProgramFormat.CODE_BYTES_AT);
        reject(file -> file[NAMES] = 64, ProgramFlaw.TOO_MUCH, NAMES);
    }

    @Test
    void whatMustBeZeroIs() {
        reject(ProgramFormat.RESERVED_AT, 1, ProgramFlaw.RESERVED, ProgramFormat.RESERVED_AT);
        int last = file().length - 1;
        assertTrue(last >= CODE + 13, "the code ends before the last byte");
        reject(out -> out[out.length - 1] = 1, ProgramFlaw.RESERVED, last);
    }

    @Test
    void namesAreNames() {
        reject(file -> file[NAMES + 1] = '1', ProgramFlaw.NAME, NAMES);
        reject(file -> file[NAMES + 2] = '-', ProgramFlaw.NAME, NAMES);
        reject(file -> file[NAMES + 2] = (byte) 0xE9, ProgramFlaw.NAME, NAMES);
        reject(file -> file[NAMES] = 0, ProgramFlaw.NAME, NAMES);
    }

    @Test
    void idsAndNamesAreThereOnce() {
        reject(TRIGGERS + ProgramFormat.ENTRY_BYTES, 10, ProgramFlaw.TWICE, TRIGGERS + ProgramFormat.ENTRY_BYTES);
        ProgramWriter writer = new ProgramWriter("Twice");
        writer.variable("Same", 1);
        writer.variable("sAME", 1);
        int namesAt = ProgramFormat.HEADER_BYTES + 2 * ProgramFormat.ENTRY_BYTES;
        reject(writer.toBytes(), ProgramFlaw.TWICE, namesAt + 6 + 5);
    }

    @Test
    void variablesHaveTheirOwnWords() {
        int second = VARIABLES + ProgramFormat.ENTRY_BYTES;
        reject(second, 0, ProgramFlaw.VARIABLE, second);
        reject(second, 2, ProgramFlaw.VARIABLE, second);
        reject(second + 2, 11, ProgramFlaw.VARIABLE, second);
        reject(VARIABLES + 2, 0, ProgramFlaw.VARIABLE, VARIABLES);
    }
}
