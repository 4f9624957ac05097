package dev.spine.extension.panic.program;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a program file. A compiler declares the variables, then begins each block and writes its instructions; jumps name {@link Label}s.
 * The writer lays out data and counts nothing else: {@link ProgramReader} verifies what it wrote. Misuse is an {@link
 * IllegalArgumentException} or {@link IllegalStateException} that says what to do. Belongs to one thread.
 */
public final class ProgramWriter {
    private final String name;
    private final List<String> names = new ArrayList<>();
    private final Bytes variables = new Bytes();
    private final Bytes triggers = new Bytes();
    private final Bytes statements = new Bytes();
    private final Bytes code = new Bytes();
    private final List<Label> targets = new ArrayList<>();
    private final List<Integer> jumps = new ArrayList<>();
    private int id;
    private int dataWords;
    private int stackWords;
    private int startUp;

    /**
     * A file without variables, blocks and code.
     *
     * @param name of the program: a PDL name of at most 63 characters
     */
    public ProgramWriter(String name) {
        requireName(name);
        this.name = name;
    }

    /**
     * Sets the program id.
     *
     * @param value 1 to 65,535, or 0 to have it given at load time
     * @return this
     */
    public ProgramWriter id(int value) {
        id = require16(value, "a program id");
        return this;
    }

    /**
     * Sets the greatest stack depth.
     *
     * @param words 0 to {@link ProgramFormat#MAX_STACK_WORDS}; the reader rejects code that goes deeper
     * @return this
     */
    public ProgramWriter stack(int words) {
        stackWords = require16(words, "a stack depth");
        return this;
    }

    /**
     * Declares a variable behind those that were declared before.
     *
     * @param variable its name
     * @param words 1, or the length of an array
     * @return its first word in the data area
     */
    public int variable(String variable, int words) {
        requireName(variable);
        if (words < 1 || words > ProgramFormat.MAX_DATA_WORDS - dataWords) {
            throw new IllegalArgumentException("a variable of no word, or all of more than 16,384 words: declare fewer or smaller ones");
        }
        int first = dataWords;
        names.add(variable);
        variables.put16(first);
        variables.put16(words);
        dataWords += words;
        return first;
    }

    /**
     * Begins the start-up block here. A file without this call has it at its first instruction.
     *
     * @return this
     */
    public ProgramWriter startUp() {
        startUp = code.size();
        return this;
    }

    /**
     * Begins the block of a trigger here.
     *
     * @param trigger its id, 0 to 65,535
     * @return the trigger's index, its bit in the masks of {@link Opcode#AWAIT}
     */
    public int block(int trigger) {
        triggers.put16(require16(trigger, "a trigger id"));
        triggers.put16(code.size());
        return triggers.size() / ProgramFormat.ENTRY_BYTES - 1;
    }

    /**
     * Begins a statement here. The stack must be empty. Of two calls without an instruction between them the second holds.
     *
     * @param line in the source, 1 to 65,535
     * @return this
     */
    public ProgramWriter statement(int line) {
        int last = statements.size() - ProgramFormat.ENTRY_BYTES;
        if (last >= 0 && statements.get16(last) == code.size()) {
            statements.set16(last + 2, require16(line, "a line"));
        } else {
            statements.put16(code.size());
            statements.put16(require16(line, "a line"));
        }
        return this;
    }

    /** {@return a new label, for {@link #mark} and {@link #jump}} */
    public Label label() {
        return new Label(this);
    }

    /**
     * Puts a label here.
     *
     * @param label of this writer, not put anywhere yet
     * @return this
     */
    public ProgramWriter mark(Label label) {
        requireOwn(label);
        if (label.offset != Label.UNKNOWN) {
            throw new IllegalStateException("the label has its place: make one label for each place");
        }
        label.offset = code.size();
        return this;
    }

    /**
     * Writes a jump.
     *
     * @param opcode one with {@link Operand#DISTANCE}
     * @param to of this writer; it may be marked later
     * @return this
     */
    public ProgramWriter jump(Opcode opcode, Label to) {
        requireOwn(to);
        begin(opcode, Operand.DISTANCE);
        jumps.add(code.size());
        targets.add(to);
        code.put16(0);
        return this;
    }

    /**
     * Writes an instruction without operand.
     *
     * @param opcode one with {@link Operand#NONE}
     * @return this
     */
    public ProgramWriter op(Opcode opcode) {
        begin(opcode, Operand.NONE);
        return this;
    }

