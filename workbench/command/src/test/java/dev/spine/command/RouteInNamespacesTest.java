package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The cards as a router between network namespaces, beside the kernel as a router of the same topology. */
@Tag("full")
@Timeout(240)
class RouteInNamespacesTest {
    private static final String RIGHT_V4 = "10.71.1.2";
    private static final String RIGHT_V6 = "2001:db8:71:1::2";
    /** More than the share of the next hops that a port of two has for its neighbours. */
    private static final int STRANGERS = 2_500;
    private static final int SHARE = 1_536;
    private static final Pattern HOP = Pattern.compile("^\\s*\\d+\\s+(\\S+)");
    private static final Pattern REPLY = Pattern.compile("(\\d+) bytes from (\\S+?):? icmp_seq=(\\d+) ttl=(\\d+)");

    @TempDir
    private Path directory;

    private final Map<String, String> kernel = new LinkedHashMap<>();
    private final List<String> different = new ArrayList<>();

    private static final int KERNEL_ASKED = 3;
    private static final String NOTHING = "[]";

    /** What is read off a router from outside. */
    private static final long ASKING_NS = 10_000_000_000L;

    private interface Answer {
        String read() throws IOException;
    }

    /**
     * Asks the kernel, or asks the cards what the kernel was asked before. A timeout of a program on a machine with much to do is no
     * answer, and a change of the kernel's tables is on the cards a moment later: so the cards are asked again for some seconds.
     */
    private void compare(RouterTopology topology, String question, Answer answer) throws IOException {
        if (topology.isKernel()) {
            kernel.put(question, answer.read());
            return;
        }
        String right = String.valueOf(kernel.get(question));
        String seen;
        long begin = System.nanoTime();
        do {
            // What was learned of the path by the attempt before must not answer this one.
            topology.spaces().ip(topology.left(), "-4 route flush cache");
            topology.spaces().ip(topology.left(), "-6 route flush cache");
            seen = answer.read();
            if (seen.equals(right)) {
                return;
            }
            System.out.println(question + ": kernel " + right + ", cards " + seen + " " + topology.losses());
        } while (System.nanoTime() - begin < ASKING_NS);
        different.add(question + "\n  kernel " + right + "\n  cards  " + seen);
    }

    private void compareErrors(RouterTopology topology, String question, String... ping) throws IOException {
        List<String> command = new ArrayList<>(List.of("ping", "-n", "-c", "1", "-W", "2"));
        command.addAll(List.of(ping));
        compare(topology, question, () -> {
            String seen = errors(topology.fromLeft(command.toArray(String[]::new)));
            // Linux sends an error a second to each station, a few at once; a ping without an answer takes two.
            for (int i = 1; topology.isKernel() && i < KERNEL_ASKED && seen.equals(NOTHING); i++) {
                seen = errors(topology.fromLeft(command.toArray(String[]::new)));
            }
            return seen;
        });
    }

    /** What the outside can see of a router, without times. */
    private void compareAll(RouterTopology topology) throws IOException {
        for (String target : List.of(RIGHT_V4, RIGHT_V6)) {
            topology.awaitReachable(target);
            for (String size : List.of("56", "1472", "1452", "4000", "20000")) {
                compare(topology, "ping " + target + " " + size,
                    () -> replies(topology.fromLeft("ping", "-n", "-c", "3", "-i", "0.2", "-W", "3", "-s", size, target)));
            }
            compare(topology, "traceroute " + target,
                () -> hops(topology.fromLeft("traceroute", "-n", "-q", "1", "-N", "1", "-w", "3", "-m", "5", target)));
            compareErrors(topology, "ttl 1 " + target, "-t", "1", target);
        }
        compareErrors(topology, "no route", "203.0.113.9");
        topology.spaces().ip(topology.middle(), "route add prohibit 198.51.100.0/24");
        topology.spaces().ip(topology.middle(), "route add blackhole 198.18.0.0/24");
        compareErrors(topology, "prohibit", "198.51.100.1");
        compareErrors(topology, "blackhole", "198.18.0.1");
        topology.spaces().ip(topology.middle(), "link set r1 mtu 1400");
        topology.spaces().ip(topology.right(), "link set w1 mtu 1400");
        compareErrors(topology, "too big", "-M", "do", "-s", "1472", RIGHT_V4);
        for (String target : List.of(RIGHT_V4, RIGHT_V6)) {
            compare(topology, "tracepath " + target, () -> pathMtu(topology.fromLeft("tracepath", "-n", "-m", "5", target)));
        }
        compare(topology, "fragments",
            () -> replies(topology.fromLeft("ping", "-n", "-c", "3", "-i", "0.2", "-W", "3", "-s", "1472", "-M", "dont", RIGHT_V4)));
    }

