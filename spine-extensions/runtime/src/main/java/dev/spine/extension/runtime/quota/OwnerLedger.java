package dev.spine.extension.runtime.quota;

/** What the extensions of one owner use together. Belongs to the card's agent. */
public final class OwnerLedger {
    private final int owner;
    private final QuotaLedger quotas = new QuotaLedger(null);
    private final LoadPace pace;
    private final ProcessorDebt verifying;
    private final ProcessorDebt starting;
    private boolean limited;
    private boolean bounded;
    private long restsUntilNs = Long.MIN_VALUE;

    OwnerLedger(int owner) {
        this.owner = owner;
        this.pace = new LoadPace(owner);
        this.verifying = ProcessorDebt.ofVerifying(owner);
        this.starting = ProcessorDebt.ofStarting(owner);
        apply(owner == 0 ? OwnerLimits.UNLIMITED : OwnerLimits.STANDARD);
    }

    /** {@return the number of the owner} */
    public int owner() {
        return owner;
    }

    /** {@return what all instances of the owner use} */
    public QuotaLedger quotas() {
        return quotas;
    }

    /** {@return how fast the owner may load} */
    public LoadPace pace() {
        return pace;
    }

    /** {@return the processor time that verifying images of the owner took} */
    public ProcessorDebt verifying() {
        return verifying;
    }

    /** {@return the processor time that starting instances of the owner took} */
    public ProcessorDebt starting() {
        return starting;
    }

    /** The host has said what this owner may use. What it uses above that already stays; nothing more is granted. */
    void limit(OwnerLimits limits) {
        apply(limits);
        limited = true;
    }

    /** An instance that has left would have had to rest until then: the next one does. */
    public void left(ProcessorShare.Turn turn) {
        restsUntilNs = Math.max(restsUntilNs, turn.restsUntilNs());
    }

    /** {@return until when a new instance rests} */
    public long restsUntilNs() {
        return restsUntilNs;
    }

    /** {@return whether anything is bounded for this owner: the node itself and administrators have no limits} */
    public boolean isBounded() {
        return bounded;
    }

    private void apply(OwnerLimits limits) {
        bounded = !limits.limits().isEmpty();
        for (Quota quota : Quota.values()) {
            quotas.limit(quota, limits.limit(quota));
        }
    }

    /**
     * {@return whether the owner has nothing on the card, and what it has used, failed by, had verified or started lately need not
     * be remembered}; the node itself has no limits for which it would have to be.
     */
    boolean isOver(long nowNs) {
        return quotas.used(Quota.INSTANCES) == 0 && quotas.used(Quota.MEMORY) == 0
            && (owner == 0 || quotas.isSecondOver(nowNs) && pace.isQuiet(nowNs) && verifying.isQuiet(nowNs)
                && starting.isQuiet(nowNs) && nowNs >= restsUntilNs);
    }

    /** {@return whether nothing is known of the owner that would be lost with this ledger} */
    boolean isForgettable(long nowNs) {
        return !limited && isOver(nowNs);
    }

    /** {@return a report of the owner} */
    public ReportLines status(long nowNs) {
        ReportLines report = new ReportLines().add("owner", Integer.toUnsignedString(owner));
        if (!isOver(nowNs)) {
            report.add("remembered", 1);
        }
        quotas.report(report);
        pace.report(report);
        verifying.report(report);
        starting.report(report);
        return report;
    }
}
