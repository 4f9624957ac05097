package dev.spine.command.route;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.command.run.AnswerOption;
import dev.spine.command.run.RunningSystemOption;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code spine route lookup}: what a running router does with packets to an address, and why. */
@Command(
    name = "lookup",
    description = "Shows what the cards of a running router do with packets to ADDRESS: by which port and to which neighbour they leave,"
        + " the route that says so, and the route of the kernel that it comes from.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine route lookup 10.0.1.2",
        "  spine route lookup 2001:db8::7 --json -"
    })
final class RouteLookupCommand implements Callable<Integer> {
    @Mixin
    private RunningRouterOption router = new RunningRouterOption();

    @Parameters(paramLabel = "ADDRESS", description = "The destination of the packets, of IPv4 or IPv6.")
    private String address = "";

    @Mixin
    private AnswerOption json = new AnswerOption();

    /** Made by picocli, which fills the fields. */
    RouteLookupCommand() {}

    @Override
    public Integer call() {
        try (ControlClient client = router.connect()) {
            return json.show(RunningSystemOption.ask(client, new ControlRequest.RouteLookup(address)), router.out(),
                RouteLookupCommand::write);
        }
    }

    private static void write(Fields answer, PrintWriter out) throws RequestException {
        out.println(text(answer, "address") + ": " + text(answer, "does"));
        String prefix = answer.textOrNull("prefix", ControlProtocol.MAX_LINE);
        if (prefix != null) {
            out.println("  cards   " + prefix + ", " + text(answer, "because"));
            List<Fields> ways = answer.objects("ways");
            for (Fields way : ways) {
                out.println("          " + way(way) + (ways.size() > 1 ? ", weight " + way.number("weight", 1, Integer.MAX_VALUE) : ""));
            }
        }
        Fields kernel = answer.object("kernel");
        String of = kernel.textOrNull("prefix", ControlProtocol.MAX_LINE);
        for (String route : kernel.textList("routes", ControlProtocol.MAX_LINE)) {
            out.println("  kernel  " + of + " " + route);
        }
        if (kernel.flag("missing")) {
            out.println("  The cards have no room for this route of the kernel: see --table-size.");
        }
    }

    private static String way(Fields way) throws RequestException {
        StringBuilder text = new StringBuilder(text(way, "does"));
        String via = way.textOrNull("via", ControlProtocol.MAX_NAME);
        if (via != null) {
            text.append(" to ").append(via);
        }
        String mac = way.textOrNull("mac", ControlProtocol.MAX_NAME);
        if (mac != null) {
            text.append(" at ").append(mac).append(", packets of up to ").append(way.number("mtu", 0, Integer.MAX_VALUE)).append(" bytes");
        }
        return text.toString();
    }

    private static String text(Fields fields, String key) throws RequestException {
        return fields.text(key, ControlProtocol.MAX_LINE);
    }
}
