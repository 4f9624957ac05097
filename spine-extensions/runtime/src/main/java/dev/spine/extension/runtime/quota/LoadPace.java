package dev.spine.extension.runtime.quota;

/**
 * Holds back an owner whose extensions fail again and again soon after they were loaded: verifying, linking and starting them takes the
 * card's only thread, so who fails faster has to wait longer. Decided by the card's clock alone. Belongs to the card's agent.
 *
 * <p>A failure is a load or a replacement that was refused, a replacement that was taken back, or an instance that fails within
 * {@link #SOON_NS} of its load or its last replacement; a rehearsal that is refused is none. The first {@link #FREE} cost
 * nothing. After the next the owner waits {@link #FIRST_NS}, after each further one twice as long as before, at most {@link #MAX_NS}. All
 * is forgotten when {@link #SOON_NS} have passed without a failure.
 */
public final class LoadPace {
    /** How many failures nobody waits for: an author who tries things out does not notice. */
    public static final int FREE = 4;
    /** The first wait: about what a load takes of the card. */
    static final long FIRST_NS = 4_000_000L;
    /** The longest wait: a load that takes milliseconds is then a few thousandths of the card's time. */
    public static final long MAX_NS = 1_000_000_000L;
    /** How soon after its load or last replacement an instance's failure counts, and how long a failure is remembered. */
    public static final long SOON_NS = 10_000_000_000L;

    private static final long NS_PER_MS = 1_000_000L;

    private final int owner;
    private int failures;
    private long firstNs;
    private long lastNs;
    private long untilNs;
    private long failed;
    private long throttled;

    LoadPace(int owner) {
        this.owner = owner;
    }

    /** {@return whether there is no failure to remember} */
    boolean isQuiet(long nowNs) {
        return failures == 0 || nowNs - lastNs >= SOON_NS;
    }

    /** An exception, and nothing was done, while the owner has to wait. */
    public void require(long nowNs) throws ThrottledException {
        if (!isQuiet(nowNs) && nowNs < untilNs) {
            throttled++;
            throw new ThrottledException("extensions of owner " + Integer.toUnsignedString(owner) + " have failed " + failures
                + " times in " + (lastNs - firstNs + NS_PER_MS - 1) / NS_PER_MS + " ms: try again in "
                + (untilNs - nowNs + NS_PER_MS - 1) / NS_PER_MS + " ms");
        }
    }

    /** One more failure. */
    public void failed(long nowNs) {
        failed++;
        if (isQuiet(nowNs)) {
            failures = 0;
            firstNs = nowNs;
        }
        failures++;
        lastNs = nowNs;
        if (failures > FREE) {
            untilNs = nowNs + waitNs(failures - FREE - 1);
        }
    }

    private static long waitNs(int doublings) {
        return doublings >= Long.numberOfLeadingZeros(FIRST_NS) - 1 ? MAX_NS : Math.min(MAX_NS, FIRST_NS << doublings);
    }

    void report(ReportLines report) {
        if (failed > 0) {
            report.add("failed-loads", failed).add("throttled", throttled);
        }
    }
}
