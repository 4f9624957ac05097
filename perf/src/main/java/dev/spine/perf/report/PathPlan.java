package dev.spine.perf.report;

import java.util.List;

/** What every comparison of paths is told. One thread at a time. */
public interface PathPlan {
    /** The engine of this machine. */
    String LIVE = "live";
    /** The engine of a described machine, and the layout of what runs on it. */
    String MODELLED = "modelled";

    /** {@return names of the paths, in order of the tables} */
    List<String> paths();

    /** {@return some of {@link #LIVE} and {@link #MODELLED}, in order} */
    List<String> engines();

    /** {@return name or file of the machine profile} */
    String profile();

    /** {@return seed of all randomness} */
    long seed();

    /** {@return how often each live saturation run is repeated; the median by rate is told} */
    int repeats();
}
