package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.panic.machine.LinkedProgram;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramCode;
import dev.spine.extension.panic.program.Variable;

/** The code that comes in the place of another one, and which variables it keeps: those of the same name and size. */
final class Replacement {
    final int request;
    final LinkedProgram linked;
    final Arena.Area file;
    final Arena.Area data;
    /** First words before and after, and how many. */
    private final int[] from;
    private final int[] to;
    private final int[] words;

    Replacement(int request, Program old, LinkedProgram linked, Arena.Area file, Arena.Area data) {
        this.request = request;
        this.linked = linked;
        this.file = file;
        this.data = data;
        Program program = linked.program();
        from = new int[program.variables()];
        to = new int[program.variables()];
        words = new int[program.variables()];
        for (int i = 0; i < words.length; i++) {
            Variable variable = program.variable(i);
            Variable before = old.like(variable);
            if (before != null && before.words() == variable.words()) {
                from[i] = before.first();
                to[i] = variable.first();
                words[i] = variable.words();
            }
        }
    }

    /** Puts the variables that are kept into the new data area; the others are 0. */
    void fill(Buffer memory, Arena.Area old) {
        if (data.bytes() > 0) {
            memory.fill(data.first(), data.bytes(), 0);
        }
        for (int i = 0; i < words.length; i++) {
            if (words[i] > 0) {
                memory.copyFrom(data.first() + to[i] * Integer.BYTES, memory, old.first() + from[i] * Integer.BYTES,
                    words[i] * Integer.BYTES);
            }
        }
    }

    /** {@return the mask of the triggers that were armed before and are still there} */
    int armed(ProgramCode old, int mask) {
        ProgramCode code = linked.program().code();
        int armed = 0;
        for (int i = 0; i < old.triggers(); i++) {
            int index = (mask >>> i & 1) == 0 ? -1 : code.indexOf(old.trigger(i));
            if (index >= 0) {
                armed |= 1 << index;
            }
        }
        return armed;
    }
}
