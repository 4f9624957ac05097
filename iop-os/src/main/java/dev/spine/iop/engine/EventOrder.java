package dev.spine.iop.engine;

/**
 * The order of events of one instant: phase, destination, source, and the source's own sequence, in one {@code long}. There is no global
 * counter, so it does not depend on which of two independent sources was executed first.
 */
final class EventOrder {
    /** Arrivals, and everything that DMA engines and buses do. */
    static final int ARRIVALS = 0;
    /** Calls of tasks and outside callers: between two steps of their agent. */
    static final int CALLS = 1;
    /** Steps: after all arrivals of their instant. */
    static final int STEPS = 2;

    /** How many end points can be told apart. */
    static final int END_POINTS = 1 << 12;
    /** The most agents of one engine. Agents have end points 0 and up, in the order of their paths. */
    static final int MAX_AGENTS = 1 << 10;
    /** The first DMA engine; each follows the agent that used it first. */
    static final int FIRST_DMA = MAX_AGENTS;
    /** The first task. */
    static final int FIRST_TASK = 2 * MAX_AGENTS;
    /** The most tasks that run at one time. */
    static final int MAX_TASKS = END_POINTS - FIRST_TASK - 4;
    /** Recorded outside input. */
    static final int INPUT = END_POINTS - 4;
    /** Callers outside the engine. */
    static final int OUTSIDE = END_POINTS - 3;
    /** Every bus: requests at one bus compete, those at different buses do not notice each other. */
    static final int BUS = END_POINTS - 2;
    /** Lists without a consumer. */
    static final int NOBODY = END_POINTS - 1;

    private static final int SEQUENCE_BITS = 37;
    private static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;
    private static final int END_POINT_BITS = 12;

    /** The source of an event, from its order. */
    static int source(long order) {
        return (int) (order >>> SEQUENCE_BITS) & (END_POINTS - 1);
    }

    private final long[] sequences = new long[END_POINTS];

    /** The order of the next event from {@code source}. */
    long next(int phase, int destination, int source) {
        return ((long) phase << (SEQUENCE_BITS + 2 * END_POINT_BITS))
            | ((long) destination << (SEQUENCE_BITS + END_POINT_BITS))
            | ((long) source << SEQUENCE_BITS)
            | (sequences[source]++ & SEQUENCE_MASK);
    }
}
