package dev.spine.extension.panic.host.translate;

/** About how many bytes of a class file an instruction takes, with what is done when it does not go on. */
final class CodeLength {
    private static final int CHECKED = 40;
    private static final int OF_WORD = 13;
    private static final int OF_ASKING = 30;
    /** Moving a word between the stack of the method and that of the machine, with what the meter may add to the call. */
    private static final int OF_MOVE = 20;
    private static final int OF_SEGMENT = 20;
    private static final int OF_COMPARISON = 10;

    private CodeLength() {}

    static int of(ProgramFlow flow, int at) {
        int length = flow.isJoin(at) || flow.isJump(at) || flow.copies(at) ? OF_SEGMENT + OF_MOVE * flow.depth(at) : 0;
        return length + switch (flow.opcode(at)) {
            case DUP, DROP, ADD, SUB, MUL, NEG -> 1;
            case PUSH, JMP, JZ, JNZ -> 3;
            case LOAD, STORE, PKLEN, CLOCK -> OF_WORD;
            case LT, LE, GT, GE, EQ, NE, NOT, DIV, REM -> OF_COMPARISON;
            case LOADX, LOADX2, STOREX, PKLOAD -> CHECKED;
            default -> OF_ASKING + OF_MOVE * (flow.depth(at) + flow.depthBehind(at));
        };
    }
}
