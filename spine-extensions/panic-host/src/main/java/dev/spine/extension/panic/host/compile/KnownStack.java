package dev.spine.extension.panic.host.compile;

import dev.spine.extension.panic.program.Opcode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The words on the stack that are known before the program runs. Goes through instructions in the order of the code. One thread. */
final class KnownStack {
    private List<OptionalInt> words = new ArrayList<>();
    /** What jumps bring to instructions further on. */
    private final Map<Integer, List<OptionalInt>> brought = new HashMap<>();
    private boolean isReached = true;

    /** Comes to an instruction. */
    void at(int offset, boolean isStatement) {
        List<OptionalInt> other = brought.remove(offset);
        if (isStatement) {
            words.clear();
        } else if (other != null) {
            words = isReached ? joined(words, other) : other;
        }
        isReached = true;
    }

    private static List<OptionalInt> joined(List<OptionalInt> some, List<OptionalInt> others) {
        List<OptionalInt> both = new ArrayList<>();
        for (int i = 0; i < some.size(); i++) {
            both.add(some.get(i).equals(others.get(i)) ? some.get(i) : OptionalInt.empty());
        }
        return both;
    }

    /** A word; 1 is the top. */
    OptionalInt peek(int depth) {
        return words.size() < depth ? OptionalInt.empty() : words.get(words.size() - depth);
    }

    /**
     * Leaves an instruction.
     *
     * @param opcode which
     * @param constant what it pushes, when that is known
     * @param target where it jumps to; null when it is no jump
     */
    void after(Opcode opcode, OptionalInt constant, @Nullable Integer target) {
        for (int i = 0; i < opcode.pops() && !words.isEmpty(); i++) {
            words.removeLast();
        }
        for (int i = 0; i < opcode.pushes(); i++) {
            words.add(constant);
        }
        if (target != null) {
            brought.merge(target, new ArrayList<>(words), KnownStack::joined);
        }
        isReached = !opcode.endsFlow();
    }
}
