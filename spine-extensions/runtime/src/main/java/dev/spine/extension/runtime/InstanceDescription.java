package dev.spine.extension.runtime;

import dev.spine.extension.runtime.quota.ActivationLedger;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.quota.QuotaLedger;
import dev.spine.extension.runtime.quota.ReportLines;
import dev.spine.extension.runtime.report.FailureRecord;
import dev.spine.extension.runtime.report.InstanceReport;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells about one instance as it stands, to who asks over messages and to who asks on the card. Belongs to the card's agent. */
final class InstanceDescription {
    private final ExtensionInstance instance;
    private final MessageQueues queues;
    private final QuotaLedger quotas;
    private final Holdings holdings;
    private final ExtensionVersions versions;
    private final ActivationLedger ledger;
    private final @Nullable FailureRecord failure;

    InstanceDescription(ExtensionInstance instance, MessageQueues queues) {
        this.instance = instance;
        this.queues = queues;
        this.quotas = instance.quotas();
        this.holdings = instance.holdings();
        this.versions = instance.versions();
        this.ledger = instance.ledger();
        this.failure = instance.failureRecord();
    }

    /** {@return a copy for who is on the card} */
    InstanceReport report() {
        Map<String, Long> values = new LinkedHashMap<>();
        instance.counters().forEach((label, counter) -> values.put(label, counter.value()));
        return new InstanceReport(instance.number(), instance.name(), instance.isRunning(), failureText(), instance.activations(),
            instance.dropped(), ledger.fuelUsed(), ledger.mostFuel(), ledger.lastFuel(), (int) quotas.used(Quota.BUFFERS),
            holdings.blocks(), holdings.inFlight(), (int) quotas.used(Quota.TIMERS), holdings.refusedTransfers(), values,
            instance.log().lines(), instance.log().suppressed());
    }

    /** {@return the instance in short: what LIST tells} */
    ReportLines status() {
        ReportLines report = new ReportLines().add("instance", instance.number()).add("life", instance.serial())
            .add("name", instance.name())
            .add("owner", Integer.toUnsignedString(instance.options().owner())).add("tied", instance.options().tied())
            .add("state", state()).add("version", versions.current().generation()).add("activations", instance.activations())
            .add("failedActivations", instance.failedActivations()).add("dropped", instance.dropped());
        instance.drops().report(report);
        report.add("waiting", queues.waiting(instance.number())).add("noRoom", queues.noRoom(instance.number()))
            .add("held", instance.context().held());
        report.add("refusedTransfers", holdings.refusedTransfers()).add("fuel", ledger.fuelUsed()).add("mostFuel", ledger.mostFuel())
            .add("allocatedBytes", ledger.bytesAllocated()).add("logged", instance.log().taken());
        if (failure != null) {
            report.add("failure", failureText());
        }
        VersionTrial trial = versions.trial();
        if (trial != null) {
            report.add("trialActivations", trial.activationsLeft());
        }
        if (versions.rollBacks() > 0) {
            report.add("rolledBack", versions.rollBacks()).add("rollBack", versions.rollBack());
        }
        quotas.report(report);
        instance.counters().forEach((label, counter) -> report.add("counter", counter.value() + " " + label));
        return report;
    }

    /** {@return everything: what INSPECT tells} */
    ReportLines everything() {
        ReportLines report = status();
        // First what nobody else knows: the last lines may have no room.
        if (failure != null) {
            failure.stack().forEach(line -> report.add("stack", line));
            failure.kept().forEach(line -> report.add("kept", line));
        }
        versions.current().parameters().values().forEach((key, value) -> report.add("parameter", key + '=' + value));
        instance.log().lines().forEach(line -> report.add("log", line));
        return report;
    }

    private String failureText() {
        return failure == null ? "" : failure.text();
    }

    private String state() {
        if (failure != null) {
            return "failed";
        }
        if (!instance.isRunning()) {
            return "ended";
        }
        return versions.trial() != null ? "trial" : "running";
    }
}
