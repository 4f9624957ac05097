package sample.failing;

import dev.spine.extension.ardma.compiled.CompiledRoutine;

/** In place of a compiled routine of one method: never comes back. */
public final class FailingForm extends CompiledRoutine {
    public static final int VERSION = 77;

    public FailingForm() {
        super("\u0001\u0002\u0001", VERSION);
    }

    @Override
    protected int enter(int method) {
        int rounds = method;
        while (rounds >= 0) {
            rounds = rounds + 1 & 0xFF;
        }
        return rounds;
    }
}
