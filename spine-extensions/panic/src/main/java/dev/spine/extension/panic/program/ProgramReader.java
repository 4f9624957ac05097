package dev.spine.extension.panic.program;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a program file and checks all of it, at once or in parts. One object reads one file. */
public final class ProgramReader {
    /** What comes next. */
    private enum Step { HEADER, SUM, TRIGGERS, TRIGGER_IDS, STATEMENTS, VARIABLES, NAMES, CODE, CHECK }

    /** A name is as much work as so many words. */
    private static final int NAME_WORK = 64;

    private final ProgramBytes bytes;
    private final Map<String, Variable> known = new HashMap<>();
    private Step step = Step.HEADER;
    private int at;
    /** Within the step. */
    private int index;
    private int sum = ProgramFormat.MAGIC;
    private int words;
    private int stack;
    /** Of each table the first and the second values of its entries. */
    private int[][] triggers = {};
    private int[][] statements = {};
    private int[][] variables = {};
    private int variablesAt;
    private int free;
    private String name = "";
    private Variable[] named = {};
    private byte[] code = {};
    private @Nullable ProgramCode made;
    private @Nullable ProgramVerifier verifier;

    /**
     * A reader that has read nothing.
     *
     * @param bytes of the file and nothing else
     */
    public ProgramReader(ProgramBytes bytes) {
        this.bytes = bytes;
    }

    /**
     * {@return the program that some bytes are; it keeps nothing of them} Any thread.
     *
     * @param bytes of the file and nothing else
     * @throws ProgramException when they are not a program file, or one that breaks a rule
     */
    public static Program read(ProgramBytes bytes) throws ProgramException {
        ProgramReader reader = new ProgramReader(bytes);
        Program program = null;
        while (program == null) {
            program = reader.readOn(Integer.MAX_VALUE);
        }
        return program;
    }

    /**
     * Reads on, for whoever has not the time to read all at once.
     *
     * @param work how much of it: about so many words, at least 1
     * @return the program, or null when there is more to do: call again
     * @throws ProgramException when the bytes are not a program file, or one that breaks a rule; then this is of no more use
     */
    public @Nullable Program readOn(int work) throws ProgramException {
        switch (step) {
            case HEADER -> {
                checkHeader();
                step = Step.SUM;
            }
            case SUM -> checkSum(work);
            case TRIGGERS -> readTable(triggers, work, Step.TRIGGER_IDS);
            case TRIGGER_IDS -> checkTrigger();
            case STATEMENTS -> readTable(statements, work, Step.VARIABLES);
            case VARIABLES -> readTable(variables, work, Step.NAMES);
            case NAMES -> readNames(work);
            case CODE -> readCode(work);
            case CHECK -> {
                ProgramCode checked = made;
                if (verifier != null && checked != null && verifier.verifyOn(work)) {
                    return new Program(name, bytes.u16(ProgramFormat.ID_AT), bytes.i32(ProgramFormat.CHECKSUM_AT), named, known, words,
                        checked);
                }
            }
        }
        return null;
    }

    private void next(Step then) throws ProgramException {
        step = then;
        index = 0;
        switch (then) {
            case TRIGGERS -> triggers = table(ProgramFormat.TRIGGERS_AT, ProgramFormat.MAX_TRIGGERS);
            case STATEMENTS -> statements = table(ProgramFormat.STATEMENTS_AT, ProgramFormat.MAX_STATEMENTS);
            case VARIABLES -> {
                variablesAt = at;
                variables = table(ProgramFormat.VARIABLES_AT, ProgramFormat.MAX_VARIABLES);
            }
            case NAMES -> {
                name = name();
                named = new Variable[variables[0].length];
            }
            case CODE -> {
                int length = u16(ProgramFormat.CODE_BYTES_AT, ProgramFormat.MAX_CODE_BYTES);
                need(length);
                code = new byte[length];
            }
            default -> {
                // Nothing is to be prepared.
            }
        }
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

    private void checkSum(int work) throws ProgramException {
        int end = index + Math.min(work, (bytes.length() >> 2) - index);
        int sumSoFar = sum;
        for (int i = index; i < end; i++) {
            if (i << 2 != ProgramFormat.CHECKSUM_AT) {
                sumSoFar = ProgramFormat.mix(sumSoFar, bytes.i32(i << 2));
            }
        }
        sum = sumSoFar;
        index = end;
        if (end << 2 == bytes.length()) {
            if (sum != bytes.i32(ProgramFormat.CHECKSUM_AT)) {
                throw ProgramException.inFile(ProgramFlaw.CHECKSUM, ProgramFormat.CHECKSUM_AT);
            }
            at = ProgramFormat.HEADER_BYTES;
            words = count(ProgramFormat.DATA_WORDS_AT, bytes.i32(ProgramFormat.DATA_WORDS_AT), ProgramFormat.MAX_DATA_WORDS);
            stack = u16(ProgramFormat.STACK_AT, ProgramFormat.MAX_STACK_WORDS);
            next(Step.TRIGGERS);
        }
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

    private int[][] table(int countAt, int most) throws ProgramException {
        int entries = u16(countAt, most);
        need(entries * ProgramFormat.ENTRY_BYTES);
        return new int[][] {new int[entries], new int[entries]};
    }

    private void readTable(int[][] table, int work, Step then) throws ProgramException {
        int end = index + Math.min(work, table[0].length - index);
        for (; index < end; index++) {
            table[0][index] = bytes.u16(at);
            table[1][index] = bytes.u16(at + 2);
            at += ProgramFormat.ENTRY_BYTES;
        }
        if (index == table[0].length) {
            next(then);
        }
    }

    /** Compares a trigger with those before it. */
    private void checkTrigger() throws ProgramException {
        int[] ids = triggers[0];
        for (int j = 0; j < index; j++) {
            if (index < ids.length && ids[index] == ids[j]) {
                throw ProgramException.inFile(ProgramFlaw.TWICE, ProgramFormat.HEADER_BYTES + index * ProgramFormat.ENTRY_BYTES);
            }
        }
        index++;
        if (index >= ids.length) {
            next(Step.STATEMENTS);
        }
    }

    private void readNames(int work) throws ProgramException {
        int end = index + Math.min(work / NAME_WORK + 1, named.length - index);
        for (; index < end; index++) {
            int first = variables[0][index];
            int length = variables[1][index];
            if (first < free || length == 0 || first + length > words) {
                throw ProgramException.inFile(ProgramFlaw.VARIABLE, variablesAt + index * ProgramFormat.ENTRY_BYTES);
            }
            free = first + length;
            int nameAt = at;
            named[index] = new Variable(name(), first, length);
            if (known.put(named[index].key(), named[index]) != null) {
                throw ProgramException.inFile(ProgramFlaw.TWICE, nameAt);
            }
        }
        if (index == named.length) {
            next(Step.CODE);
        }
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

    private void readCode(int work) throws ProgramException {
        int end = index + Math.min(work, code.length - index);
        for (int i = index; i < end; i++) {
            code[i] = (byte) bytes.u8(at + i);
        }
        index = end;
        if (index == code.length) {
            at += code.length;
            checkEnd();
            made = new ProgramCode(code, stack, bytes.u16(ProgramFormat.START_UP_AT), triggers[0], triggers[1],
                new CodeTable(statements[0], statements[1]));
            verifier = new ProgramVerifier(made, words);
            next(Step.CHECK);
        }
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
