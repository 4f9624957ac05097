package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import dev.spine.command.control.Json;
import dev.spine.command.control.RequestException;
import dev.spine.extension.router.host.fib.SyntheticRoutes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A running router is asked by its control socket what it does and what it has; the kernel of its namespace says what is right. */
@Tag("full")
@Timeout(240)
class AskedRouterTest {
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime() & 0xFFFFFF);
    private static final int MANY = 6_000;
    private static final String RIGHT_V4 = "10.71.1.2";
    private static final String RIGHT_V6 = "2001:db8:71:1::2";
    private static final Pattern KERNEL = Pattern.compile("\\S+(?: from \\S+)?(?: via (\\S+))? dev (\\S+).*", Pattern.DOTALL);

    @TempDir
    private static Path shared;
    /** The router of all tests that need no options; each leaves it without routes of its own. */
    private static @Nullable RouterTopology usual;

    @TempDir
    private Path own;
    private Path directory;
    private RouterTopology topology;

    private Path socket() {
        return directory.resolve("route.sock");
    }

    private static RouterTopology start(Path directory, String... options) throws IOException {
        return RouterTopology.ofCards(directory, Stream.concat(Stream.of("--socket", directory.resolve("route.sock").toString()),
            Stream.of(options)).toArray(String[]::new));
    }

    private void open() throws IOException {
        directory = shared;
        if (usual == null) {
            usual = start(shared);
        }
        topology = usual;
    }

    private void openOwn(String... options) throws IOException {
        directory = own;
        topology = start(own, options);
    }

    @AfterEach
    void close() throws IOException {
        if (topology == null) {
            return;
        }
        if (topology != usual) {
            topology.close();
            return;
        }
        for (String version : List.of("-4", "-6")) {
            topology.spaces().ip(topology.middle(), version + " route flush proto boot");
            assertEquals("", topology.spaces().ip(topology.middle(), version + " route show proto boot").strip());
        }
        topology.until("the cards have none of them any more", 20, () -> ask("dump", "--diff").code() == 0);
    }

    @AfterAll
    static void closeUsual() {
        if (usual != null) {
            usual.close();
            usual = null;
        }
    }

    private CommandRun ask(String verb, String... arguments) {
        return CommandRun.atRouter(socket(), verb, arguments);
    }

    private Map<String, Object> json(String verb, String... arguments) throws RequestException {
        String[] all = Stream.concat(Stream.of(arguments), Stream.of("--json", "-")).toArray(String[]::new);
        return Json.object(ask(verb, all).succeeded().out().getBytes(StandardCharsets.UTF_8));
    }

    /** What the cards do, in the words of {@link #kernel}. */
    private String cards(String address) throws RequestException {
        Map<String, Object> answer = json("lookup", address);
        String does = String.valueOf(answer.get("does"));
        if (!(answer.get("ways") instanceof List<?> ways)) {
            return does;
        }
        if (ways.size() == 1 && ways.getFirst() instanceof Map<?, ?> way && way.get("port") != null) {
            return way.get("port") + " via " + (way.get("via") == null ? address : way.get("via"));
        }
        return does;
    }

    /** What the kernel does. */
    private String kernel(String address) throws IOException {
        Program.Result result = Program.run(directory, "ip", "-n", topology.middle(), "route", "get", address);
        String said = result.output();
        if (result.code() != 0) {
            return said.contains("Permission denied") ? "dropped: prohibited" : said.contains("Invalid argument") ? "dropped: blackhole"
                : said.contains("No route to host") ? "dropped: unreachable" : "dropped: no route";
        }
        String route = said.lines().findFirst().orElse("").strip().replaceFirst("^(blackhole|prohibit|unreachable|local|broadcast) ", "");
        Matcher parts = KERNEL.matcher(route);
        assertTrue(parts.matches(), said);
        if (said.startsWith("local") || said.startsWith("broadcast") || !parts.group(2).matches("r[01]")) {
            return said.startsWith("prohibit") ? "dropped: prohibited" : said.startsWith("blackhole") ? "dropped: blackhole"
                : said.startsWith("unreachable") ? "dropped: unreachable" : "to the host";
        }
        return parts.group(2).replace('r', 'w') + " via " + (parts.group(1) == null ? address : parts.group(1));
    }

    private void assertAgree(String address) throws IOException, RequestException {
        assertEquals(kernel(address), cards(address), address + ", seed " + SEED);
    }

    @Test
    void whatALookupSaysIsWhatTheKernelWouldDo() throws IOException, RequestException {
        open();
        topology.awaitReachable(RIGHT_V4);
        topology.awaitReachable(RIGHT_V6);
        Random random = new Random(SEED);
        List<String> routes = new ArrayList<>(List.of("route add 192.0.2.0/24 dev lo",
            "route add blackhole 198.18.0.0/24", "route add prohibit 198.51.100.0/24", "route add unreachable 203.0.113.0/24",
            "route add 10.9.0.0/16 via " + RIGHT_V4, "route add 10.9.7.0/24 via 10.71.0.2 metric 7",
            "route add 2001:db8:9::/48 via " + RIGHT_V6, "route add prohibit 2001:db8:9:7::/64"));
        for (int i = 0; i < 60; i++) {
            // The bits behind the shortest of the prefixes are 0.
            routes.add("route replace 11." + random.nextInt(4) + "." + random.nextInt(4) * 64 + ".0/" + (18 + random.nextInt(7))
                + " via " + (random.nextBoolean() ? RIGHT_V4 : "10.71.0.2"));
        }
        topology.spaces().batch(topology.middle(), routes.stream());
        topology.until("the cards have all of them", 20, () -> ask("dump", "--diff").code() == 0);
        for (String address : List.of(RIGHT_V4, "10.71.0.2", "10.71.1.1", "10.71.0.255", "192.0.2.9", "198.18.0.1", "198.51.100.1",
                "203.0.113.1", "10.9.7.1", "10.9.8.1", "192.0.3.1", RIGHT_V6, "2001:db8:71::1", "2001:db8:9::1", "2001:db8:9:7::1",
                "2001:db8:a::1")) {
            assertAgree(address);
        }
        for (int i = 0; i < 100; i++) {
            assertAgree("11." + random.nextInt(5) + "." + random.nextInt(256) + "." + random.nextInt(256));
        }
        assertTrue(cards("224.0.0.1").startsWith("to the host"));
        assertTrue(cards("127.0.0.1").startsWith("dropped: martian destination"));
    }

    @Test
    void aLookupSaysWhy() throws IOException {
        open();
        topology.awaitReachable(RIGHT_V4);
        topology.spaces().ip(topology.middle(), "route add 10.9.0.0/16 via " + RIGHT_V4 + " metric 5");
        topology.spaces().ip(topology.middle(), "route add 10.8.0.0/16 dev lo");
        topology.until("the cards have it", 10, () -> ask("lookup", "10.9.1.1").out().contains("forwarded by w1"));
        String text = ask("lookup", "10.9.1.1").succeeded().out();
        assertTrue(text.contains("cards   10.9.0.0/16, route"), text);
        assertTrue(text.matches("(?s).*forwarded by w1 to 10\\.71\\.1\\.2 at (..:){5}.., packets of up to 1500 bytes.*"), text);
        assertTrue(text.contains("kernel  10.9.0.0/16 via 10.71.1.2 dev r1 metric 5 proto 3"), text);
        assertTrue(ask("lookup", RIGHT_V4).out().contains("cards   " + RIGHT_V4 + "/32, neighbour"));
        assertTrue(ask("lookup", "10.8.0.1").out().contains("dev lo (no card: the host's)"));
        assertTrue(ask("lookup", "10.71.1.77").out().contains("to the host, which looks for the neighbour"));
        assertTrue(ask("lookup", "10.71.1.1").out().contains("10.71.1.1/32, own address"));
        assertTrue(ask("lookup", "ten").refusal().contains("ten"));
        topology.spaces().ip(topology.middle(), "route add 10.7.0.0/16 nexthop via 10.71.0.2 weight 2 nexthop via " + RIGHT_V4);
        topology.until("flows are spread", 10, () -> ask("lookup", "10.7.0.1").out().contains("flows are spread"));
        String spread = ask("lookup", "10.7.0.1").out();
        assertTrue(spread.contains("forwarded by w0 to 10.71.0.2") && spread.contains(", weight 2"), spread);
    }

    @Test
    void everyFrameOnAWireIsInTheStatusThoughTheKernelSeesNone() throws IOException, RequestException {
        open();
        topology.awaitReachable(RIGHT_V4);
        long before = frames("w1");
        topology.fromLeft("ping", "-n", "-c", "20", "-i", "0.02", RIGHT_V4).succeeded();
        topology.until("figures are new", 10, () -> {
            try {
                return frames("w1") >= before + 20;
            } catch (RequestException e) {
                throw new IOException(e);
            }
        });
        String text = ask("status").succeeded().out();
        assertTrue(text.contains("tap w0@") && text.contains("routes on the cards"), text);
    }

    private long frames(String port) throws RequestException {
        return json("status").get("ports") instanceof List<?> ports ? ports.stream().map(each -> (Map<?, ?>) each)
            .filter(each -> port.equals(each.get("name"))).mapToLong(each -> (Long) each.get("framesOut")).sum() : 0;
    }

    @Test
    void whatTheCardsHaveNoRoomForIsToldAndSoIsItsEnd() throws IOException, RequestException {
        openOwn("--table-size", "96");
        topology.awaitReachable(RIGHT_V4);
        assertEquals("", ask("dump", "--diff").succeeded().out());
        for (int round = 0; round < 2; round++) {
            topology.spaces().batch(topology.middle(), SyntheticRoutes.routes(4, MANY, 1, SEED).keySet().stream()
                .map(prefix -> "route add " + prefix + " via " + RIGHT_V4));
            String notified = topology.spine().awaitLine("(--table-size 96) are full, without ");
            assertTrue(notified.endsWith("start again with a larger --table-size"), notified);
            topology.until("what is missing is counted", 20, () -> topology.metric("spine_router_missing_routes") > 0
                && topology.metric("spine_router_missing_routes") + topology.metric("spine_router_kernel_routes") >= MANY);
            // The last routes may still come, and the metrics are a moment older than the dump.
            topology.until("the metric is what the dump shows", 20, () ->
                topology.metric("spine_router_missing_routes") == ask("dump", "--diff").out().lines().count());
            CommandRun diff = ask("dump", "--diff");
            assertEquals(1, diff.code(), diff::toString);
            long missing = diff.out().lines().filter(line -> line.startsWith("+ ") && line.endsWith(" w1 via " + RIGHT_V4)).count();
            assertEquals(diff.out().lines().count(), missing, diff.out());
            assertEquals(topology.metric("spine_router_missing_routes"), missing);
            assertTrue(ask("status").out().contains("no room on the cards for " + missing + " route"), ask("status").out());
            String prefix = diff.out().split(" ")[1];
            String lookup = ask("lookup", prefix.substring(0, prefix.indexOf('/'))).out();
            assertTrue(lookup.contains(prefix) || lookup.contains("kernel"), lookup);
            topology.spaces().ip(topology.middle(), "route flush proto boot");
            topology.spine().awaitLine("the cards have room again");
            topology.until("nothing is missing", 10, () -> topology.metric("spine_router_missing_routes") == 0);
            topology.until("the cards have what the kernel has", 20, () -> ask("dump", "--diff").code() == 0);
        }
    }

    @Test
    void aDumpOfManyRoutesHasEachOnceInOrder() throws IOException, RequestException {
        open();
        topology.awaitReachable(RIGHT_V4);
        topology.spaces().batch(topology.middle(), IntStream.range(0, 12_000).mapToObj(i -> "route add 11." + (i >> 8) + "." + (i & 0xFF)
            + ".0/24 via " + RIGHT_V4));
        topology.until("the cards have them", 30, () -> topology.metric("spine_router_kernel_routes") >= 12_000);
        List<String> prefixes = ask("dump").succeeded().out().lines().filter(line -> line.startsWith("11.")).toList();
        assertEquals(12_000, prefixes.stream().distinct().count());
        assertEquals("11.0.0.0/24 w1 via 10.71.1.2 (route)", prefixes.getFirst());
        assertEquals("11.46.223.0/24 w1 via 10.71.1.2 (route)", prefixes.getLast());
        assertTrue(json("dump").get("routes") instanceof List<?> rows && rows.size() > 12_000);
    }

    /** Traces while something is sent, again and again until the trace has ended. */
    private CommandRun trace(RouterTopology.Question sending, String... arguments) throws IOException {
        CompletableFuture<CommandRun> trace = CompletableFuture.supplyAsync(() -> ask("trace", arguments));
        while (!trace.isDone()) {
            sending.holds();
        }
        return trace.join();
    }

    @Test
    void aTraceFollowsPacketsHopByHop() throws IOException {
        Program.need("tshark");
        open();
        topology.awaitReachable(RIGHT_V4);
        // Until the cards know all, the host forwards.
        topology.until("the cards forward version 6, too", 20, () -> trace(() -> topology.ping(RIGHT_V6).code() == 0, "--count", "1",
            "ip6[40] = 128").out().contains("packet 1, hop 2: out by w1"));
        Path file = directory.resolve("icmp.pcapng");
        CommandRun run = trace(() -> topology.ping(RIGHT_V4).code() == 0 && topology.ping(RIGHT_V6).code() == 0, "--count", "6", "-o",
            file.toString(), "icmp[icmptype] = icmp-echo", "or", "ip6[40] = 128").succeeded();
        List<String> lines = run.out().lines().toList();
        for (int packet = 1; packet <= 6; packet++) {
            int number = packet;
            assertTrue(lines.stream().anyMatch(line -> line.matches("packet " + number + ", hop 1: in by w0: (10.71.1.2|2001:db8:71:1::2)"
                + " is forwarded by w1, by .*")), run.out());
            assertTrue(lines.stream().anyMatch(line -> line.matches("packet " + number + ", hop 2: out by w1, \\d+ us later")), run.out());
        }
        String shown = Program.run(directory, "tshark", "-r", file.toString(), "-T", "fields", "-E", "separator=/s", "-e",
            "frame.interface_name", "-e", "ip.ttl", "-e", "frame.comment").succeeded().output();
        assertTrue(shown.lines().anyMatch(line -> line.startsWith("w0 64 packet ")), shown);
        assertTrue(shown.lines().anyMatch(line -> line.startsWith("w1 63 packet ")), shown);
    }

    @Test
    void aTraceShowsWhatTheHostGetsAndWhatIsDropped() throws IOException {
        open();
        topology.awaitReachable(RIGHT_V4);
        CommandRun toHost = trace(() -> topology.ping("10.71.1.1").code() == 0, "--count", "1", "icmp and dst host 10.71.1.1").succeeded();
        assertTrue(toHost.out().contains("packet 1, hop 2: to the host by w0"), toHost.out());
        topology.spaces().ip(topology.middle(), "route add blackhole 198.18.0.0/24");
        topology.until("the cards have it", 10, () -> ask("lookup", "198.18.0.1").out().contains("blackhole"));
        CommandRun dropped = trace(() -> topology.ping("198.18.0.1").code() == 0, "--count", "1", "icmp and dst host 198.18.0.1")
            .succeeded();
        assertTrue(dropped.out().contains("198.18.0.1 is dropped: blackhole, by 198.18.0.0/24"), dropped.out());
        assertTrue(dropped.out().contains("packet 1 was seen nowhere else"), dropped.out());
        assertTrue(dropped.out().contains("w0 blackhole "), dropped.out());
        assertTrue(ask("trace", "tcp", "port").refusal().contains("is no filter"));
        CommandRun none = ask("trace", "--seconds", "1", "udp port 9").succeeded();
        assertTrue(none.out().startsWith("tracing; 10 packets, or 1 s"), none.out());
    }

    @Test
    void whereNoRouterRunsOneLineSaysSo() {
        CommandRun none = CommandRun.of("route", "lookup", "10.0.0.1", "--socket", own.resolve("none.sock"));
        assertTrue(none.refusal().contains("none.sock"));
    }
}
