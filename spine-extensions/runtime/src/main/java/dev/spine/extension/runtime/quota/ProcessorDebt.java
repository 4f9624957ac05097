package dev.spine.extension.runtime.quota;

/**
 * Holds back an owner that takes more of a processor with its loads than its share: verifying takes long for a large image, whether it is
 * accepted or not, and linking and starting take the card's only thread, whether the instance is unloaded at once or not. Belongs to the
 * card's agent.
 *
 * <p>What was taken of a processor, whatever else the machine did meanwhile, is a debt of so many times as long, which passes with the
 * time. An owner that owes too much waits until it is less. So for long an owner has at most one part in so many of that processor, and
 * what it may take at once is bounded, but for the load with which it reaches that. Where images are verified at once, what that took is
 * said to follow from the bytes, and on a modelled card starting takes virtual time: so the modelled engine decides the same on every run.
 */
public final class ProcessorDebt {
    private static final long NS_PER_MS = 1_000_000L;
    /** Nothing takes longer, so no debt overflows. */
    private static final long LONGEST_NS = 1_000_000_000_000L;

    private final String name;
    private final String what;
    private final int share;
    private final long mostDebtNs;
    /** When the debt will have passed. */
    private long freeNs = Long.MIN_VALUE;
    private long tookNs;
    private long throttled;

    private ProcessorDebt(String name, String what, int share, long atOnceNs) {
        this.name = name;
        this.what = what;
        this.share = share;
        this.mostDebtNs = share * atOnceNs;
    }

    /**
     * {@return for the verdicts and the metering of an owner's images: a quarter of a verifier's time, and two seconds of it at once} An
     * image that the card knows is not verified and costs nothing.
     */
    public static ProcessorDebt ofVerifying(int owner) {
        return new ProcessorDebt("verifying", "verifying images of owner " + Integer.toUnsignedString(owner), 4, 2_000 * NS_PER_MS);
    }

    /** {@return for linking and starting what an owner loads or replaces: a tenth of the card's time, and a second of it at once} */
    static ProcessorDebt ofStarting(int owner) {
        return new ProcessorDebt("starting", "starting extensions of owner " + Integer.toUnsignedString(owner), 10, 1_000 * NS_PER_MS);
    }

    /** {@return how many times as long as what was taken the debt is} */
    public int share() {
        return share;
    }

    /** {@return the debt from which on the owner waits} */
    public long mostDebtNs() {
        return mostDebtNs;
    }

    private long debtNs(long nowNs) {
        return freeNs <= nowNs ? 0 : freeNs - nowNs;
    }

    /** {@return whether there is no debt to remember} */
    public boolean isQuiet(long nowNs) {
        return debtNs(nowNs) == 0;
    }

    /** An exception, and nothing was done, while the owner has to wait. */
    public void require(long nowNs) throws ThrottledException {
        long debtNs = debtNs(nowNs);
        if (debtNs >= mostDebtNs) {
            throttled++;
            throw new ThrottledException(what + " has taken " + tookNs / NS_PER_MS + " ms: try again in "
                + ((debtNs - mostDebtNs) / NS_PER_MS + 1) + " ms");
        }
    }

    /** So much of the processor was taken. */
    public void took(long ns, long nowNs) {
        long counted = Math.clamp(ns, 0, LONGEST_NS);
        tookNs += counted;
        freeNs = nowNs + debtNs(nowNs) + share * counted;
    }

    void report(ReportLines report) {
        if (tookNs > 0) {
            report.add(name + "-ms", tookNs / NS_PER_MS).add(name + "-throttled", throttled);
        }
    }
}
