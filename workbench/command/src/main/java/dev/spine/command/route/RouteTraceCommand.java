package dev.spine.command.route;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.command.run.CommandRefusedException;
import dev.spine.command.run.RunningSystemOption;
import dev.spine.device.wire.capture.PcapngWriter;
import dev.spine.iop.packet.wire.Address;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.Ipv4Header;
import dev.spine.system.output.OutputFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine route trace}: follows some packets through the cards of a running router. */
@Command(
    name = "trace",
    description = "Follows packets through the cards of a running router: where each comes in, by which route, and where it leaves, or that"
        + " the host gets it. FILTER is an expression of tcpdump. With -o the packets are written for Wireshark and tshark, each with the"
        + " port as its interface and what became of it as a comment. Ends when as many packets have come in as were asked for, or when the"
        + " time is over.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
        "  spine route trace icmp",
        "  spine route trace --count 100 -o web.pcapng 'tcp port 80 and host 10.0.1.2'",
        "  tshark -r web.pcapng -T fields -e frame.interface_name -e frame.comment"
    })
final class RouteTraceCommand implements Callable<Integer> {
    private static final int ETHERNET = EtherType.HEADER_BYTES;
    private static final int MAX_COMMENT = 300;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);
    /** What has come in leaves within so long, or not at all. */
    private static final long LAST_NS = TimeUnit.SECONDS.toNanos(1);

    @Mixin
    private RunningRouterOption router = new RunningRouterOption();

    @Parameters(arity = "1..*", paramLabel = "FILTER", description = "Which packets, for example: icmp or udp port 53.")
    private List<String> filter = new ArrayList<>();

    @Option(names = "--count", paramLabel = "N", defaultValue = "10", description = "Follows so many packets, 1 to 1000. Default: 10.")
    private int count = 10;

    @Option(names = "--seconds", paramLabel = "S", defaultValue = "30", description = "Ends after S seconds, however many have come."
        + " Default: 30.")
    private int seconds = 30;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "Write the packets to FILE, in the format pcapng.")
    private @Nullable String output;

    /** Made by picocli, which fills the fields. */
    RouteTraceCommand() {}

    /** A packet at a place of a card. */
    private record Sight(int packet, String port, String place, long timeNs, ByteBuffer frame) {}

    @Override
    public Integer call() {
        if (count < 1 || count > ControlProtocol.MAX_TRACED) {
            throw router.wrong("--count is 1 to " + ControlProtocol.MAX_TRACED + ", not " + count, null);
        }
        if (seconds < 1) {
            throw router.wrong("--seconds is at least 1, not " + seconds, null);
        }
        if (output != null) {
            new OutputFile(output).check();
        }
        try (ControlClient client = router.connect()) {
            Map<String, Long> before = drops(client);
            RunningSystemOption.ask(client, new ControlRequest.RouteTrace(String.join(" ", filter), count));
            router.out().println("tracing; " + count + " packets, or " + seconds + " s");
            router.out().flush();
            List<Sight> seen = read(client);
            Map<String, Long> dropped = drops(client);
            before.forEach((what, number) -> dropped.merge(what, -number, (one, other) -> one + other == 0 ? null : one + other));
            List<String> comments = comments(client, seen);
            write(seen, comments, dropped);
            return 0;
        } catch (RequestException e) {
            throw new CommandRefusedException(e);
        }
    }

    private List<Sight> read(ControlClient client) throws RequestException {
        List<Sight> seen = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        boolean isEnding = false;
        while (System.nanoTime() - end < 0) {
            Fields page = RunningSystemOption.ask(client, new ControlRequest.RouteTraced());
            List<Fields> rows = page.objects("seen");
            for (Fields row : rows) {
                seen.add(new Sight((int) row.number("packet", 0, Integer.MAX_VALUE), row.text("port", ControlProtocol.MAX_LINE),
                    row.text("place", ControlProtocol.MAX_NAME), row.number("timeNs", 0, Long.MAX_VALUE),
                    ByteBuffer.wrap(Base64.getDecoder().decode(row.text("frame", ControlProtocol.MAX_LINE)))));
            }
            if (page.flag("full") && !isEnding) {
                isEnding = true;
                end = Math.min(end, System.nanoTime() + LAST_NS);
            }
            if (rows.isEmpty()) {
                LockSupport.parkNanos(LOOK_NS);
            }
        }
        return seen;
    }

    /** {@return packets that the cards have dropped, by port and reason} */
    private static Map<String, Long> drops(ControlClient client) throws RequestException {
        Map<String, Long> drops = new LinkedHashMap<>();
        for (Fields port : RunningSystemOption.ask(client, new ControlRequest.RouteStatus()).objects("ports")) {
            Fields reasons = port.object("drops");
            for (String reason : reasons.members().keySet()) {
                drops.put(port.text("name", ControlProtocol.MAX_LINE) + " " + reason, reasons.number(reason, 0, Long.MAX_VALUE));
            }
        }
        return drops;
    }

    /** {@return what there is to say about each, in words} */
    private static List<String> comments(ControlClient client, List<Sight> seen) throws RequestException {
        Map<Integer, Sight> first = new HashMap<>();
        Map<Integer, Integer> hops = new HashMap<>();
        Map<String, String> routes = new HashMap<>();
        List<String> comments = new ArrayList<>();
        for (Sight sight : seen) {
            if (sight.packet() == 0) {
                comments.add((sight.place().equals("to_wire") ? "out by " : "to the host by ") + sight.port()
                    + ", from the host, or rewritten on a card");
                continue;
            }
            Sight came = first.putIfAbsent(sight.packet(), sight);
            String what = switch (sight.place()) {
                case "from_wire" -> "in by " + sight.port() + ": " + route(client, sight, routes);
                case "to_host" -> "to the host by " + sight.port();
                default -> "out by " + sight.port();
            };
            comments.add("packet " + sight.packet() + ", hop " + hops.merge(sight.packet(), 1, Integer::sum) + ": " + what
                + (came == null ? "" : ", " + TimeUnit.NANOSECONDS.toMicros(sight.timeNs() - came.timeNs()) + " us later"));
        }
        return comments;
    }

    private static String route(ControlClient client, Sight sight, Map<String, String> routes) throws RequestException {
        ByteBuffer frame = sight.frame();
        int type = frame.limit() < ETHERNET ? 0 : frame.getShort(ETHERNET - 2) & 0xFFFF;
        int from = type == EtherType.IPV4 ? ETHERNET + Ipv4Header.DESTINATION : ETHERNET + 24;
        byte[] destination = new byte[type == EtherType.IPV4 ? 4 : 16];
        if (type != EtherType.IPV4 && type != EtherType.IPV6 || frame.limit() < from + destination.length) {
            return "no IP, not the router's";
        }
        frame.get(from, destination);
        String address = Address.of(destination).toString();
        String known = routes.get(address);
        if (known == null) {
            Fields answer = RunningSystemOption.ask(client, new ControlRequest.RouteLookup(address));
            String prefix = answer.textOrNull("prefix", ControlProtocol.MAX_NAME);
            known = address + " is " + answer.text("does", ControlProtocol.MAX_LINE) + (prefix == null ? "" : ", by " + prefix);
            routes.put(address, known);
        }
        return known;
    }

    private void write(List<Sight> seen, List<String> comments, Map<String, Long> dropped) {
        PrintWriter out = router.out();
        comments.forEach(out::println);
        Map<Integer, Integer> places = new HashMap<>();
        seen.forEach(sight -> places.merge(sight.packet(), 1, Integer::sum));
        places.forEach((packet, times) -> {
            if (packet > 0 && times == 1) {
                out.println("packet " + packet + " was seen nowhere else: dropped, rewritten, or held by a service");
            }
        });
        dropped.forEach((what, times) -> out.println("dropped meanwhile, of all packets: " + what + " " + times));
        if (output != null) {
            new OutputFile(output).write(capture(seen, comments));
            out.println("wrote " + output + ": " + seen.size() + (seen.size() == 1 ? " packet" : " packets"));
        }
        out.flush();
    }

    private static byte[] capture(List<Sight> seen, List<String> comments) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PcapngWriter file = new PcapngWriter(bytes, "spine route trace")) {
            Map<String, Integer> interfaces = new HashMap<>();
            for (int i = 0; i < seen.size(); i++) {
                Sight sight = seen.get(i);
                String name = sight.port() + (sight.place().equals("to_host") ? " to the host" : "");
                Integer number = interfaces.get(name);
                if (number == null) {
                    number = file.addInterface(name, PcapngWriter.LINK_TYPE_ETHERNET);
                    interfaces.put(name, number);
                }
                String comment = comments.get(i);
                file.packet(number, sight.timeNs(), sight.frame(),
                    comment.length() > MAX_COMMENT ? comment.substring(0, MAX_COMMENT) : comment);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
