package dev.spine.extension.runtime;

/**
 * Holds back an owner that has more judged than its share: verdict and meter take processor time by the bytes of an image, whether it is
 * accepted or not, and whether it is unloaded at once. Decided by the card's clock and the bytes alone. Belongs to the card's agent.
 *
 * <p>Each judged byte is a debt of {@link #NS_PER_BYTE}, which passes with the time. An owner whose debt has reached {@link #MOST_DEBT_NS}
 * waits until it is less. Images that the card knows are not judged and cost nothing.
 */
final class JudgingPace {
    /** What a judged byte costs: an owner has at most 1,000,000 of them in a second, for long. */
    static final long NS_PER_BYTE = 1_000L;
    /** So much may be judged at once: four of the largest images. */
    static final long MOST_DEBT_NS = 4L * ExtensionImage.MAX_BYTES * NS_PER_BYTE;

    private static final long NS_PER_MS = 1_000_000L;

    private final int owner;
    /** When the debt will have passed. */
    private long freeNs = Long.MIN_VALUE;
    private long judged;
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
            throw new HeldBackException("images of owner " + Integer.toUnsignedString(owner) + " take too long to judge, " + judged
                + " bytes so far: try again in " + ((debtNs - MOST_DEBT_NS) / NS_PER_MS + 1) + " ms");
        }
    }

    /** So many bytes more were judged. */
    void judged(int bytes, long nowNs) {
        judged += bytes;
        freeNs = nowNs + debtNs(nowNs) + bytes * NS_PER_BYTE;
    }

    void report(ReportLines report) {
        if (judged > 0) {
            report.add("judged-bytes", judged).add("judging-held-back", heldBack);
        }
    }
}
