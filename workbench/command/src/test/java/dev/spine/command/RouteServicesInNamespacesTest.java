package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Services of {@code spine route} with the clients that people use, in network namespaces: described by options and by files. */
@Tag("full")
@Timeout(240)
class RouteServicesInNamespacesTest {
    private static final String RIGHT_V4 = "10.71.1.2";
    private static final String RIGHT_V6 = "2001:db8:71:1::2";
    private static final Pattern PINGS = Pattern.compile("(\\d+) packets transmitted, (\\d+) received");

    @TempDir
    private Path directory;
    private RouterTopology topology;

    /** How the router is told of its services. */
    enum By { OPTION, FILE }

    @AfterEach
    void end() {
        if (topology != null) {
            topology.close();
        }
    }

    private Path file() {
        return directory.resolve("router.toml");
    }

    private void hangUp() throws IOException {
        assertEquals(0, Program.run(directory, "kill", "-HUP", Long.toString(topology.spine().pid())).code());
    }

    private void describeAgain(String services, String said) throws IOException {
        topology.describe(file(), "", services);
        hangUp();
        topology.spine().awaitLine(said);
    }

    /** A stream of TCP from the left to the right, once the server listens; empty when nothing comes through. */
    private void iperf(String... options) throws IOException {
        Process server = topology.spaces().start(topology.right(), "iperf3", "-s", "-1");
        String[] command = new String[options.length + 3];
        System.arraycopy(new String[] {"iperf3", "-c", RIGHT_V4}, 0, command, 0, 3);
        System.arraycopy(options, 0, command, 3, options.length);
        try {
            topology.until("a stream of iperf3", 30, () -> topology.fromLeft(command).output().contains("receiver"));
        } finally {
            server.destroy();
        }
    }

