package dev.spine.command.run;

import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.system.output.TextTable;
import java.util.Locale;
import java.util.Map;

/** The state of a system for people. */
final class StatusText {
    private static final int LONGEST = 1 << 20;
    private static final double MS_PER_SECOND = 1000;

    private final StringBuilder text = new StringBuilder();

    private StatusText() {}

    static String write(Fields status) throws RequestException {
        StatusText writer = new StatusText();
        writer.all(status);
        return writer.text.toString();
    }

    static String counters(Fields counted) throws RequestException {
        TextTable table = new TextTable("of", "part", "counter", "count");
        for (Fields agent : counted.objects("agents")) {
            String of = agent.text("agent", LONGEST);
            Fields parts = agent.object("parts");
            for (String part : parts.members().keySet()) {
                Fields counters = parts.object(part);
                for (String label : counters.members().keySet()) {
                    table.row(of, part, label, grouped(counters, label));
                }
            }
        }
        return table.toString();
    }

    private void all(Fields status) throws RequestException {
        text.append(String.format(Locale.ROOT, "%s: up %.1f s, %s engine; you are %s%s%n", status.text("system", LONGEST),
            number(status, "upMs") / MS_PER_SECOND, status.text("engine", LONGEST), status.text("user", LONGEST),
            status.flag("administrator") ? " and administer it" : ""));
        for (Fields iop : status.objects("iops")) {
            iop(iop);
        }
        watchdog(status.object("watchdog"));
        part("extensions", ExtensionTables.list(status));
        part("accounts of the bus", accounts(status));
        part("wires", wires(status));
        Map<String, Object> control = status.object("control").members();
        if (!control.isEmpty()) {
            TextTable table = new TextTable("counter", "count");
            control.forEach((label, count) -> table.row(label, String.valueOf(count)));
            part("control socket", table);
        }
    }

    private void watchdog(Fields seen) throws RequestException {
        if (number(seen, "hungActivations") > 0) {
            text.append(String.format(Locale.ROOT, "%nhung extensions: %d; cards that failed by them: %d; threads given up: %d%n",
                number(seen, "hungActivations"), number(seen, "failedCards"), number(seen, "abandonedThreads")));
            seen.textList("last", LONGEST).forEach(line -> text.append("  ").append(line).append('\n'));
        }
    }

    private void iop(Fields iop) throws RequestException {
        text.append("\nIOP ").append(number(iop, "id")).append(", ").append(iop.text("name", LONGEST)).append(": ")
            .append(iop.text("state", LONGEST)).append('\n');
        Fields queues = iop.object("queues");
        if (!queues.members().isEmpty()) {
            text.append(String.format(Locale.ROOT,
                "  %d inbound frames of %d bytes, at most %d outbound; %d requests of the host under way%n",
                number(queues, "inboundFrames"), number(queues, "inboundFrameBytes"), number(queues, "outboundFrames"),
                number(queues, "requestsOfTheHost")));
        }
        memory(iop.object("memory"));
        TextTable devices = new TextTable("TID", "class", "user", "parent", "identity");
        for (Fields device : iop.objects("devices")) {
            devices.row(tid(device, "tid"), device.text("class", LONGEST), tid(device, "user"), tid(device, "parent"),
                device.text("identity", LONGEST));
        }
        part("logical configuration table", devices);
        TextTable connections = new TextTable("alias TID", "of TID", "on IOP", "asked for by");
        for (Fields connection : iop.objects("connections")) {
            connections.row(tid(connection, "alias"), tid(connection, "tid"), String.valueOf(number(connection, "iop")),
                connection.flag("askedForHere") ? "this IOP" : "the other IOP");
        }
        part("external connections", connections);
        TextTable counters = new TextTable("counter", "count");
        iop.object("counters").members().forEach((label, count) -> counters.row(label, String.valueOf(count)));
        part("counters", counters);
    }

    private void memory(Fields memory) throws RequestException {
        if (memory.members().isEmpty()) {
            return;
        }
        boolean isLimited = memory.members().containsKey("limitBytes");
        text.append("  memory of the card: ").append(grouped(memory, "heldBytes")).append(" bytes held")
            .append(isLimited ? " of " + grouped(memory, "limitBytes") : "").append('\n');
        if (memory.members().containsKey("lastRefusal")) {
            memory.text("lastRefusal", LONGEST).lines().forEach(line -> text.append("    ").append(line).append('\n'));
        }
        TextTable holders = new TextTable("holder", "bytes", "");
        for (Fields holder : memory.objects("holders")) {
            holders.row(holder.text("holder", LONGEST), grouped(holder, "bytes"), holder.flag("counted") ? "" : "not counted");
        }
        part("memory of the card", holders);
    }

    private static TextTable accounts(Fields status) throws RequestException {
        TextTable table = new TextTable("bus agent", "data bytes", "control bytes", "host memory bytes", "transfers", "refused");
        for (Fields account : status.objects("accounts")) {
            table.row(account.text("busAgent", LONGEST), grouped(account, "dataBytes"), grouped(account, "controlBytes"),
                grouped(account, "hostMemoryBytes"), grouped(account, "transfers"), grouped(account, "refusedTransfers"));
        }
        return table;
    }

    private static TextTable wires(Fields status) throws RequestException {
        TextTable table = new TextTable("wire", "port", "received", "dropped", "sent");
        for (Fields wire : status.objects("wires")) {
            table.row(wire.text("wire", LONGEST), grouped(wire, "port"), grouped(wire, "received"), grouped(wire, "dropped"),
                grouped(wire, "sent"));
        }
        return table;
    }

    /** A table under its heading; nothing for one without rows. */
    private void part(String heading, TextTable table) {
        if (table.rows().size() > 1) {
            text.append("\n  ").append(heading).append('\n');
            table.toString().lines().forEach(line -> text.append("    ").append(line).append('\n'));
        }
    }

    private static long number(Fields fields, String key) throws RequestException {
        return fields.number(key, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static String grouped(Fields fields, String key) throws RequestException {
        return String.format(Locale.ROOT, "%,d", number(fields, key));
    }

    private static String tid(Fields fields, String key) throws RequestException {
        return String.format(Locale.ROOT, "0x%03X", number(fields, key));
    }
}
