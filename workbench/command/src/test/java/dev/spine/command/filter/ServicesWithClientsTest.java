package dev.spine.command.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.TapSettings;
import dev.spine.extension.api.Extension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.services.accounting.AccountingExtension;
import dev.spine.extension.services.accounting.AccountingProtocol;
import dev.spine.extension.services.flood.FloodExtension;
import dev.spine.extension.services.host.accounting.FlowCollector;
import dev.spine.extension.services.host.accounting.FlowRecord;
import dev.spine.extension.services.host.filter.FilterCompiler;
import dev.spine.extension.services.host.filter.FilterRule;
import dev.spine.extension.services.shaping.PolicingExtension;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.tap.HostTap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Services on a card between two namespaces, with the clients that people use. */
@Tag("full")
@Timeout(120)
class ServicesWithClientsTest {
    private static final SpineComponent GRAPH = SpineComponent.create();
    private static final String SERVER = "10.79.0.2";

    @TempDir
    private Path directory = Path.of("");
    private Namespaces spaces;
    private String outside;
    private String host;
    private SpineSystem system;
    private HostTap tap;
    private RuntimeClient runtime;

    @BeforeEach
    void join() throws IOException {
        Program.need("ping", "iperf3");
        spaces = new Namespaces(directory);
        outside = spaces.make("out");
        host = spaces.make("host");
        system = EngineChoice.buildLive(GRAPH.systemFactory(), GRAPH.systemFile().read("a.toml", """
            name = "test"

            [[wire]]
            kind = "tap"
            name = "a"
            interface = "a0"
            netns = "%s"

            [[iop]]
            name = "nic"

            [[iop.device]]
            kind = "lan"
            wire = "a"
            address = "02:53:50:00:00:0a"

            [[iop.device]]
            kind = "runtime"
            memory = "4M"
            """.formatted(outside)), IdlePolicy.BACK_OFF);
        system.boot().orThrow();
        tap = HostTap.open(system, "nic", "lan", TapSettings.of("spine0", NetworkNamespace.of(host)));
        spaces.ip(outside, "addr add 10.79.0.1/24 dev a0");
        spaces.ip(host, "addr add 10.79.0.2/24 dev spine0");
        runtime = new RuntimeClient(system.driver("nic"), system.device("nic", "runtime").tid(), system.hostMemory(), system.tasks());
    }

    @AfterEach
    void end() {
        if (tap != null) {
            tap.close();
        }
        if (system != null) {
            system.close();
        }
        if (spaces != null) {
            spaces.close();
        }
    }

    private int load(Class<? extends Extension> service, Map<String, String> parameters) {
        LoadOptions options = LoadOptions.OF_NODE;
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            options = options.with(parameter.getKey(), parameter.getValue());
        }
        return runtime.load(PackagedExtension.image(service.getSimpleName(), service), options);
    }

    private long counter(int instance, String name) {
        return runtime.inspect(instance, 0).counters().getOrDefault(name, 0L);
    }

    private boolean pings(String... options) throws IOException {
        String[] command = new String[options.length + 7];
        System.arraycopy(new String[] {"ping", "-c", "2", "-i", "0.05", "-w"}, 0, command, 0, 6);
        System.arraycopy(options, 0, command, 6, options.length);
        command[command.length - 1] = SERVER;
        return spaces.run(outside, command).output().contains(" 0% packet loss");
    }

    /** Runs iperf3 from the outside, once its server listens; returns what it reports. */
    private String iperf(String... options) throws IOException {
        Process server = spaces.start(host, "iperf3", "-s", "-1");
        String[] command = new String[options.length + 3];
        System.arraycopy(new String[] {"iperf3", "-c", SERVER}, 0, command, 0, 3);
        System.arraycopy(options, 0, command, 3, options.length);
        String report = "";
        for (int attempt = 0; attempt < 200 && !report.contains("receiver"); attempt++) {
            report = spaces.run(outside, command).output();
        }
        server.destroy();
        assertTrue(report.contains("receiver"), report);
        return report;
    }

    @Test
    @Tag("SO-08")
    void aFilterOnTheCardStopsPingsAndLeavesTcpAlone() throws Exception {
        assertTrue(pings("20"));
        int filter = runtime.load(FilterCompiler.compile(FilterRule.read("count tcp dst port 5201\ndrop icmp[icmptype] = icmp-echo"))
            .image("filter"));
        assertFalse(pings("1"));
        iperf("-n", "4M");
        assertTrue(counter(filter, "1 count tcp dst port 5201") > 100);
        assertTrue(counter(filter, "dropped") >= 2);
        runtime.unload(filter, 0);
        assertTrue(pings("20"));
    }

    @Test
    void accountingSaysWhatIperfHasSent() throws IOException {
        int accounting = load(AccountingExtension.class, Map.of("prefixes", "10.79.0.0/30"));
        List<FlowRecord> records = new CopyOnWriteArrayList<>();
        try (FlowCollector collector = FlowCollector.listen(runtime, accounting, AccountingProtocol.RECORDS_HANDLER, records::add)) {
            iperf("-n", "16M");
            collector.flush();
            collector.ask();
            // What iperf3 had written and not yet sent when it was done never came to the card.
            system.tasks().await("the totals", () -> collector.totals() != null);
            FlowCollector.Totals totals = Objects.requireNonNull(collector.totals());
            // Records may have more than the totals that were asked for before them, but never less; they come one after the other.
            system.tasks().await("the records", () -> collector.sums().packets() >= totals.packets() - totals.otherPackets());
            assertTrue(records.stream().anyMatch(record -> record.protocol() == 6 && record.destinationPort() == 5_201
                && record.bytes() > 1 << 20), records::toString);
            assertEquals(0, collector.sums().missing());
            assertTrue(totals.prefixes().getFirst().bytesFrom() > 1 << 20);
        }
    }

    @Test
    void policingHoldsAUdpStreamToItsRate() throws IOException {
        int policing = load(PolicingExtension.class, Map.of("classes", "stream", "stream.match", "proto=17", "stream.rate", "4000000",
            "stream.burst", "20000"));
        long begin = System.nanoTime();
        iperf("-u", "-b", "20M", "-l", "1000", "-t", "2");
        long passed = counter(policing, "stream bytes passed");
        long allowed = 20_000 + (System.nanoTime() - begin) / 1_000 * 4 / 8;
        assertTrue(passed <= allowed, passed + " bytes of " + allowed);
        assertTrue(counter(policing, "stream packets dropped") > 1_000);
        assertTrue(passed > 500_000, () -> "only " + passed + " bytes came through");
    }

    @Test
    void aFloodOfPingsIsHeldAndAStreamGoesOn() throws IOException, InterruptedException {
        int flood = load(FloodExtension.class, Map.of("icmp.source", "20", "icmp.burst", "5"));
        Process pings = spaces.start(outside, "ping", "-q", "-f", "-c", "300", "-w", "20", SERVER);
        iperf("-n", "4M");
        pings.waitFor();
        assertTrue(counter(flood, "icmp refused for their source") > 50);
        assertTrue(counter(flood, "syn admitted") >= 2);
    }
}