    private static String replies(Program.Result ping) {
        List<String> found = new ArrayList<>();
        Matcher replies = REPLY.matcher(ping.output());
        while (replies.find()) {
            found.add(replies.group(1) + " bytes, number " + replies.group(3) + ", ttl " + replies.group(4));
        }
        return found.toString();
    }

    private static String hops(Program.Result trace) {
        return trace.output().lines().map(HOP::matcher).filter(Matcher::find).map(hop -> hop.group(1)).toList().toString();
    }

    private static String errors(Program.Result ping) {
        return ping.output().lines().filter(line -> line.startsWith("From ") || line.startsWith("ping: ") || line.contains("mtu")).toList()
            .toString();
    }

    private static String pathMtu(Program.Result trace) {
        return trace.output().lines().filter(line -> line.contains("Resume")).map(line -> line.strip().replaceAll("\\s+", " ")).toList()
            .toString();
    }

    /** Neither a namespace nor a process in one or beside it may be left after a test, however it ended. */
    @AfterEach
    void nothingIsLeft() throws IOException {
        String mine = Namespaces.ownPrefix();
        String spaces = Program.run(directory, "ip", "netns", "list").output();
        assertFalse(spaces.contains(mine), spaces);
        List<String> processes = ProcessHandle.current().descendants().filter(ProcessHandle::isAlive)
            .map(process -> process.info().commandLine().orElse("?")).filter(line -> line.contains(mine)).toList();
        assertEquals(List.of(), processes);
    }

    @Test
    void nothingIsLeftOfATestThatIsOutOfTime() throws IOException, InterruptedException {
        Process sleep;
        try (RouterTopology topology = RouterTopology.ofCards(directory)) {
            sleep = topology.spaces().start(topology.right(), "sleep", "600");
            // What the time limit of a test does.
            Thread.currentThread().interrupt();
        }
        assertTrue(Thread.interrupted());
        assertTrue(sleep.waitFor(20, TimeUnit.SECONDS), "a process in a namespace ends with it");
    }

    @Test
    @Tag("SS-47")
    void whatTheCardsAnswerIsWhatTheKernelAnswers() throws IOException {
        Program.need("ping", "traceroute", "tracepath", "timeout");
        try (RouterTopology topology = RouterTopology.ofKernel(directory)) {
            compareAll(topology);
        }
        kernel.forEach((question, answer) -> System.out.println(question + ": " + answer));
        try (RouterTopology topology = RouterTopology.ofCards(directory)) {
            compareAll(topology);
            assertEquals(List.of(), different, () -> String.join("\n", different));
            assertEquals(List.of(), topology.losses());
            awaitForwarded(topology, 50);
        }
    }

