package dev.spine.command.run;

import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.runtime.quota.QuotaUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is told of extensions, as members of a reply. */
final class ExtensionView {
    private ExtensionView() {}

    /** {@return a line of a list} */
    static Map<String, Object> brief(String iop, InstanceStatus report, String owner) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("on", iop);
        members.put("extension", report.instance());
        members.put("name", report.name());
        members.put("owner", owner);
        members.put("tied", report.isTied());
        members.put("version", report.version());
        members.put("state", report.state());
        members.put("activations", report.number("activations"));
        members.put("dropped", report.number("dropped"));
        members.put("fuel", report.number("fuel"));
        members.put("allocatedBytes", report.number("allocatedBytes"));
        return members;
    }

    /** {@return a line of the ledger} */
    static Map<String, Object> ledger(String iop, InstanceStatus report, String owner) {
        Map<String, Object> members = brief(iop, report, owner);
        members.put("quotas", quotas(report.quotas()));
        return members;
    }

    /** {@return everything} */
    static Map<String, Object> whole(String iop, InstanceStatus report, String owner) {
        Map<String, Object> members = brief(iop, report, owner);
        members.put("replaced", report.number("replaced"));
        members.put("rolledBack", report.number("rolledBack"));
        members.put("refusedTransfers", report.number("refusedTransfers"));
        members.put("mostFuel", report.number("mostFuel"));
        members.put("counters", new LinkedHashMap<>(report.counters()));
        members.put("parameters", new LinkedHashMap<>(report.parameters()));
        members.put("quotas", quotas(report.quotas()));
        members.put("log", report.log());
        if (report.number("cut") > 0) {
            members.put("cut", report.number("cut"));
        }
        if (!report.failure().isEmpty()) {
            members.put("failure", report.failure());
            members.put("stack", report.stack());
            members.put("kept", report.kept());
        }
        return members;
    }

    static List<Object> quotas(List<QuotaUse> uses) {
        List<Object> quotas = new ArrayList<>();
        for (QuotaUse use : uses) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("quota", use.quota().key());
            members.put("used", use.used());
            if (use.limit() != QuotaUse.UNLIMITED) {
                members.put("limit", use.limit());
            }
            members.put("peak", use.peak());
            members.put("refused", use.refused());
            quotas.add(members);
        }
        return quotas;
    }
}