    /** What programs have said that were started in namespaces. */
    private String outputs() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".out")).sorted().toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    private long counted(String service, String port, String unit, String what) throws IOException {
        return topology.metrics().lines().filter(line -> line.startsWith("spine_service_" + unit + "_total{service=\"" + service + "\"")
            && line.contains("port=\"" + port + "\"") && line.contains("what=\"" + what + "\""))
            .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).sum();
    }

    private void awaitCounted(long least, String service, String port, String unit, String what) throws IOException {
        topology.until(service + " of " + port + " has counted " + least + " " + unit + " " + what, 10,
            () -> counted(service, port, unit, what) >= least);
    }

    @ParameterizedTest
    @EnumSource
    void aFilterStopsPingsOfAProtocolAndLeavesOthersAlone(By by) throws IOException {
        Program.need("ping", "iperf3");
        topology = by == By.OPTION ? RouterTopology.ofCards(directory, "--filter", "w0:drop icmp[icmptype] = icmp-echo")
            : RouterTopology.ofFile(file(), "", """
                [[service]]
                kind = "filter"
                ports = "left"
                expression = "icmp[icmptype] = icmp-echo"
                """);
        String port = by == By.OPTION ? "w0" : "left";
        topology.awaitReachable(RIGHT_V6);
        iperf("-n", "4M");
        assertNotEquals(0, topology.ping(RIGHT_V4).code());
        awaitCounted(1, "filter", port, "packets", "dropped");
        awaitCounted(50, "filter", port, "packets", "passed");
    }

    @ParameterizedTest
    @EnumSource
    void aMasqueradingRouterHidesTheLeftBehindItsAddressOnTheRight(By by) throws IOException {
        Program.need("ping", "iperf3", "nft");
        topology = by == By.OPTION ? RouterTopology.ofCards(directory, "--nat", "w1:10.71.1.1 inside=10.71.0.0/24")
            : RouterTopology.ofFile(file(), "", """
                [[service]]
                kind = "nat"
                ports = "right"
                parameters = {outside = "10.71.1.1", inside = "10.71.0.0/24"}
                """);
        // Nobody on the right knows a way to the left.
        topology.spaces().ip(topology.right(), "route del default");
        // Until a neighbour is known the kernel forwards, and it does not translate.
        topology.spaces().run(topology.right(), "ping", "-n", "-c", "1", "-w", "10", "10.71.1.1").succeeded();
        topology.awaitReachable(RIGHT_V4);
        for (String line : new String[] {"add table ip seen", "add chain ip seen in { type filter hook prerouting priority -300; }",
            "add rule ip seen in ip saddr 10.71.0.0/24 counter"}) {
            topology.spaces().run(topology.right(), "nft", line).succeeded();
        }
        Program.Result pings = topology.fromLeft("ping", "-n", "-c", "20", "-i", "0.02", "-w", "20", RIGHT_V4);
        assertTrue(pings.answersAll(20), pings.output());
        iperf("-n", "8M");
        iperf("-R", "-n", "8M");
        String seen = topology.spaces().run(topology.right(), "nft", "list table ip seen").output();
        assertTrue(seen.contains("counter packets 0 "), seen);
        awaitCounted(3, "nat", by == By.OPTION ? "w1" : "right", "connections", "connections opened");
    }

    /** What a service has rewritten cannot go by the host, which would find the neighbour. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        192.0.2.80 | kind = "hosting" | services = "web", "web.at" = "tcp:192.0.2.80:5201", "web.servers" = "10.71.1.2:5201"
        10.71.0.1  | kind = "nat"     | outside = "10.71.0.1", inside = "10.71.1.0/24", forward = "tcp:5201>10.71.1.2:5201"
        """)
    void aServerThatHasNeverSpokenIsReached(String outside, String kind, String parameters) throws IOException {
        Program.need("iperf3", "timeout");
        topology = RouterTopology.ofFile(file(), "", "[[service]]\n" + kind + "\nports = \"left\"\nparameters = {" + parameters + "}\n");
        Process server = topology.spaces().start(topology.right(), "iperf3", "-s");
        try {
            topology.until("a stream to a server behind " + outside, 40, () -> topology.fromLeft("iperf3", "-c", outside, "-n", "1M",
                "--connect-timeout", "2000").code() == 0);
        } finally {
            server.destroy();
        }
    }

    @Test
    void accountingTellsWhoSendsHowMuchToWhomWhileItRuns() throws IOException {
        Program.need("ping", "iperf3");
        topology = RouterTopology.ofCards(directory, "--account", "w0:10.71.0.0/24 idle=1 active=1");
        topology.awaitReachable(RIGHT_V4);
        iperf("-n", "4M");
        Pattern stream = Pattern.compile("\"protocol\" : 6,\\s+\"source\" : \"10.71.0.2\",\\s+\"sourcePort\" : [0-9]+,\\s+"
            + "\"destination\" : \"" + RIGHT_V4 + "\",\\s+\"destinationPort\" : 5201,\\s+\"packets\" : [0-9]+,\\s+\"bytes\" : ([0-9]+)");
        topology.until("the stream is among the flows", 20, () -> stream.matcher(topology.page("/flows")).results()
            .mapToLong(flow -> Long.parseLong(flow.group(1))).max().orElse(0) > 1 << 20);
        String from = "spine_accounting_prefix_bytes_total{service=\"accounting\",kind=\"accounting\",port=\"w0\","
            + "prefix=\"10.71.0.0/24\",direction=\"from\"} ";
        topology.until("its prefix has its bytes", 10, () -> topology.metrics().lines().anyMatch(line -> line.startsWith(from)
            && Long.parseLong(line.substring(from.length())) > 1 << 20));
    }

    @Test
    void servicesAreReplacedAddedAndRemovedUnderTrafficThatDoesNotNotice() throws IOException, InterruptedException {
        Program.need("ping", "kill");
        String flood = "[[service]]\nkind = \"flood\"\nparameters = {\"icmp.source\" = 0, \"icmp.total\" = 0}\n";
        String filter = "[[service]]\nkind = \"filter\"\nexpression = \"icmp and host " + RIGHT_V4 + "\"\n";
        String shaping = "[[service]]\nkind = \"shaping\"\nports = \"%s\"\nparameters = {classes = \"all\", \"all.rate\" = %d}\n";
        topology = RouterTopology.ofFile(file(), "", flood + filter);
        topology.awaitReachable(RIGHT_V6);
        assertNotEquals(0, topology.ping(RIGHT_V4).code());

        Process pings = topology.spaces().start(topology.left(), "ping", "-6", "-n", "-q", "-i", "0.01", "-w", "200", RIGHT_V6);
        describeAgain(flood + filter.replace("icmp", "tcp"), "replaced service 'filter' on right");
        assertEquals(0, topology.spine().lines().stream().filter(line -> line.contains("'flood'")).count());
        topology.awaitReachable(RIGHT_V4);
        describeAgain(filter.replace("icmp", "tcp") + shaping.formatted("right", 90_000_000), "unloaded service 'flood' on right");
        describeAgain(filter.replace("icmp", "tcp") + shaping.formatted("right", 50_000_000), "replaced service 'shaping' on right");
        awaitCounted(10, "shaping", "right", "packets", "all packets sent");

        // A file with a mistake, and one that only the card can verify, change nothing.
        describeAgain(flood + "[[service]]\nkind = \"filter\"\nexpression = \"udp prt\"\n", "nothing was changed: ");
        describeAgain(flood + "[[service]]\nkind = \"nat\"\nports = \"right\"\nparameters = {outside = \"nowhere\"}\n",
            "nothing was changed: " + file());
        assertEquals(0, counted("flood", "left", "packets", "icmp admitted"));
        awaitCounted(10, "shaping", "right", "packets", "all packets sent");

        describeAgain(flood, "unloaded service 'shaping' on right");
        assertEquals(0, Program.run(directory, "kill", "-INT", Long.toString(pings.pid())).code());
        pings.waitFor();
        String answered = outputs();
        Matcher counts = PINGS.matcher(answered);
        assertTrue(counts.find(), answered);
        // The interrupt can come while the last one is in flight.
        assertTrue(Integer.parseInt(counts.group(1)) - Integer.parseInt(counts.group(2)) <= 1, () -> answered + topology.spine().lines());
    }

    @Test
    void extensionsOfTheFileSeePacketsWhereTheirOrderNumberSays() throws IOException {
        Program.need("ping");
        String accounting = """
            [[iop.device.extension]]
            name = "%s"
            image = "accounting"
            parameters = {order = %d, handler = %d}
            """;
        topology = RouterTopology.ofFile(file(), accounting.formatted("first", -31_000, 60) + accounting.formatted("last", -1, 64), """
            [[service]]
            kind = "filter"
            ports = "left"
            expression = "icmp"
            """);
        topology.awaitReachable(RIGHT_V6);
        assertNotEquals(0, topology.ping(RIGHT_V4).code());
        awaitCounted(1, "filter", "left", "packets", "dropped");
        long dropped = counted("filter", "left", "packets", "dropped");
        topology.until("the first has counted what the filter has dropped, and the last has not", 10, () ->
            counted("first", "left", "events", "packets") >= counted("last", "left", "events", "packets") + dropped
                && counted("last", "left", "events", "packets") > 0);
    }
}
