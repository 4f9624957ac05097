package dev.spine.command.route;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.command.run.AnswerOption;
import dev.spine.command.run.RunningSystemOption;
import dev.spine.system.output.TextTable;
import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine route status}: the figures of a running router and its ports. */
@Command(
    name = "status",
    description = "Shows the ports of a running router, with what the kernel's own counters (ip -s link) do not see: all frames between"
        + " each card and its wire, those that were lost there, and packets dropped on the card, by reason; routes, and what the cards have"
        + " no room for; packet filters of the kernel that the cards do not follow, and rules for which packets go to the host.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine route status",
        "  spine route status --json - | jq .ports"
    })
final class RouteStatusCommand implements Callable<Integer> {
    @Mixin
    private RunningRouterOption router = new RunningRouterOption();

    @Mixin
    private AnswerOption json = new AnswerOption();

    /** Made by picocli, which fills the fields. */
    RouteStatusCommand() {}

    @Override
    public Integer call() {
        try (ControlClient client = router.connect()) {
            return json.show(RunningSystemOption.ask(client, new ControlRequest.RouteStatus()), router.out(), RouteStatusCommand::write);
        }
    }

    private static void write(Fields status, PrintWriter out) throws RequestException {
        TextTable table = new TextTable("port", "link", "wire", "host", "frames in", "bytes in", "frames out", "bytes out");
        for (Fields port : status.objects("ports")) {
            table.row(text(port, "name"), port.flag("running") ? text(port, "link") : "no answer", text(port, "wire"),
                text(port, "hostInterface"), number(port, "framesIn"), number(port, "bytesIn"), number(port, "framesOut"),
                number(port, "bytesOut"));
        }
        out.print(table);
        for (Fields port : status.objects("ports")) {
            counts(out, text(port, "name") + " lost from the wire", port.object("lostIn"));
            counts(out, text(port, "name") + " lost to the wire", port.object("lostOut"));
            counts(out, text(port, "name") + " dropped", port.object("drops"));
        }
        out.println(number(status, "routes") + " routes on the cards, in " + number(status, "tableBytes") + " bytes of each");
        Missing missing = new Missing((int) status.number("missingRoutes", 0, Integer.MAX_VALUE),
            (int) status.number("missingNeighbours", 0, Integer.MAX_VALUE), 0);
        if (!missing.isNone()) {
            out.println("no room on the cards for " + missing.text() + " of the kernel");
        }
        for (String each : status.textList("notFollowed", ControlProtocol.MAX_LINE)) {
            out.println("not followed by the cards: " + each);
        }
        for (String each : status.textList("rulesOfHost", ControlProtocol.MAX_LINE)) {
            out.println("to the host by a rule: " + each);
        }
    }

    private static void counts(PrintWriter out, String what, Fields counts) {
        Map<String, Object> sorted = new TreeMap<>(counts.members());
        if (!sorted.isEmpty()) {
            StringBuilder line = new StringBuilder(what);
            sorted.forEach((reason, count) -> line.append("  ").append(reason).append(": ").append(count));
            out.println(line);
        }
    }

    private static String text(Fields fields, String key) throws RequestException {
        return fields.text(key, ControlProtocol.MAX_LINE);
    }

    private static String number(Fields fields, String key) throws RequestException {
        return Long.toString(fields.number(key, 0, Long.MAX_VALUE));
    }
}
