package dev.spine.extension.runtime.report;

import dev.spine.extension.runtime.quota.ReportLines;

/** Messages and packets that came to an instance and that no handler of it got, each once, by reason. Belongs to the card's agent. */
public final class Drops {
    /** Why. */
    public enum Reason {
        /** It has no handler of that number. */
        NO_HANDLER("droppedNoHandler"),
        /** It has failed, or ended. */
        STOPPED("droppedStopped"),
        /** Its fuel of this second, or its owner's, was used up. */
        NO_FUEL("droppedNoFuel"),
        /** It held as many packets and blocks as it may. */
        NO_LEASE("droppedNoLease"),
        /** No message of anybody: a report of the card itself that came too late, or to no handler. */
        REPORT("droppedReports");

        private final String key;

        Reason(String key) {
            this.key = key;
        }
    }

    private static final Reason[] REASONS = Reason.values();

    private final long[] counts = new long[REASONS.length];

    /** Counts one that was dropped. */
    public void count(Reason reason) {
        counts[reason.ordinal()]++;
    }

    /** {@return messages and packets; reports are neither} */
    public long total() {
        long total = 0;
        for (Reason reason : REASONS) {
            total += reason == Reason.REPORT ? 0 : counts[reason.ordinal()];
        }
        return total;
    }

    /** Adds what was dropped to a report. */
    public void report(ReportLines report) {
        for (Reason reason : REASONS) {
            if (counts[reason.ordinal()] > 0) {
                report.add(reason.key, counts[reason.ordinal()]);
            }
        }
    }
}
