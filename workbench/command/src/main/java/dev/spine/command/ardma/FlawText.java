package dev.spine.command.ardma;

import dev.spine.extension.ardma.routine.RoutineException;

/** Where a routine breaks a rule, and which. */
final class FlawText {
    private FlawText() {}

    static String of(RoutineException flaw) {
        return flaw.flaw().text() + (flaw.method() < 0 ? "" : ", in method " + flaw.method() + " at " + flaw.offset());
    }
}
