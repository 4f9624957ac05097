package dev.spine.extension.runtime;

import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.extension.runtime.quota.OwnerLedger;
import dev.spine.extension.runtime.quota.Owners;
import dev.spine.extension.runtime.quota.ReportLines;
import dev.spine.iop.engine.AgentContext;
import java.nio.charset.StandardCharsets;

/**
 * Writes the reports that LIST, INSPECT and OWNERS ask for, as many whole ones as there is room for, and says where the rest begins.
 * Belongs to the card's agent.
 */
final class Reports {
    private final InstanceTable table;
    private final Owners owners;
    private final Dispatcher dispatcher;
    private final AgentContext agent;
    private final StringBuilder text = new StringBuilder();
    private int room;
    private int next;

    Reports(RuntimeParts parts, InstanceTable table, Dispatcher dispatcher) {
        this.table = table;
        this.owners = parts.owners();
        this.dispatcher = dispatcher;
        this.agent = parts.agent();
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
            ExtensionInstance instance = table.get(number, owner);
            if (instance != null) {
                fits = append(new InstanceDescription(instance, dispatcher.local().queues()).status(), number);
            }
        }
    }

    void owners(int owner, int first, int bytes) {
        begin(bytes);
        int position = 1;
        owners.forget(agent.nowNs());
        for (OwnerLedger ledger : owners.all()) {
            if ((owner == 0 || ledger.owner() == owner) && position >= first && !append(statusOf(ledger), position)) {
                return;
            }
            position++;
        }
    }

    /** The node's own report has what no owner is told: the traffic of all. */
    private ReportLines statusOf(OwnerLedger ledger) {
        ReportLines report = ledger.status(agent.nowNs());
        if (ledger.owner() == 0) {
            dispatcher.report(report);
        }
        return report;
    }

    /** A report of one instance; false when the owner has none of that number. */
    boolean instance(int number, int owner, int bytes) {
        begin(bytes);
        ExtensionInstance instance = table.get(number, owner);
        if (instance == null) {
            return false;
        }
        // There is no next page for the rest of a single report.
        append(new InstanceDescription(instance, dispatcher.local().queues()).everything().within(bytes), 0);
        next = number;
        return true;
    }
}
