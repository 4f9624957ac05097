package dev.spine.extension.panic.machine;

import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramCode;
import org.jspecify.annotations.Nullable;

/** A program, ready to run: {@link Linker} makes it once, when the program is loaded. Any number of machines of one thread may run it. */
public final class LinkedProgram {
    final Operation[] operations;
    /** Null when all of it is interpreted. */
    final @Nullable CompiledProgram compiled;
    private final Program program;
    private final int startUp;
    private final int[] blocks;

    LinkedProgram(Program program, Operation[] operations, @Nullable CompiledProgram compiled) {
        this.program = program;
        this.operations = operations;
        this.compiled = compiled;
        ProgramCode code = program.code();
        startUp = code.instructionAt(code.startUp());
        blocks = new int[code.triggers()];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = code.instructionAt(code.block(i));
        }
    }

    /** {@return the program that was linked} */
    public Program program() {
        return program;
    }

    /** {@return whether it has a compiled form} */
    public boolean isCompiled() {
        return compiled != null;
    }

    int startUp() {
        return startUp;
    }

    static int block(LinkedProgram of, int trigger) {
        return of.blocks[trigger];
    }
}
