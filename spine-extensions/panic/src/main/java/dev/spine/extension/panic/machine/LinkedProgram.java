package dev.spine.extension.panic.machine;

import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramCode;

/** A program, ready to run: made once, when it is loaded. Any number of machines of one thread may run it. */
public final class LinkedProgram {
    final Operation[] operations;
    private final Program program;
    private final int startUp;
    private final int[] blocks;

    private LinkedProgram(Program program) {
        this.program = program;
        ProgramCode code = program.code();
        operations = new Operation[code.instructions()];
        for (int i = 0; i < operations.length; i++) {
            operations[i] = Linker.operation(code, code.offset(i));
        }
        startUp = code.instructionAt(code.startUp());
        blocks = new int[code.triggers()];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = code.instructionAt(code.block(i));
        }
    }

    /**
     * {@return a program, linked}
     *
     * @param program what to link
     */
    public static LinkedProgram link(Program program) {
        return new LinkedProgram(program);
    }

    /** {@return the program that was linked} */
    public Program program() {
        return program;
    }

    int startUp() {
        return startUp;
    }

    int block(int trigger) {
        return blocks[trigger];
    }
}
