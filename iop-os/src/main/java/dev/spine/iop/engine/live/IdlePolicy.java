package dev.spine.iop.engine.live;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * How a live thread backs off while its agents find nothing to do: it spins, then yields, then parks for a time that doubles up to a
 * bound. One piece of work starts it over.
 *
 * @param spins idle cycles with a spin hint, at least 0
 * @param yields idle cycles that yield the processor after those, at least 0
 * @param shortestParkNs first park, at least 1
 * @param longestParkNs bound of a park: what a delivery to a parked agent can wait at most, apart from the operating system
 */
public record IdlePolicy(int spins, int yields, long shortestParkNs, long longestParkNs) {
    /** For general use: a busy system never leaves the spinning phase, an idle one costs about 1 % of a processor. */
    public static final IdlePolicy BACK_OFF = new IdlePolicy(2_000, 100, 10_000, 500_000);

    /**
     * For threads that descriptors wake ({@link IdleWait}): they look around for some ten microseconds, as falling asleep and being woken
     * costs more than that, and sleep until something comes. What is not told by a descriptor, a call or a time to wake at waits for 20 ms
     * at most.
     */
    public static final IdlePolicy WOKEN = new IdlePolicy(64, 0, 20_000_000, 20_000_000);

    /**
     * For threads that are woken for what matters to them, and look around once a millisecond for the rest: they sleep after one cycle
     * without work, because whoever they wait for may need the processor. An idle one costs about as much as with {@link #BACK_OFF}.
     */
    public static final IdlePolicy MOSTLY_WOKEN = new IdlePolicy(0, 0, 1_000_000, 1_000_000);

    /** For measurements on processors of one's own: spins forever. */
    public static final IdlePolicy SPIN = new IdlePolicy(Integer.MAX_VALUE, 0, 1, 1);

    /** Checks the ranges. */
    public IdlePolicy {
        checkArgument(spins >= 0 && yields >= 0 && shortestParkNs >= 1 && longestParkNs >= shortestParkNs,
            "an idle policy needs spins and yields of at least 0, and parks of at least 1 ns with a bound no shorter than the first");
    }

    /**
     * {@return how long to park, or 0 for not at all: nanoseconds}
     *
     * @param idleCycles how many cycles in a row did no work, from 1; the spins and yields are over
     */
    long parkNs(long idleCycles) {
        long parks = idleCycles - spins - yields;
        if (parks < 1) {
            return 0;
        }
        long doublings = Math.min(parks - 1, 40);
        return shortestParkNs > longestParkNs >> doublings ? longestParkNs : shortestParkNs << doublings;
    }
}
