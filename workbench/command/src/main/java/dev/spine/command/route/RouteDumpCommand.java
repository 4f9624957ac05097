package dev.spine.command.route;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import dev.spine.command.control.Json;
import dev.spine.command.control.RequestException;
import dev.spine.command.run.CommandRefusedException;
import dev.spine.command.run.RunningSystemOption;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.system.output.OutputFile;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spine route dump}: the routes of a running router, and how they differ from the kernel's. */
@Command(
    name = "dump",
    description = "Lists the routes on the cards of a running router: prefix, where its packets go, and why it is there (route, neighbour,"
        + " own address, wire). With --diff the routes of the kernel's tables are read anew, and only differences are listed: + is missing"
        + " on the cards, - is on the cards alone, ! goes another way. Then the exit code is 1 when there are any.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine route dump",
        "  spine route dump --diff         nothing is printed when the cards have what the kernel has",
        "  spine route dump --json - | jq .routes"
    })
final class RouteDumpCommand implements Callable<Integer> {
    /** A change of the kernel's is on the cards a moment later, so a difference is one that stays. */
    private static final int LOOKS = 4;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(500);

    @Mixin
    private RunningRouterOption router = new RunningRouterOption();

    @Option(names = "--diff", description = "List only how the cards' routes differ from those of the kernel's tables; needs the rights of"
        + " root for a namespace of another name.")
    private boolean isDifference;

    @Option(names = "--json", paramLabel = "FILE", description = "Write JSON to FILE; - for standard output, without text.")
    private @Nullable String json;

    /** Made by picocli, which fills the fields. */
    RouteDumpCommand() {}

    /** Takes a row of a table. */
    private interface Row {
        void take(Fields row) throws RequestException;
    }

    @Override
    public Integer call() {
        try (ControlClient client = router.connect()) {
            return isDifference ? difference(client) : dump(client);
        } catch (RequestException e) {
            throw new CommandRefusedException(e);
        } catch (SystemCallException e) {
            throw router.wrong("the kernel's tables cannot be read: " + e.getMessage(), e);
        }
    }

    private boolean isText() {
        return json == null || !new OutputFile(json).isStandardOutput();
    }

    /** Reads page by page: {@return the first one, which has more than rows} */
    private static Fields read(ControlClient client, Row row) throws RequestException {
        Fields first = RunningSystemOption.ask(client, new ControlRequest.RouteDump(0));
        Fields page = first;
        long next;
        do {
            for (Fields each : page.objects("routes")) {
                row.take(each);
            }
            next = page.number("next", 0, Integer.MAX_VALUE, 0);
            page = next == 0 ? page : RunningSystemOption.ask(client, new ControlRequest.RouteDump((int) next));
        } while (next > 0);
        return first;
    }

    private static String text(Fields row, String key) throws RequestException {
        return row.text(key, ControlProtocol.MAX_LINE);
    }

    private int dump(ControlClient client) throws RequestException {
        List<Map<String, Object>> rows = new ArrayList<>();
        PrintWriter out = router.out();
        boolean isShown = isText();
        read(client, row -> {
            if (isShown) {
                out.println(text(row, "prefix") + " " + text(row, "to") + " (" + text(row, "because") + ")");
            }
            if (json != null) {
                rows.add(row.members());
            }
        });
        out.flush();
        write("routes", rows);
        return 0;
    }

    private void write(String name, List<? extends Map<String, Object>> rows) {
        if (json != null) {
            new OutputFile(json).write(Json.document(Map.of(name, rows)), router.out());
        }
    }

    private int difference(ControlClient client) throws RequestException {
        List<RouteDifference> differences = new ArrayList<>(differences(client));
        for (int look = 1; look < LOOKS && !differences.isEmpty(); look++) {
            LockSupport.parkNanos(PAUSE_NS);
            differences.retainAll(differences(client));
        }
        if (isText()) {
            differences.forEach(each -> router.out().println(each.line()));
            router.out().flush();
        }
        write("differences", differences.stream().map(RouteDifference::members).toList());
        return differences.isEmpty() ? 0 : 1;
    }

    private List<RouteDifference> differences(ControlClient client) throws RequestException {
        Map<String, String> has = new HashMap<>();
        Set<String> own = new HashSet<>();
        Fields first = read(client, row -> {
            switch (text(row, "because")) {
                case "route" -> has.put(text(row, "prefix"), text(row, "to"));
                // Comes before a route of the same prefix.
                case "own address" -> own.add(text(row, "prefix"));
                default -> { }
            }
        });
        Fields kernel = first.object("kernel");
        String namespace = kernel.textOrNull("namespace", ControlProtocol.MAX_LINE);
        if (namespace == null) {
            throw router.wrong("this router's routes come from a file, and the kernel has none to compare: leave out --diff", null);
        }
        HopText words = new HopText(first.textList("ports", ControlProtocol.MAX_LINE));
        Map<String, String> wanted = new HashMap<>();
        KernelRoutes.read(NetworkNamespace.of(namespace), kernel.textList("interfaces", ControlProtocol.MAX_LINE),
            kernel.words("tables", Integer.MAX_VALUE)).forEach((prefix, hop) -> wanted.put(prefix.toString(), words.of(hop)));
        wanted.keySet().removeAll(own);
        List<RouteDifference> differences = new ArrayList<>();
        TreeSet<String> prefixes = new TreeSet<>(wanted.keySet());
        prefixes.addAll(has.keySet());
        for (String prefix : prefixes) {
            if (!wanted.getOrDefault(prefix, "").equals(has.getOrDefault(prefix, ""))) {
                differences.add(new RouteDifference(prefix, wanted.get(prefix), has.get(prefix)));
            }
        }
        return differences;
    }
}
