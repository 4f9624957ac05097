package dev.spine.extension.panic.program;

/** The loader's checks of code. A program that passes them never leaves its code, its stack or its data area. One object checks one. */
final class ProgramVerifier {
    private static final byte UNSEEN = -1;

    private final ProgramCode code;
    private final int dataWords;
    private final boolean[] begins;
    /** Words on the stack before the instruction at an offset, when a path to it was found. */
    private final byte[] depths;
    /** Offsets of instructions whose depth is known and whose successors were not looked at. */
    private final short[] open;
    private int opened;
    private int count;

    ProgramVerifier(ProgramCode code, int dataWords) {
        this.code = code;
        this.dataWords = dataWords;
        begins = new boolean[code.bytes()];
        depths = new byte[code.bytes()];
        open = new short[code.bytes()];
    }

    void verify() throws ProgramException {
        findInstructions();
        checkOperands();
        checkEntries();
        while (opened > 0) {
            follow(open[--opened]);
        }
        checkStatements();
    }

    private void findInstructions() throws ProgramException {
        int at = 0;
        while (at < code.bytes()) {
            Opcode opcode = Opcode.of(code.u8(at));
            if (opcode == null) {
                throw ProgramException.inCode(ProgramFlaw.OPCODE, at);
            }
            if (opcode.bytes() > code.bytes() - at) {
                throw ProgramException.inCode(ProgramFlaw.CUT_OFF, at);
            }
            begins[at] = true;
            count++;
            at += opcode.bytes();
        }
        int[] offsets = new int[count];
        int found = 0;
        for (int i = 0; i < begins.length; i++) {
            depths[i] = UNSEEN;
            if (begins[i]) {
                offsets[found++] = i;
            }
        }
        code.setInstructions(new CodeTable(offsets, offsets));
    }

    private void checkOperands() throws ProgramException {
        for (int i = 0; i < count; i++) {
            int at = code.offset(i);
            switch (code.opcode(at).operand()) {
                case DISTANCE -> require(isInstruction(code.target(at)), ProgramFlaw.TARGET, at);
                case WORD -> require(code.operand(at) < dataWords, ProgramFlaw.DATA, at);
                case OBJECT -> require(code.words(at) > 0 && code.operand(at) + code.words(at) <= dataWords, ProgramFlaw.DATA, at);
                case MASK -> require((code.operand(at) & ~code.allTriggers()) == 0, ProgramFlaw.MASK, at);
                case NONE, CONSTANT -> {
                    // Every value will do.
                }
            }
        }
    }

    private void checkEntries() throws ProgramException {
        enter(code.startUp());
        for (int i = 0; i < code.triggers(); i++) {
            enter(code.block(i));
        }
    }

    private void enter(int at) throws ProgramException {
        require(isInstruction(at), ProgramFlaw.ENTRY, at);
        reach(at, 0);
    }

    /** The instructions that may come after one. */
    private void follow(int at) throws ProgramException {
        Opcode opcode = code.opcode(at);
        int depth = depths[at] - opcode.pops();
        require(depth >= 0, ProgramFlaw.UNDERFLOW, at);
        depth += opcode.pushes();
        require(depth <= code.stackWords(), ProgramFlaw.OVERFLOW, at);
        if (opcode.operand() == Operand.DISTANCE) {
            reach(code.target(at), depth);
        }
        if (!opcode.endsFlow()) {
            int next = at + opcode.bytes();
            require(next < code.bytes(), ProgramFlaw.END, at);
            reach(next, depth);
        }
    }

    private void reach(int at, int depth) throws ProgramException {
        if (depths[at] == UNSEEN) {
            depths[at] = (byte) depth;
            open[opened++] = (short) at;
        } else {
            require(depths[at] == depth, ProgramFlaw.JOIN, at);
        }
    }

    /** A statement that no path leads to may stand anywhere an instruction begins. */
    private void checkStatements() throws ProgramException {
        CodeTable statements = code.statements();
        int before = -1;
        for (int i = 0; i < statements.size(); i++) {
            int at = statements.offset(i);
            require(at > before && isInstruction(at) && depths[at] <= 0, ProgramFlaw.STATEMENT, at);
            before = at;
        }
    }

    private boolean isInstruction(int at) {
        return at >= 0 && at < begins.length && begins[at];
    }

    private static void require(boolean holds, ProgramFlaw flaw, int at) throws ProgramException {
        if (!holds) {
            throw ProgramException.inCode(flaw, at);
        }
    }
}
