package dev.spine.extension.runtime.quota;

import java.util.List;

/** What a runtime tells about one owner, for programs to read: the answer to OWNERS. */
public final class OwnerStatus {
    private final ReportLines report;

    OwnerStatus(ReportLines report) {
        this.report = report;
    }

    /**
     * Reads the answer to OWNERS.
     *
     * @param text lines {@code key=value}, an empty line after each owner
     * @return the owners
     */
    public static List<OwnerStatus> parse(String text) {
        return ReportLines.parse(text).stream().map(OwnerStatus::new).toList();
    }

    /** {@return its number, 0 for the node itself} */
    public int owner() {
        return (int) report.number("owner");
    }

    /** {@return the ledger: what its extensions use together of each quota} */
    public List<QuotaUse> quotas() {
        return report.quotas();
    }

    /**
     * {@return whether it has something on the card, or has used or failed by something so lately that it must be remembered}: as long as
     * it is so, its number is nobody else's.
     */
    public boolean isRemembered() {
        return report.number("remembered") != 0;
    }

    /** {@return how many loads and replacements of it were refused or taken back, and extensions of it failed soon after their load} */
    public long failedLoads() {
        return report.number("failed-loads");
    }

    /** {@return how many loads and replacements were not taken up because it has failed too fast} */
    public long throttled() {
        return report.number("throttled");
    }

    /** {@return the lines and the empty one that ends them} */
    @Override
    public String toString() {
        return report.toString();
    }
}
