package dev.spine.extension.runtime;

/**
 * Holds back an owner that has more judged than its share: verdict and meter take long for a large image, whether it is accepted or not,
 * and whether it is unloaded at once. Belongs to the card's agent.
 *
 * <p>What judging an image took of a processor, whatever else the machine did meanwhile, is a debt of {@link #SHARE} times as long, which
 * passes with the time. An owner whose debt has reached {@link #MOST_DEBT_NS} waits until it is less. So for long an owner has at most one
 * part in {@link #SHARE} of a judge's time, and what it may take at once is bounded, but for the image with which it reaches that. An
 * image that the card knows is not judged and costs nothing.
 * Where images are judged at once, what that took is said to follow from the bytes, so that the modelled engine decides the same on every
 * run.
 */
final class JudgingPace {
    /** What an owner has of a judge's time for long: one part in so many. */
    static final int SHARE = 4;
    /** So much may be judged at once: two seconds of it. */
    static final long MOST_DEBT_NS = SHARE * 2_000_000_000L;

    private static final long NS_PER_MS = 1_000_000L;
    /** Nothing takes longer, so no debt overflows. */
    private static final long LONGEST_NS = 1_000_000_000_000L;

    private final int owner;
    /** When the debt will have passed. */
    private long freeNs = Long.MIN_VALUE;
    private long tookNs;
    private long heldBack;

    JudgingPace(int owner) {
        this.owner = owner;
    }

    private long debtNs(long nowNs) {
        return freeNs <= nowNs ? 0 : freeNs - nowNs;
    }

    /** {@return whether there is no debt to remember} */
    boolean isQuiet(long nowNs) {
        return debtNs(nowNs) == 0;
    }

    /** An exception, and nothing was done, while the owner has to wait. */
    void require(long nowNs) throws HeldBackException {
        long debtNs = debtNs(nowNs);
        if (debtNs >= MOST_DEBT_NS) {
            heldBack++;
            throw new HeldBackException("judging images of owner " + Integer.toUnsignedString(owner) + " has taken " + tookNs / NS_PER_MS
                + " ms: try again in " + ((debtNs - MOST_DEBT_NS) / NS_PER_MS + 1) + " ms");
        }
    }

    /** An image was judged, and that took so long. */
    void judged(long ns, long nowNs) {
        long counted = Math.min(ns, LONGEST_NS);
        tookNs += counted;
        freeNs = nowNs + debtNs(nowNs) + SHARE * counted;
    }

    void report(ReportLines report) {
        if (tookNs > 0) {
            report.add("judging-ms", tookNs / NS_PER_MS).add("judging-held-back", heldBack);
        }
    }
}