    @Test
    void streamsPassAndTheRouterEndsInOrderUnderTraffic() throws IOException, InterruptedException {
        Program.need("iperf3", "kill", "ss", "timeout");
        try (RouterTopology topology = RouterTopology.ofCards(directory)) {
            topology.awaitReachable(RIGHT_V4);
            topology.awaitReachable(RIGHT_V6);
            topology.spaces().start(topology.right(), "iperf3", "-s");
            awaitServer(topology);
            // Datagrams first: so few that a machine with much to do loses none of them.
            for (String target : List.of(RIGHT_V4, RIGHT_V6)) {
                stream(topology, "-c", target, "-u", "-b", "200K", "-l", "500");
            }
            assertEquals(List.of(), topology.losses());
            for (String[] stream : new String[][] {{"-c", RIGHT_V4}, {"-c", RIGHT_V6}, {"-c", RIGHT_V4, "-R"}}) {
                stream(topology, stream);
            }
            topology.until("the cards have forwarded streams", 20, () -> topology.metric("spine_router_forwarded_bytes_total") > 1_000_000);

            Process load = load(topology);
            long before = topology.metric("spine_router_forwarded_packets_total");
            Program.run(directory, "kill", "-HUP", Long.toString(topology.spine().pid())).succeeded();
            topology.spine().awaitLine("read again");
            topology.until("the stream goes on over a reload", 30, () -> {
                assertTrue(load.isAlive(), "the stream ended");
                return topology.metric("spine_router_forwarded_packets_total") >= before + 100;
            });
            assertEquals(130, topology.spine().interrupt(), () -> topology.spine().lines().toString());
            assertFalse(topology.spaces().ip(topology.middle(), "link").contains("r0"), "its interfaces are gone");
            assertFalse(topology.spaces().ip(topology.left(), "link").contains("w0"), "its interfaces are gone");
            assertEquals("0", topology.spaces().run(topology.middle(), "cat", "/proc/sys/net/ipv4/ip_forward").output().strip());
            load.destroyForcibly();
        }
    }

    /** Linux leaves the checksums of such packets undone, and they do not say that they must not be fragmented. */
    @Test
    void streamsOfSendersThatDoNotLookForTheMtuPassByASmallerOne() throws IOException {
        Program.need("iperf3", "ss", "timeout");
        try (RouterTopology topology = RouterTopology.ofCards(directory)) {
            topology.spaces().run(topology.left(), "sysctl", "-q", "-w", "net.ipv4.ip_no_pmtu_disc=1").succeeded();
            topology.spaces().ip(topology.middle(), "link set r1 mtu 1000");
            topology.awaitReachable(RIGHT_V4);
            topology.spaces().start(topology.right(), "iperf3", "-s");
            awaitServer(topology);
            stream(topology, "-c", RIGHT_V4, "-u", "-b", "200K", "-l", "1400");
            stream(topology, "-c", RIGHT_V4);
        }
    }

    @Test
    void aStationThatAnswersForThousandsOfAddressesTakesNothingFromOthers() throws IOException {
        Program.need("ping", "timeout");
        try (RouterTopology topology = RouterTopology.ofCards(directory)) {
            topology.awaitReachable(RIGHT_V4);
            // What the kernel would learn of such a station, and may not forget by itself.
            List<String> learned = new ArrayList<>();
            for (int i = 0; i < STRANGERS; i++) {
                learned.add("neigh replace 2001:db8:71::a:" + Integer.toHexString(i) + " lladdr 02:00:00:00:00:77 dev r0 nud permanent");
            }
            topology.spaces().batch(topology.middle(), learned.stream());
            topology.until("all have been told, or left to the host", 60,
                () -> topology.metric("spine_router_kernel_neighbours") + topology.fromKernel("neighbours left to the host") > STRANGERS
                    && topology.fromKernel("changes in force") == topology.fromKernel("changes told"));
            assertTrue(topology.metric("spine_router_kernel_neighbours") < SHARE + 100, topology.metrics());
            assertEquals(0, topology.fromKernel("changes refused"), topology.metrics());

            topology.spaces().ip(topology.right(), "addr add 203.0.113.1/32 dev lo");
            topology.spaces().ip(topology.middle(), "route add 203.0.113.0/24 via " + RIGHT_V4);
            topology.awaitReachable(BEYOND);
            long before = topology.metric("spine_router_forwarded_packets_total");
            // The first ones may go by the kernel, which hears of the new route before the cards do.
            topology.until("the cards forward", 60, () -> {
                topology.fromLeft("ping", "-n", "-c", "10", "-i", "0.2", BEYOND).succeeded();
                return topology.metric("spine_router_forwarded_packets_total") >= before + 40;
            });
        }
    }

