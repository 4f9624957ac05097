package dev.spine.perf.reproduce;

import java.util.function.ToDoubleFunction;

/**
 * A published figure that a number of the profiles is fitted to.
 *
 * @param id of the figure
 * @param profile name of the profile of its machine
 * @param published the figure, above 0
 * @param direction which way it goes when operations cost more
 * @param model gives the figure for a reference to a profile; the same every time
 */
record FittedPoint(String id, String profile, double published, Direction direction, ToDoubleFunction<String> model) {
    /** Which way a figure goes when operations cost more. */
    enum Direction {
        /** A rate: it falls. */
        FALLS,
        /** A time: it rises. */
        RISES
    }

    /** {@return how much too cheap operations are for a modelled figure: the logarithm of its ratio; 0 where it is as published} */
    double excess(double modelled) {
        double ratio = Math.log(modelled / published);
        return direction == Direction.FALLS ? ratio : -ratio;
    }
}
