package dev.spine.command.ext;

import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.command.run.AnswerOption;
import dev.spine.iop.PlainText;
import dev.spine.system.output.TextTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine ext inspect}: all that is known of an extension. The command's thread. */
@Command(
    name = "inspect",
    description = "Shows all that is known of one of your extensions: its counters, parameters and use of its quotas;"
        + " of one that failed also why, where, and what was kept of its state.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine ext inspect 3",
        "  spine ext inspect 3 --json - | jq .counters"
    })
public final class InspectCommand extends ExtensionCommand {
    private static final int LONGEST = ControlProtocol.MAX_LINE;

    @Mixin
    private AnswerOption json = new AnswerOption();

    /** Made by picocli, which fills the fields. */
    public InspectCommand() {}

    @Override
    public Integer call() {
        return json.show(system().ask(new ControlRequest.Inspect(iop(), number())), system().out(), InspectCommand::print);
    }

    private static void print(Fields report, PrintWriter out) throws RequestException {
        TextTable about = new TextTable("extension " + number(report, "extension"), report.text("name", LONGEST));
        about.row("on", report.text("on", LONGEST));
        about.row("owner", report.text("owner", LONGEST));
        about.row("state", report.text("state", LONGEST));
        about.row("ends with its connection", report.flag("tied") ? "yes" : "no");
        about.row("version", number(report, "version") + ", replaced " + number(report, "replaced") + " times, rolled back "
            + number(report, "rolledBack") + " times");
        out.print(about);
        counts(report, out);
        named("parameter", report.object("parameters").members(), out);
        named("counter", report.object("counters").members(), out);
        quotas(report, out);
        List<String> log = report.textList("log", LONGEST);
        if (!log.isEmpty()) {
            out.println("\nlog");
            log.forEach(line -> out.println("  " + PlainText.line(line)));
        }
        failure(report, out);
        long cut = report.number("cut", 0, Long.MAX_VALUE, 0);
        if (cut > 0) {
            out.println("\n" + cut + " lines more had no room in the answer");
        }
    }

    private static void counts(Fields report, PrintWriter out) throws RequestException {
        TextTable counts = new TextTable("since it was loaded", "");
        counts.row("activations", number(report, "activations"));
        counts.row("packets and messages dropped", number(report, "dropped"));
        counts.row("transfers refused", number(report, "refusedTransfers"));
        counts.row("fuel", number(report, "fuel"));
        counts.row("most fuel of an activation", number(report, "mostFuel"));
        counts.row("bytes allocated", number(report, "allocatedBytes"));
        out.print("\n" + counts);
    }

    private static void named(String heading, Map<String, Object> members, PrintWriter out) {
        if (!members.isEmpty()) {
            TextTable table = new TextTable(heading, "");
            members.forEach((name, value) -> table.row(name, String.valueOf(value)));
            out.print("\n" + table);
        }
    }

    private static void quotas(Fields report, PrintWriter out) throws RequestException {
        TextTable table = new TextTable("quota", "used", "limit", "peak", "refused");
        for (Fields quota : report.objects("quotas")) {
            long limit = quota.number("limit", 0, Long.MAX_VALUE, Long.MAX_VALUE);
            table.row(quota.text("quota", LONGEST), number(quota, "used"), limit == Long.MAX_VALUE ? "" : String.valueOf(limit),
                number(quota, "peak"), number(quota, "refused"));
        }
        out.print("\n" + table);
    }

    private static void failure(Fields report, PrintWriter out) throws RequestException {
        String failure = report.textOrNull("failure", LONGEST);
        if (failure == null) {
            return;
        }
        out.println("\nfailed: " + PlainText.line(failure));
        for (String line : report.textList("stack", LONGEST)) {
            out.println("  at " + PlainText.line(line));
        }
        for (String line : report.textList("kept", LONGEST)) {
            out.println("  " + PlainText.line(line));
        }
    }

    private static String number(Fields report, String key) throws RequestException {
        return String.valueOf(report.number(key, Long.MIN_VALUE, Long.MAX_VALUE, 0));
    }
}
