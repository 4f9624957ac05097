package dev.spine.extension.panic.program;

/** Says in one line why bytes are not a program that a card runs, and where. */
public final class ProgramException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ProgramFlaw flaw;
    private final int where;

    private ProgramException(ProgramFlaw flaw, int where, String message) {
        super(message);
        this.flaw = flaw;
        this.where = where;
    }

    static ProgramException inFile(ProgramFlaw flaw, int at) {
        return at("byte ", flaw, at);
    }

    static ProgramException inCode(ProgramFlaw flaw, int offset) {
        return at("code byte ", flaw, offset);
    }

    private static ProgramException at(String unit, ProgramFlaw flaw, int where) {
        return new ProgramException(flaw, where, unit.concat(String.valueOf(where)).concat(": ").concat(flaw.text()));
    }

    /** {@return what is wrong} */
    public ProgramFlaw flaw() {
        return flaw;
    }

    /** {@return where: for flaws of instructions an offset in the code, otherwise in the file, in bytes} */
    public int where() {
        return where;
    }
}
