package dev.spine.extension.panic.program;

/**
 * The loader's checks of code, in parts. A program that passes them never leaves its code, its stack or its data area. One object checks
 * one.
 */
final class ProgramVerifier {
    private static final byte UNSEEN = -1;

    /** What comes next. */
    private enum Step { BEGINS, OFFSETS, OPERANDS, ENTRIES, PATHS, STATEMENTS }

    private final ProgramCode code;
    private final int dataWords;
    private final boolean[] begins;
    /** Words on the stack before the instruction at an offset, when a path to it was found. */
    private final byte[] depths;
    /** Offsets of instructions whose depth is known and whose successors were not looked at. */
    private final short[] open;
    private int[] offsets = {};
    private Step step = Step.BEGINS;
    /** Within the step. */
    private int index;
    private int opened;
    private int count;
    private int before = -1;

    ProgramVerifier(ProgramCode code, int dataWords) {
        this.code = code;
        this.dataWords = dataWords;
        begins = new boolean[code.bytes()];
        depths = new byte[code.bytes()];
        open = new short[code.bytes()];
    }

    /** Checks about so many instructions. {@return whether all is checked} */
    boolean verifyOn(int work) throws ProgramException {
        switch (step) {
            case BEGINS -> findInstructions(work);
            case OFFSETS -> collectOffsets(work);
            case OPERANDS -> checkOperands(work);
            case ENTRIES -> {
                checkEntries();
                next(Step.PATHS);
            }
            case PATHS -> {
                for (int i = 0; i < work && opened > 0; i++) {
                    follow(open[--opened]);
                }
                if (opened == 0) {
                    next(Step.STATEMENTS);
                }
            }
            case STATEMENTS -> {
                return checkStatements(work);
            }
        }
        return false;
    }

    private void next(Step then) {
        step = then;
        index = 0;
    }

    private void findInstructions(int work) throws ProgramException {
        int at = index;
        for (int i = 0; i < work && at < code.bytes(); i++) {
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
        index = at;
        if (at == code.bytes()) {
            offsets = new int[count];
            count = 0;
            next(Step.OFFSETS);
        }
    }

    private void collectOffsets(int work) {
        int end = index + Math.min(work, begins.length - index);
        for (int i = index; i < end; i++) {
            depths[i] = UNSEEN;
            if (begins[i]) {
                offsets[count++] = i;
            }
        }
        index = end;
        if (index == begins.length) {
            code.setInstructions(new CodeTable(offsets, offsets));
            next(Step.OPERANDS);
        }
    }

    private void checkOperands(int work) throws ProgramException {
        int end = index + Math.min(work, count - index);
        for (; index < end; index++) {
            int at = code.offset(index);
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
        if (index == count) {
            next(Step.ENTRIES);
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
    private boolean checkStatements(int work) throws ProgramException {
        CodeTable statements = code.statements();
        int end = index + Math.min(work, statements.size() - index);
        for (; index < end; index++) {
            int at = statements.offset(index);
            require(at > before && isInstruction(at) && depths[at] <= 0, ProgramFlaw.STATEMENT, at);
            before = at;
        }
        return index == statements.size();
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
