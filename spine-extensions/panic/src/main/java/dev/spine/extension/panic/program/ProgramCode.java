package dev.spine.extension.panic.program;

/** The instructions of a program, where its blocks begin and which lines they come from. It does not change; any thread. */
public final class ProgramCode {
    private final byte[] bytes;
    private final int stackWords;
    private final int startUp;
    private final int[] triggers;
    private final int[] blocks;
    private final CodeTable statements;
    private CodeTable instructions = new CodeTable(new int[0], new int[0]);

    ProgramCode(byte[] bytes, int stackWords, int startUp, int[] triggers, int[] blocks, CodeTable statements) {
        this.bytes = bytes;
        this.stackWords = stackWords;
        this.startUp = startUp;
        this.triggers = triggers;
        this.blocks = blocks;
        this.statements = statements;
    }

    /** The checks have found where the instructions begin. */
    void setInstructions(CodeTable found) {
        instructions = found;
    }

    CodeTable statements() {
        return statements;
    }

    /** {@return how many bytes it has} */
    public int bytes() {
        return bytes.length;
    }

    /** {@return the greatest depth of the stack, in words} */
    public int stackWords() {
        return stackWords;
    }

    /** {@return where the start-up block begins} */
    public int startUp() {
        return startUp;
    }

    /** {@return how many triggers there are} */
    public int triggers() {
        return triggers.length;
    }

    /**
     * {@return the id of a trigger}
     *
     * @param index 0 to {@link #triggers()} - 1; the bit of the trigger in masks
     */
    public int trigger(int index) {
        return triggers[index];
    }

    /**
     * {@return where the block of a trigger begins}
     *
     * @param index as of {@link #trigger}
     */
    public int block(int index) {
        return blocks[index];
    }

    /**
     * {@return the index of a trigger, or -1 when the program does not have it}
     *
     * @param id of the trigger
     */
    public int indexOf(int id) {
        for (int i = 0; i < triggers.length; i++) {
            if (triggers[i] == id) {
                return i;
            }
        }
        return -1;
    }

    /** {@return a mask with every trigger} */
    public int allTriggers() {
        return mask(triggers.length);
    }

    static int mask(int triggers) {
        return triggers == ProgramFormat.MAX_TRIGGERS ? -1 : (1 << triggers) - 1;
    }

    /** {@return how many instructions there are} */
    public int instructions() {
        return instructions.size();
    }

    /**
     * {@return where an instruction begins}
     *
     * @param index 0 to {@link #instructions()} - 1
     */
    public int offset(int index) {
        return instructions.offset(index);
    }

    /**
     * {@return the index of the instruction that has a byte}
     *
     * @param offset 0 to {@link #bytes()} - 1
     */
    public int instructionAt(int offset) {
        return instructions.atOrBefore(offset);
    }

    /**
     * {@return the instruction at an offset}
     *
     * @param offset where one begins
     */
    public Opcode opcode(int offset) {
        Opcode found = Opcode.of(bytes[offset] & 0xFF);
        if (found == null) {
            throw new IllegalArgumentException("no instruction begins there: use offset(index)");
        }
        return found;
    }

    /**
     * {@return the first operand: a constant, a mask, or 16 bits without sign}
     *
     * @param offset where an instruction with an operand begins
     */
    public int operand(int offset) {
        Operand kind = opcode(offset).operand();
        return kind == Operand.CONSTANT || kind == Operand.MASK ? u16(offset + 1) << 16 | u16(offset + 3) : u16(offset + 1);
    }

    /**
     * {@return the number of words of the object of an instruction}
     *
     * @param offset where an instruction with {@link Operand#OBJECT} begins
     */
    public int words(int offset) {
        return u16(offset + 3);
    }

    /**
     * {@return where a jump goes to}
     *
     * @param offset where a jump begins
     */
    public int target(int offset) {
        return offset + Opcode.JMP.bytes() + (short) u16(offset + 1);
    }

    /**
     * {@return the source line of an instruction, 0 when none is known}
     *
     * @param offset of a byte of it
     */
    public int line(int offset) {
        return statements.valueAt(offset);
    }

    /**
     * {@return whether a statement begins at an offset; the stack is empty there}
     *
     * @param offset 0 to {@link #bytes()} - 1
     */
    public boolean isStatement(int offset) {
        return statements.has(offset);
    }

    int u8(int offset) {
        return bytes[offset] & 0xFF;
    }

    private int u16(int offset) {
        return u8(offset) << 8 | u8(offset + 1);
    }
}
