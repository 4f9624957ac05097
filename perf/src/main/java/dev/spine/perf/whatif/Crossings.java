package dev.spine.perf.whatif;

import dev.spine.system.profile.ProfileRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Where one of two rates overtakes the other while a number of the machine rises.
 *
 * @param found every place that the values of the range show, rising; more than one where the rates cross again
 * @param least the smallest ratio of the rates at the values of the range
 * @param most the largest
 */
record Crossings(List<Crossing> found, double least, double most) {
    /** How far apart the two values around a crossing are at most in the end, as a part of the upper one. */
    static final double CLOSE = 0.02;
    /** A linear range that begins at 0 may have its crossing anywhere above it: smaller parts of the range are not told apart. */
    private static final double FINEST_PART = 1e-4;
    private static final int MAX_HALVINGS = 40;

    /** Keeps its own list. */
    Crossings {
        found = List.copyOf(found);
    }

    /**
     * Two values between which the ratio passes 1.
     *
     * @param below the lower value
     * @param above the upper one
     * @param rises whether the first rate is the higher one from here on; otherwise it is the lower one
     */
    record Crossing(double below, double above, boolean rises) {}

    /**
     * Looks for crossings between neighbouring values, and halves the way between two that have one. Two crossings between the same two
     * neighbours are not seen.
     *
     * @param range of the number
     * @param ratio of the first rate to the second, for a value of the range; asked at every value, and at as many more as needed
     */
    static Crossings of(ProfileRange range, DoubleUnaryOperator ratio) {
        List<Crossing> found = new ArrayList<>();
        List<Double> values = range.values();
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int i = 0; i < values.size(); i++) {
            double here = ratio.applyAsDouble(values.get(i));
            least = Math.min(least, here);
            most = Math.max(most, here);
            if (i > 0 && pays(here) != pays(ratio.applyAsDouble(values.get(i - 1)))) {
                found.add(halve(range, ratio, values.get(i - 1), values.get(i)));
            }
        }
        return new Crossings(found, least, most);
    }

    private static boolean pays(double ratio) {
        return ratio > 1;
    }

    private static Crossing halve(ProfileRange range, DoubleUnaryOperator ratio, double first, double last) {
        double below = first;
        double above = last;
        boolean rises = pays(ratio.applyAsDouble(above));
        double enough = (range.to() - range.from()) * FINEST_PART;
        for (int i = 0; i < MAX_HALVINGS && above - below > Math.max(above * CLOSE, enough); i++) {
            double middle = range.middle(below, above);
            if (middle <= below || middle >= above) {
                break;
            }
            if (pays(ratio.applyAsDouble(middle)) == rises) {
                above = middle;
            } else {
                below = middle;
            }
        }
        return new Crossing(below, above, rises);
    }
}
