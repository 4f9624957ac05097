package dev.spine.iop.engine.modelled;

import java.util.Arrays;

/**
 * The order of events of one instant in one node: phase, destination, source, and the source's own sequence, in one {@code long}. There is
 * no global counter, so it does not depend on which of two independent sources was executed first.
 *
 * <p>From the highest bit: sign 0, phase 2 bits, destination 12 bits, source 13 bits, sequence 36 bits. Destinations are end points of the
 * node; so are sources, or another node as a whole, whose crossings have one sequence of their own.
 */
final class EventOrder {
    /** Arrivals, and everything that DMA engines and buses do. */
    static final int ARRIVALS = 0;
    /** Calls of tasks and outside callers: between two steps of their agent. */
    static final int CALLS = 1;
    /** Steps: after all arrivals of their instant. */
    static final int STEPS = 2;

    /** How many end points can be told apart in a node. */
    static final int END_POINTS = 1 << 12;
    private static final int AGENT_BITS = 10;
    /** The most agents of one node. Agents have end points 0 and up, in the order of their paths. */
    static final int MAX_AGENTS = 1 << AGENT_BITS;
    /** The first DMA engine; each follows the agent that used it first. */
    static final int FIRST_DMA = MAX_AGENTS;
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
    /** The first of the other nodes, which are sources only. */
    static final int FIRST_NODE = END_POINTS;
    /** The most nodes of one engine. */
    static final int MAX_NODES = END_POINTS;

    private static final int SEQUENCE_BITS = 36;
    private static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;
    private static final int SOURCE_BITS = 13;
    private static final int DESTINATION_BITS = 12;

    /** The source of an event, from its order. */
    static int source(long order) {
        return (int) (order >>> SEQUENCE_BITS) & ((1 << SOURCE_BITS) - 1);
    }

    /** How many sequences there are before the groups. */
    private static final int NO_AGENTS = END_POINTS - INPUT;
    /** Agent n, the DMA engine n, and the tasks n and n + 1,024. */
    private static final int GROUP = END_POINTS / MAX_AGENTS;
    private static final int FIRST_GROUPS = 4;

    /**
     * The sequences of {@link #INPUT} and those behind it, then those of the others in groups. So what a node uses lies side by side, and
     * there are only as many as it uses.
     */
    private long[] sequences = new long[NO_AGENTS + FIRST_GROUPS * GROUP];
    private long crossings;

    /** How many orders were given so far. */
    long count() {
        long sum = crossings;
        for (long sequence : sequences) {
            sum += sequence;
        }
        return sum;
    }

    /** The order of the next event from {@code source}. */
    long next(int phase, int destination, int source) {
        int at = source >= INPUT ? source - INPUT
            : NO_AGENTS + (source & MAX_AGENTS - 1) * GROUP + (source >> AGENT_BITS);
        if (at >= sequences.length) {
            sequences = Arrays.copyOf(sequences, 2 * at);
        }
        return of(phase, destination, source, sequences[at]++);
    }

    /** The order, in another node, of the next arrival there from this node, which has the given number. */
    long nextCrossing(int destination, int node) {
        return of(ARRIVALS, destination, FIRST_NODE + node, crossings++);
    }

    private static long of(int phase, int destination, int source, long sequence) {
        return ((long) phase << (SEQUENCE_BITS + SOURCE_BITS + DESTINATION_BITS))
            | ((long) destination << (SEQUENCE_BITS + SOURCE_BITS))
            | ((long) source << SEQUENCE_BITS)
            | (sequence & SEQUENCE_MASK);
    }
}