    /** A stream that goes on; the server may still be busy with the one before, and then refuses it. */
    private static Process load(RouterTopology topology) throws IOException {
        Process[] load = new Process[1];
        long before = topology.metric("spine_router_forwarded_packets_total");
        topology.until("a stream flows", 30, () -> {
            if (load[0] == null || !load[0].isAlive()) {
                load[0] = topology.spaces().start(topology.left(), "iperf3", "-t", "120", "-b", "100M", "-c", RIGHT_V4);
            }
            return topology.metric("spine_router_forwarded_packets_total") >= before + 1_000;
        });
        return load[0];
    }

    private static void awaitServer(RouterTopology topology) throws IOException {
        topology.until("iperf3 listens", 20,
            () -> !topology.spaces().run(topology.right(), "ss", "-ltnH", "sport", "=", ":5201").output().isBlank());
    }

    /** The server may still be busy with the stream before, and then refuses. */
    private static void stream(RouterTopology topology, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("iperf3", "-t", "2", "--connect-timeout", "5000"));
        command.addAll(List.of(arguments));
        Program.Result[] last = new Program.Result[1];
        topology.until(String.join(" ", command) + " passes", 40, () -> {
            last[0] = topology.fromLeft(command.toArray(String[]::new));
            return last[0].code() == 0;
        });
        String received = last[0].output().lines().filter(line -> line.contains("receiver")).findFirst().orElse("no receiver").strip();
        System.out.println(String.join(" ", command) + ": " + received);
        assertFalse(received.contains(" 0.00 Bytes"), last[0].output());
    }

    /** Figures are a little older than now. */
    private static void awaitForwarded(RouterTopology topology, long packets) throws IOException {
        topology.until("the cards forward", 10, () -> topology.metric("spine_router_forwarded_packets_total") >= packets);
    }

    @Test
    void aDeletedInterfaceAndFramesThatAreTooLongAreToldAndEndNothingElse() throws IOException, InterruptedException {
        Program.need("ping", "timeout");
        try (RouterTopology topology = RouterTopology.ofCards(directory)) {
            topology.awaitReachable(RIGHT_V4);
            topology.spaces().ip(topology.left(), "link set w0 mtu 4000");
            topology.fromLeft("ping", "-n", "-c", "2", "-W", "1", "-s", "3000", "-M", "do", RIGHT_V4);
            topology.until("what the card's wire does not take is counted", 10,
                () -> topology.metric("spine_router_wire_lost_frames_total") >= 2);
            topology.awaitReachable(RIGHT_V4);

            assertEquals(2, topology.metric("spine_router_link_up"));
            topology.spaces().ip(topology.left(), "link del w0");
            String notified = topology.spine().awaitLine("is gone");
            assertTrue(notified.contains("the wire of w0, tap w0@"), notified);
            topology.until("the metrics show it", 10, () -> topology.metric("spine_router_link_up") == 1);
            topology.until("the other card and its host interface go on", 20,
                () -> topology.spaces().run(topology.right(), "ping", "-n", "-c", "1", "-W", "1", "10.71.1.1").code() == 0);

            topology.spaces().ip(topology.middle(), "link del r1");
            assertTrue(topology.spine().awaitLine("is gone").contains("host interface r1 of w1"));
            assertEquals(2, topology.metric("spine_router_up"));
            assertEquals(130, topology.spine().interrupt(), () -> topology.spine().lines().toString());
            assertFalse(topology.spaces().ip(topology.middle(), "link").contains("r0"), "its interfaces are gone");
        }
    }

    /** The card's memory is laid out for frames of its wire: host and card have to agree on what goes there. */
    @Test
    void aHostInterfaceHasNoLargerMtuThanItsCardAndASmallerOneStays() throws IOException, InterruptedException {
        Program.need("ping", "timeout");
        try (RouterTopology topology = RouterTopology.ofCards(directory)) {
            topology.awaitReachable(RIGHT_V4);
            topology.spaces().ip(topology.middle(), "link set r1 mtu 9000");
            String notified = topology.spine().awaitLine("MTU of 9000");
            assertTrue(notified.contains("r1") && notified.contains("1500"), notified);
            assertTrue(topology.spaces().ip(topology.middle(), "link show r1").contains("mtu 1500"));
            for (String size : List.of("56", "1472", "4000")) {
                topology.until("ping of " + size + " bytes by the host and by the cards", 20,
                    () -> topology.spaces().run(topology.middle(), "ping", "-n", "-c", "1", "-W", "2", "-s", size, RIGHT_V4).code() == 0
                        && topology.fromLeft("ping", "-n", "-c", "1", "-W", "2", "-s", size, RIGHT_V4).code() == 0);
            }
            topology.spaces().ip(topology.middle(), "link set r1 mtu 1300");
            topology.until("the smaller one is followed", 20, () -> errors(topology.fromLeft("ping", "-n", "-c", "1", "-W", "2", "-M", "do",
                "-s", "1400", RIGHT_V4)).contains("mtu = 1300"));
            assertTrue(topology.spaces().ip(topology.middle(), "link show r1").contains("mtu 1300"));
            assertEquals(130, topology.spine().interrupt(), () -> topology.spine().lines().toString());
        }
    }

    /** The card answers to its own address: machines that learnt another from the host would send to nobody. */
    @Test
    void aHostInterfaceHasTheHardwareAddressOfItsCard() throws IOException, InterruptedException {
        Program.need("ping", "timeout");
        try (RouterTopology topology = RouterTopology.ofCards(directory)) {
            topology.awaitReachable(RIGHT_V4);
            String before = hardwareAddress(topology);
            topology.spaces().ip(topology.middle(), "link set r1 address 02:00:00:00:be:ef");
            String notified = topology.spine().awaitLine("hardware address 02:00:00:00:be:ef");
            assertTrue(notified.contains("r1") && notified.contains(before), notified);
            assertEquals(before, hardwareAddress(topology));
            topology.until("ping by the cards", 20, () -> topology.fromLeft("ping", "-n", "-c", "1", "-W", "2", RIGHT_V4).code() == 0);
            assertEquals(130, topology.spine().interrupt(), () -> topology.spine().lines().toString());
        }
    }

    private static String hardwareAddress(RouterTopology topology) throws IOException, InterruptedException {
        return topology.spaces().ip(topology.middle(), "link show r1").replaceAll("(?s).*link/ether ([0-9a-f:]+) .*", "$1");
    }

    @Test
    void cardsAtVirtualPairsForwardAndGiveThemBack() throws IOException, InterruptedException {
        Program.need("ping", "traceroute", "iperf3", "ss", "timeout");
        try (RouterTopology topology = RouterTopology.ofXdpCards(directory)) {
            topology.awaitReachable(RIGHT_V4);
            topology.awaitReachable(RIGHT_V6);
            for (String size : List.of("56", "1472", "4000")) {
                topology.until("ping of " + size + " bytes", 20,
                    () -> topology.fromLeft("ping", "-n", "-c", "3", "-i", "0.2", "-W", "3", "-s", size, RIGHT_V4).code() == 0);
            }
            topology.until("traceroute", 20, () -> hops(topology.fromLeft("traceroute", "-n", "-q", "1", "-N", "1", "-w", "3", "-m", "5",
                RIGHT_V4)).equals("[10.71.0.1, 10.71.1.2]"));
            topology.spaces().start(topology.right(), "iperf3", "-s");
            awaitServer(topology);
            for (String target : List.of(RIGHT_V4, RIGHT_V6)) {
                stream(topology, "-c", target);
            }
            topology.until("the cards have forwarded streams", 20,
                () -> topology.metric("spine_router_forwarded_bytes_total") > 1_000_000);
            assertEquals(2, topology.metric("spine_router_link_up"));
            assertEquals(130, topology.spine().interrupt(), () -> topology.spine().lines().toString());
            assertTrue(topology.spaces().ip(topology.middle(), "link").contains("x0"), "what was there before stays");
            assertFalse(topology.spaces().ip(topology.middle(), "-d link show x0").contains("xdp"), "and is the kernel's again");
        }
    }

    @Test
    void whatWasMadeIsRemovedWhenItIsToEndWhileItStarts() throws IOException, InterruptedException {
        Program.need("sysctl");
        try (Namespaces spaces = new Namespaces(directory)) {
            String left = spaces.make("left");
            String middle = spaces.make("router");
            String right = spaces.make("right");
            try (SpineProcess spine = new SpineProcess("route", "--tap", "w0@" + left, "--tap", "w1@" + right, "--netns", middle,
                "--interface", "r", "--seconds", "300")) {
                spine.awaitLine("host interface r0");
                assertEquals(143, spine.terminate(), () -> spine.lines().toString());
                assertFalse(spine.lines().stream().anyMatch(line -> line.startsWith("routing;")), () -> spine.lines().toString());
            }
            assertFalse(spaces.ip(middle, "link").contains("r0"), "its interfaces are gone");
            assertFalse(spaces.ip(left, "link").contains("w0"), "its interfaces are gone");
            assertEquals("0", spaces.run(middle, "cat", "/proc/sys/net/ipv4/ip_forward").output().strip());
        }
    }

    // --- BIRD

    private static final String LEFT_ID = "10.71.0.2";
    private static final String ROUTER_ID = "10.71.0.1";
    private static final String RIGHT_ID = "10.71.1.2";
    private static final String LEARNED = "203.0.113.0/24";
    private static final String BEYOND = "203.0.113.1";

    private void bird(RouterTopology topology, String space, String id, String export, String announced) throws IOException {
        Path file = directory.resolve(id + ".conf");
        Files.writeString(file, """
            router id %s;
            log "%s" all;
            graceful restart wait 30;
            protocol device { scan time 1; }
            protocol kernel { ipv4 { export %s; }; persist; scan time 1; graceful restart yes; }
            protocol static announced { ipv4; %s }
            protocol ospf v2 backbone {
                graceful restart yes;
                graceful restart time 60;
                ipv4 { export where proto = "announced"; };
                area 0 { interface "w*", "r*" { type ptp; hello 1; dead 20; }; };
            }
            """.formatted(id, directory.resolve(id + ".log"), export, announced));
        start(topology, space, id);
    }

    private void start(RouterTopology topology, String space, String id, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("bird", "-c", directory.resolve(id + ".conf").toString(), "-s",
            directory.resolve(id + ".ctl").toString(), "-P", directory.resolve(id + ".pid").toString()));
        command.addAll(List.of(more));
        topology.spaces().run(space, command.toArray(String[]::new)).succeeded();
    }

    private String birdc(RouterTopology topology, String space, String id, String command) throws IOException {
        return askBird(topology, space, id, command).succeeded().output();
    }

    private Program.Result askBird(RouterTopology topology, String space, String id, String command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("timeout", "20", "birdc", "-s", directory.resolve(id + ".ctl").toString()));
        whole.addAll(List.of(command.split(" ")));
        return topology.spaces().run(space, whole.toArray(String[]::new));
    }

    /** Does something to the routing daemons, and waits until the kernel in the middle has the route or not, and then for the cards. */
    private void follow(RouterTopology topology, Step change, boolean there) throws IOException {
        long groups = topology.metric("spine_router_in_force_seconds_count");
        double seconds = topology.figure("spine_router_in_force_seconds_sum");
        change.run();
        topology.until("the routing daemon gets there", 60,
            () -> topology.spaces().ip(topology.middle(), "route show " + LEARNED).isBlank() != there);
        topology.until("the cards follow", 10, () -> there == (topology.ping(BEYOND).code() == 0));
        topology.until("the cards acknowledge", 10, () -> topology.metric("spine_router_in_force_seconds_count") > groups
            && topology.fromKernel("changes in force") == topology.fromKernel("changes told"));
        long more = topology.metric("spine_router_in_force_seconds_count") - groups;
        System.out.printf("a route %s: %.1f ms from the kernel's event until it was in force on every card, groups of changes: %d%n",
            there ? "learned" : "withdrawn", (topology.figure("spine_router_in_force_seconds_sum") - seconds) * 1e3 / more, more);
    }

    private interface Step {
        void run() throws IOException;
    }

    @Test
    @Tag("SS-44")
    void whatOspfLearnsIsOnTheCardsAndStaysWhileTheDaemonRestarts() throws IOException, InterruptedException {
        Program.need("bird", "birdc", "ping", "timeout");
        try (RouterTopology topology = RouterTopology.ofCards(directory)) {
            topology.awaitReachable(RIGHT_V4);
            topology.spaces().ip(topology.right(), "addr add 203.0.113.1/32 dev lo");
            follow(topology, () -> {
                bird(topology, topology.left(), LEFT_ID, "none", "");
                bird(topology, topology.middle(), ROUTER_ID, "all", "");
                bird(topology, topology.right(), RIGHT_ID, "none", "route 203.0.113.0/24 blackhole;");
            }, true);
            long before = topology.metric("spine_router_forwarded_packets_total");
            topology.fromLeft("ping", "-n", "-c", "20", "-i", "0.2", BEYOND).succeeded();
            awaitForwarded(topology, before + 40);

            follow(topology, () -> birdc(topology, topology.right(), RIGHT_ID, "disable announced"), false);
            String gone = topology.ping(BEYOND).output();
            assertTrue(gone.contains("Unreachable"), gone);
            follow(topology, () -> birdc(topology, topology.right(), RIGHT_ID, "enable announced"), true);

            topology.until("all are neighbours", 30, () -> birdc(topology, topology.middle(), ROUTER_ID, "show ospf neighbors").lines()
                .filter(line -> line.contains("Full")).count() == 2);
            restart(topology);
        }
    }

    /**
     * A graceful restart (RFC 3623) under packets that never stop: down, up, and the recovery after it. The daemon may take the route out
     * of the kernel and bring it back meanwhile; only then, and only as long, may packets be lost.
     */
    private void restart(RouterTopology topology) throws IOException, InterruptedException {
        Path output = directory.resolve("packets.out");
        Path changes = directory.resolve("routes.out");
        Process monitor = topology.spaces().start(topology.middle(), "sh", "-c", "exec ip -ts monitor route > " + changes);
        try {
            restart(topology, output);
        } finally {
            monitor.destroy();
        }
        List<Withdrawal> withdrawals = Withdrawal.of(LEARNED, Files.readAllLines(changes));
        List<LostPackets> lost = LostPackets.of(Files.readAllLines(output));
        System.out.println("while BIRD restarted: lost " + lost + ", withdrawn by BIRD " + withdrawals);
        for (LostPackets some : lost) {
            assertTrue(withdrawals.stream().anyMatch(some::areExplainedBy), () -> "lost " + some + ", but withdrawn " + withdrawals);
        }
    }

    private void restart(RouterTopology topology, Path output) throws IOException, InterruptedException {
        // Not ping's own deadline: with that it ends at the first error, such as that of a route which is away for a moment.
        Process packets = topology.spaces().start(topology.left(), "sh", "-c",
            "exec timeout 240 ping -n -D -i 0.2 " + BEYOND + " > " + output + " 2>&1");
        awaitReplies(topology, output, 5);
        birdc(topology, topology.middle(), ROUTER_ID, "graceful restart");
        topology.until("BIRD is down", 20, () -> Files.notExists(directory.resolve(ROUTER_ID + ".ctl")));
        awaitReplies(topology, output, replies(output) + 10);
        start(topology, topology.middle(), ROUTER_ID, "-R");
        topology.until("BIRD has recovered", 60, () -> {
            String status = birdc(topology, topology.middle(), ROUTER_ID, "show status");
            // A route that is not there is an error of this program.
            return !status.contains("recovery in progress")
                && askBird(topology, topology.middle(), ROUTER_ID, "show route " + LEARNED).output().contains("backbone");
        });
        topology.until("the kernel has the route", 60, () -> !topology.spaces().ip(topology.middle(), "route show " + LEARNED).isBlank());
        awaitReplies(topology, output, replies(output) + 10);
        Program.run(directory, "kill", "-INT", Long.toString(packets.pid())).succeeded();
        packets.waitFor();
    }

    /** The kernel was without a route, as {@code ip -ts monitor} tells it. */
    private record Withdrawal(Instant begin, Instant end) {
        private static final Pattern CHANGE = Pattern.compile("\\[(\\S+)] (Deleted )?(\\S+).*");

        static List<Withdrawal> of(String route, List<String> notified) {
            List<Withdrawal> found = new ArrayList<>();
            Instant begin = Instant.MAX;
            for (String line : notified) {
                Matcher change = CHANGE.matcher(line);
                if (change.matches() && change.group(3).equals(route)) {
                    Instant when = LocalDateTime.parse(change.group(1)).atZone(ZoneId.systemDefault()).toInstant();
                    if (change.group(2) != null) {
                        begin = begin.isBefore(when) ? begin : when;
                    } else if (begin.isBefore(when)) {
                        found.add(new Withdrawal(begin, when));
                        begin = Instant.MAX;
                    }
                }
            }
            return found;
        }
    }

    /** Packets in a row that were not answered, between two that were: these were sent at times that are known. */
    private record LostPackets(long count, Instant before, Instant after) {
        private static final Pattern ANSWER = Pattern.compile("\\[(\\d+)\\.(\\d{6})] \\d+ bytes from .*icmp_seq=(\\d+) .*");
        /** What the cards may take to follow the kernel on a machine with much to do. */
        private static final Duration FOLLOWING = Duration.ofSeconds(5);

        static List<LostPackets> of(List<String> notified) {
            List<LostPackets> found = new ArrayList<>();
            long last = 0;
            Instant before = Instant.MIN;
            for (String line : notified) {
                Matcher answer = ANSWER.matcher(line);
                if (answer.matches()) {
                    Instant when = Instant.ofEpochSecond(Long.parseLong(answer.group(1)), Long.parseLong(answer.group(2)) * 1_000);
                    long number = Long.parseLong(answer.group(3));
                    if (number > last + 1) {
                        found.add(new LostPackets(number - last - 1, before, when));
                    }
                    last = Math.max(last, number);
                    before = when;
                }
            }
            return found;
        }

        boolean areExplainedBy(Withdrawal withdrawal) {
            return before.plusSeconds(1).isAfter(withdrawal.begin()) && after.isBefore(withdrawal.end().plus(FOLLOWING));
        }
    }

    private static long replies(Path output) throws IOException {
        return Files.exists(output) ? Files.readString(output).lines().filter(line -> line.contains(" bytes from ")).count() : 0;
    }

    private static void awaitReplies(RouterTopology topology, Path output, long count) throws IOException {
        try {
            topology.until("packets are answered", 20, () -> replies(output) >= count);
        } catch (AssertionError e) {
            List<String> lines = Files.readAllLines(output);
            throw new AssertionError("ping said " + lines.subList(Math.max(0, lines.size() - 5), lines.size()) + "; routes on the left "
                + topology.spaces().ip(topology.left(), "route") + ", in the middle " + topology.spaces().ip(topology.middle(), "route")
                + ", on the right " + topology.spaces().ip(topology.right(), "route"), e);
        }
    }
}
