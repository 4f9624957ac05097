package dev.spine.iop.engine.modelled;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a modelled run must not make or lose: time, bytes, transfers and events, each counted on two sides that know nothing of each other.
 * Immutable; any thread.
 *
 * @param laws each with both of its sides
 */
public record Conservation(List<Law> laws) {
    /** Keeps its own list. */
    public Conservation {
        laws = List.copyOf(laws);
    }

    /**
     * One equation.
     *
     * @param of what it is of, for example {@code "node0/bus"}
     * @param says the law, for example {@code "busy + idle = time, in ps"}
     * @param left its left side
     * @param right its right side
     */
    public record Law(String of, String says, long left, long right) {
        /** {@return whether the sides are the same} */
        public boolean holds() {
            return left == right;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s: %s: %,d is not %,d", of, says, left, right);
        }
    }

    /** {@return the laws that do not hold: none, unless the model has a defect} */
    public List<Law> broken() {
        return laws.stream().filter(law -> !law.holds()).toList();
    }

    /**
     * {@return these laws and others}
     *
     * @param more of the same run
     */
    public Conservation and(List<Law> more) {
        List<Law> all = new ArrayList<>(laws);
        all.addAll(more);
        return new Conservation(all);
    }

    /**
     * {@return how many laws were found to hold}
     *
     * @throws IllegalStateException when one does not; the message has each of those: a defect of the model, to be reported
     */
    public int verify() {
        List<Law> broken = broken();
        if (!broken.isEmpty()) {
            throw new IllegalStateException("the modelled run is wrong, " + broken.size() + " of " + laws.size()
                + " laws of conservation do not hold: " + String.join("; ", broken.stream().map(Law::toString).toList()));
        }
        return laws.size();
    }
}
