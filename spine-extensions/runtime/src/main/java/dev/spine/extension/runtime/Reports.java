package dev.spine.extension.runtime;

import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.quota.OwnerLedger;
import dev.spine.extension.runtime.quota.ReportLines;
import java.nio.charset.StandardCharsets;

/**
 * Writes the reports that LIST, INSPECT and OWNERS ask for, as many whole ones as there is room for, and says where the rest begins.
 * Belongs to the card's agent.
 */
final class Reports {
    private final RuntimeModule runtime;
    private final StringBuilder text = new StringBuilder();
    private int room;
    private int next;

    Reports(RuntimeModule runtime) {
        this.runtime = runtime;
    }

    /** {@return the reports} */
    String text() {
        return text.toString();
    }

    /** {@return where the rest begins, 0 when there is none; of a single report the instance} */
    int next() {
        return next;
    }

    private void begin(int bytes) {
        text.setLength(0);
        room = bytes;
        next = 0;
    }

    private boolean append(ReportLines report, int position) {
        String lines = report.toString();
        int bytes = lines.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > room) {
            next = position;
            return false;
        }
        room -= bytes;
        text.append(lines);
        return true;
    }

    void instances(int owner, int first, int bytes) {
        begin(bytes);
        boolean fits = true;
        for (int number = Math.max(1, first); fits && number <= CardLimits.MAX_INSTANCES; number++) {
            ExtensionInstance instance = runtime.instances().get(number, owner);
            if (instance != null) {
                fits = append(new InstanceDescription(instance).status(), number);
            }
        }
    }

    void owners(int owner, int first, int bytes) {
        begin(bytes);
        int position = 1;
        runtime.instances().owners().forget(runtime.nowNs());
        for (OwnerLedger ledger : runtime.instances().owners().all()) {
            if ((owner == 0 || ledger.owner() == owner) && position >= first && !append(statusOf(ledger), position)) {
                return;
            }
            position++;
        }
    }

    /** The node's own report has what no owner is told: the traffic of all. */
    private ReportLines statusOf(OwnerLedger ledger) {
        ReportLines report = ledger.status(runtime.nowNs());
        if (ledger.owner() == 0) {
            runtime.dispatcher().report(report);
        }
        return report;
    }

    /** A report of one instance; false when the owner has none of that number. */
    boolean instance(int number, int owner, int bytes) {
        begin(bytes);
        ExtensionInstance instance = runtime.instances().get(number, owner);
        if (instance == null) {
            return false;
        }
        // There is no next page for the rest of a single report.
        append(new InstanceDescription(instance).everything().within(bytes), 0);
        next = number;
        return true;
    }
}
