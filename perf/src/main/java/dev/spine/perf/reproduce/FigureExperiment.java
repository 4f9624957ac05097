package dev.spine.perf.reproduce;

/**
 * How one published figure is asked of the model. What arrives later is a class of this kind, a line in {@link PanicFigures}, and the line
 * {@code kind} in place of {@code needs} in {@code published.toml}. One thread.
 */
interface FigureExperiment {
    /** {@return the figure's name in {@code published.toml}} */
    String id();

    /** {@return a reference to the profile of the machine on which it was measured} */
    String machine();

    /**
     * {@return what the model gives}
     *
     * @param profile reference of the profile that is asked: that machine's, with the fitted number, or another one
     * @param seed of all randomness
     */
    FigureFinding run(String profile, long seed);
}
