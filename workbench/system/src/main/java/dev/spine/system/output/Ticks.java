package dev.spine.system.output;

import java.util.ArrayList;
import java.util.List;

/** Round numbers for the axis of a plot. Any thread. */
public final class Ticks {
    private static final double[] STEPS = {1, 2, 5, 10};
    private static final double[] FEW = {1};
    private static final double[] SOME = {1, 2, 5};
    /** An axis of more decades has one number in each. */
    private static final double DECADES_WITH_MORE = 2.5;
    private static final double TINY = 1e-9;

    private Ticks() {}

    /**
     * {@return multiples of 1, 2 or 5 times a power of ten within a range, about as many as wanted; at least one}
     *
     * @param low lower end
     * @param high upper end, above the lower one
     * @param wanted how many, at least 1
     */
    public static List<Double> linear(double low, double high, int wanted) {
        double rough = (high - low) / wanted;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * STEPS[STEPS.length - 1];
        for (int i = STEPS.length - 1; i >= 0; i--) {
            if (power * STEPS[i] >= rough * (1 - TINY)) {
                step = power * STEPS[i];
            }
        }
        List<Double> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(low / step - TINY); i * step <= high + step * TINY; i++) {
            ticks.add(i * step);
        }
        return ticks.isEmpty() ? List.of(low) : ticks;
    }

    /**
     * {@return powers of ten within a range, with 2 and 5 times each where there are few; plain round numbers where there is none}
     *
     * @param low lower end, above 0
     * @param high upper end, above the lower one
     */
    public static List<Double> logarithmic(double low, double high) {
        double[] multiples = Math.log10(high / low) > DECADES_WITH_MORE ? FEW : SOME;
        List<Double> ticks = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
            for (double multiple : multiples) {
                double tick = multiple * Math.pow(10, power);
                if (tick >= low * (1 - TINY) && tick <= high * (1 + TINY)) {
                    ticks.add(tick);
                }
            }
        }
        return ticks.size() < 2 ? linear(low, high, 4) : ticks;
    }
}