    /**
     * Writes {@link Opcode#PUSH}, {@link Opcode#AWAIT}, {@link Opcode#LOAD} or {@link Opcode#STORE}.
     *
     * @param opcode one with {@link Operand#CONSTANT}, {@link Operand#MASK} or {@link Operand#WORD}
     * @param value the operand
     * @return this
     */
    public ProgramWriter op(Opcode opcode, int value) {
        if (opcode.operand() == Operand.WORD) {
            begin(opcode, Operand.WORD);
            code.put16(require16(value, "an address"));
        } else {
            begin(opcode, opcode == Opcode.AWAIT ? Operand.MASK : Operand.CONSTANT);
            code.put32(value);
        }
        return this;
    }

    /**
     * Writes an instruction on an object.
     *
     * @param opcode one with {@link Operand#OBJECT}
     * @param first the object's first word in the data area
     * @param words how many it has
     * @return this
     */
    public ProgramWriter op(Opcode opcode, int first, int words) {
        begin(opcode, Operand.OBJECT);
        code.put16(require16(first, "an address"));
        code.put16(require16(words, "a length"));
        return this;
    }

    /** {@return how many bytes of code were written so far} */
    public int codeBytes() {
        return code.size();
    }

    /** {@return the file; the writer may be used further} */
    public byte[] toBytes() {
        for (int i = 0; i < jumps.size(); i++) {
            int at = jumps.get(i);
            int target = targets.get(i).offset;
            if (target == Label.UNKNOWN) {
                throw new IllegalStateException("a jump has no target: mark every label that a jump names");
            }
            code.set16(at, target - at - Operand.DISTANCE.bytes());
        }
        Bytes file = new Bytes();
        putHeader(file);
        file.put(triggers);
        file.put(statements);
        file.put(variables);
        file.putText(name);
        for (String variable : names) {
            file.putText(variable);
        }
        file.put(code);
        while (file.size() % Integer.BYTES != 0) {
            file.put8(0);
        }
        file.set32(ProgramFormat.BYTES_AT, file.size());
        return seal(file.toArray());
    }

    /**
     * {@return a file with the checksum that its other bytes ask for; the same array}
     *
     * @param file at least a header, and a multiple of four bytes
     */
    public static byte[] seal(byte[] file) {
        ProgramBytes bytes = ProgramBytes.of(file);
        int sum = ProgramFormat.MAGIC;
        for (int i = 0; i < file.length; i += Integer.BYTES) {
            if (i != ProgramFormat.CHECKSUM_AT) {
                sum = ProgramFormat.mix(sum, bytes.i32(i));
            }
        }
        for (int i = 0; i < Integer.BYTES; i++) {
            file[ProgramFormat.CHECKSUM_AT + i] = (byte) (sum >>> Integer.SIZE - Byte.SIZE * (i + 1));
        }
        return file;
    }

    private void putHeader(Bytes file) {
        file.put32(ProgramFormat.MAGIC);
        file.put16(ProgramFormat.VERSION);
        file.put16(id);
        file.put32(0);
        file.put32(0);
        file.put16(triggers.size() / ProgramFormat.ENTRY_BYTES);
        file.put16(statements.size() / ProgramFormat.ENTRY_BYTES);
        file.put16(names.size());
        file.put16(stackWords);
        file.put32(dataWords);
        file.put16(require16(code.size(), "bytes of code"));
        file.put16(startUp);
        file.put32(0);
    }

    private void begin(Opcode opcode, Operand operand) {
        if (opcode.operand() != operand) {
            throw new IllegalArgumentException(opcode.name().concat(" has another operand: ").concat(opcode.operand().name()));
        }
        code.put8(opcode.code());
    }

    private void requireOwn(@Nullable Label label) {
        if (label == null || label.writer != this) {
            throw new IllegalArgumentException("a label of another writer: make it with label() of this one");
        }
    }

    private static void requireName(String name) {
        if (!ProgramNames.isName(name) || name.length() > ProgramFormat.MAX_NAME_BYTES) {
            throw new IllegalArgumentException("not a valid PDL name of at most 63 characters: ".concat(name));
        }
    }

    private static int require16(int value, String what) {
        if (value < 0 || value > 0xFFFF) {
            throw new IllegalArgumentException(what.concat(" must be 0 to 65,535, is ").concat(String.valueOf(value)));
        }
        return value;
    }
}
