package dev.spine.extension.panic.program;

import java.util.HashSet;
import java.util.Set;

/** Reads a program file and checks all of it. One object reads one file. */
public final class ProgramReader {
    private final ProgramBytes bytes;
    private int at;

    private ProgramReader(ProgramBytes bytes) {
        this.bytes = bytes;
    }

    /**
     * {@return the program that some bytes are; it keeps nothing of them} Any thread.
     *
     * @param bytes of the file and nothing else
     * @throws ProgramException when they are not a program file, or one that breaks a rule
     */
    public static Program read(ProgramBytes bytes) throws ProgramException {
        return new ProgramReader(bytes).read();
    }

    private Program read() throws ProgramException {
        checkHeader();
        checkSum();
        int id = bytes.u16(ProgramFormat.ID_AT);
        int words = count(ProgramFormat.DATA_WORDS_AT, bytes.i32(ProgramFormat.DATA_WORDS_AT), ProgramFormat.MAX_DATA_WORDS);
        int stack = u16(ProgramFormat.STACK_AT, ProgramFormat.MAX_STACK_WORDS);
        int[][] triggers = table(u16(ProgramFormat.TRIGGERS_AT, ProgramFormat.MAX_TRIGGERS));
        checkTriggers(triggers[0]);
        int[][] statements = table(u16(ProgramFormat.STATEMENTS_AT, ProgramFormat.MAX_STATEMENTS));
        int variablesAt = at;
        int[][] variables = table(u16(ProgramFormat.VARIABLES_AT, ProgramFormat.MAX_VARIABLES));
        String name = name();
        Variable[] named = variables(variables, variablesAt, words);
        byte[] code = code(u16(ProgramFormat.CODE_BYTES_AT, ProgramFormat.MAX_CODE_BYTES));
        checkEnd();
        ProgramCode made = new ProgramCode(code, stack, bytes.u16(ProgramFormat.START_UP_AT), triggers[0], triggers[1],
            new CodeTable(statements[0], statements[1]));
        new ProgramVerifier(made, words).verify();
        return new Program(name, id, named, words, made);
    }

    private void checkHeader() throws ProgramException {
        if (bytes.length() < ProgramFormat.HEADER_BYTES || bytes.i32(0) != ProgramFormat.MAGIC) {
            throw ProgramException.inFile(ProgramFlaw.NOT_A_PROGRAM, 0);
        }
        if (bytes.u16(ProgramFormat.VERSION_AT) != ProgramFormat.VERSION) {
            throw ProgramException.inFile(ProgramFlaw.VERSION, ProgramFormat.VERSION_AT);
        }
        if (bytes.length() > ProgramFormat.MAX_BYTES) {
            throw ProgramException.inFile(ProgramFlaw.TOO_MUCH, ProgramFormat.BYTES_AT);
        }
        if (bytes.i32(ProgramFormat.BYTES_AT) != bytes.length() || bytes.length() % Integer.BYTES != 0) {
            throw ProgramException.inFile(ProgramFlaw.SIZES, ProgramFormat.BYTES_AT);
        }
        if (bytes.i32(ProgramFormat.RESERVED_AT) != 0) {
            throw ProgramException.inFile(ProgramFlaw.RESERVED, ProgramFormat.RESERVED_AT);
        }
    }

    private void checkSum() throws ProgramException {
        int sum = ProgramFormat.MAGIC;
        for (int i = 0; i < bytes.length(); i += Integer.BYTES) {
            if (i != ProgramFormat.CHECKSUM_AT) {
                sum = ProgramFormat.mix(sum, bytes.i32(i));
            }
        }
        if (sum != bytes.i32(ProgramFormat.CHECKSUM_AT)) {
            throw ProgramException.inFile(ProgramFlaw.CHECKSUM, ProgramFormat.CHECKSUM_AT);
        }
        at = ProgramFormat.HEADER_BYTES;
    }

    private int u16(int where, int most) throws ProgramException {
        return count(where, bytes.u16(where), most);
    }

    private static int count(int where, int value, int most) throws ProgramException {
        if (value < 0 || value > most) {
            throw ProgramException.inFile(ProgramFlaw.TOO_MUCH, where);
        }
        return value;
    }

    private void need(int more) throws ProgramException {
        if (more > bytes.length() - at) {
            throw ProgramException.inFile(ProgramFlaw.SIZES, at);
        }
    }

    /** The first and the second values of the entries of a table. */
    private int[][] table(int entries) throws ProgramException {
        need(entries * ProgramFormat.ENTRY_BYTES);
        int[][] read = {new int[entries], new int[entries]};
        for (int i = 0; i < entries; i++) {
            read[0][i] = bytes.u16(at);
            read[1][i] = bytes.u16(at + 2);
            at += ProgramFormat.ENTRY_BYTES;
        }
        return read;
    }

    private static void checkTriggers(int[] ids) throws ProgramException {
        for (int i = 1; i < ids.length; i++) {
            for (int j = 0; j < i; j++) {
                if (ids[i] == ids[j]) {
                    throw ProgramException.inFile(ProgramFlaw.TWICE, ProgramFormat.HEADER_BYTES + i * ProgramFormat.ENTRY_BYTES);
                }
            }
        }
    }

    private Variable[] variables(int[][] table, int tableAt, int words) throws ProgramException {
        Variable[] read = new Variable[table[0].length];
        Set<String> known = new HashSet<>();
        int free = 0;
        for (int i = 0; i < read.length; i++) {
            int first = table[0][i];
            int length = table[1][i];
            if (first < free || length == 0 || first + length > words) {
                throw ProgramException.inFile(ProgramFlaw.VARIABLE, tableAt + i * ProgramFormat.ENTRY_BYTES);
            }
            free = first + length;
            int nameAt = at;
            read[i] = new Variable(name(), first, length);
            if (!known.add(ProgramNames.folded(read[i].name()))) {
                throw ProgramException.inFile(ProgramFlaw.TWICE, nameAt);
            }
        }
        return read;
    }

    private String name() throws ProgramException {
        need(1);
        int length = bytes.u8(at);
        if (length > ProgramFormat.MAX_NAME_BYTES) {
            throw ProgramException.inFile(ProgramFlaw.TOO_MUCH, at);
        }
        need(1 + length);
        char[] letters = new char[length];
        for (int i = 0; i < length; i++) {
            letters[i] = (char) bytes.u8(at + 1 + i);
        }
        String read = new String(letters);
        if (!ProgramNames.isName(read)) {
            throw ProgramException.inFile(ProgramFlaw.NAME, at);
        }
        at += 1 + length;
        return read;
    }

    private byte[] code(int length) throws ProgramException {
        need(length);
        byte[] code = new byte[length];
        for (int i = 0; i < length; i++) {
            code[i] = (byte) bytes.u8(at + i);
        }
        at += length;
        return code;
    }

    private void checkEnd() throws ProgramException {
        if (bytes.length() - at >= Integer.BYTES) {
            throw ProgramException.inFile(ProgramFlaw.SIZES, at);
        }
        for (int i = at; i < bytes.length(); i++) {
            if (bytes.u8(i) != 0) {
                throw ProgramException.inFile(ProgramFlaw.RESERVED, i);
            }
        }
    }
}
