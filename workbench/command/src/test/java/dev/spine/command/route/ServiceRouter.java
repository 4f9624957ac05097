package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.TapSettings;
import dev.spine.extension.api.Extension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.router.host.RouterHost;
import dev.spine.extension.router.host.RouterNode;
import dev.spine.extension.router.host.RouterPort;
import dev.spine.extension.router.host.RouterSettings;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.tap.HostTap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Two cards with the router between two namespaces, inside and outside, with a service on the card that is outside; the kernel of a third
 * namespace is the host's network stack, and fills the tables of the cards. Inside has a route to everywhere, outside none.
 */
final class ServiceRouter implements AutoCloseable {
    /** Addresses. */
    static final String INSIDE = "10.78.0.2";
    static final String INNER = "10.78.0.1";
    static final String OUTER = "192.0.2.1";
    static final String OUTSIDE = "192.0.2.2";

    private static final SpineComponent GRAPH = SpineComponent.create();
    private static final long IN = 0x02_53_50_00_78_01L;
    private static final long OUT = 0x02_53_50_00_78_02L;
    private static final int MTU = 1_500;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(20);

    /** What is to be closed, the last first. */
    private final Deque<AutoCloseable> opened;
    private final SpineSystem system;
    private final Namespaces spaces;
    private final String inside;
    private final String outside;
    private final String host;
    private final RuntimeClient runtime;
    private final RouterNode node;
    private final int service;

    private ServiceRouter(Deque<AutoCloseable> opened, Path directory, String stages, Class<? extends Extension> extension,
        Map<String, String> parameters) throws IOException {
        this.opened = opened;
        spaces = new Namespaces(directory);
        opened.push(spaces);
        inside = spaces.make("in");
        outside = spaces.make("out");
        host = spaces.make("host");
        system = EngineChoice.buildLive(GRAPH.systemFactory(), GRAPH.systemFile().read("router.toml", card("a", "in", inside, IN)
            + card("b", "out", outside, OUT)), IdlePolicy.BACK_OFF);
        opened.push(system);
        system.boot().orThrow();
        NetworkNamespace stack = NetworkNamespace.of(host);
        opened.push(HostTap.open(system, "in", "lan", TapSettings.of("spine0", stack)));
        opened.push(HostTap.open(system, "out", "lan", TapSettings.of("spine1", stack)));
        spaces.run(host, "sysctl", "-q", "-w", "net.ipv4.ip_forward=1").succeeded();
        spaces.ip(inside, "addr add " + INSIDE + "/24 dev a0");
        spaces.ip(host, "addr add " + INNER + "/24 dev spine0");
        spaces.ip(host, "addr add " + OUTER + "/24 dev spine1");
        spaces.ip(outside, "addr add " + OUTSIDE + "/24 dev b0");
        spaces.ip(inside, "route add default via " + INNER);

        runtime = runtime("out");
        LoadOptions options = LoadOptions.OF_NODE;
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            options = options.with(parameter.getKey(), parameter.getValue());
        }
        service = runtime.load(PackagedExtension.image("service", extension), options);
        node = new RouterNode(new RouterHost(system.driver(), system.host(), system.hostMemory(), system.tasks()), RouterSettings.STANDARD);
        opened.push(node);
        node.port(new RouterPort("in", runtime("in"), system.driver("in"), system.device("in", "runtime").tid(), IN, MTU));
        node.port(new RouterPort("out", runtime, system.driver("out"), system.device("out", "runtime").tid(), OUT, MTU), stages);
        Map<String, Integer> ports = new LinkedHashMap<>();
        ports.put("spine0", 1);
        ports.put("spine1", 2);
        KernelFollower follower = new KernelFollower(stack, ports, List.of(254), new NodeTables(node),
            new Overflow(RouterSettings.STANDARD.tableBytes() >> 10, text -> { }), text -> { });
        opened.push(follower);
        follower.start().orTimeout(LIMIT_NS, TimeUnit.NANOSECONDS).join();
    }

    private static String card(String wire, String name, String space, long address) {
        StringBuilder mac = new StringBuilder("%012x".formatted(address));
        for (int at = 10; at > 0; at -= 2) {
            mac.insert(at, ':');
        }
        return (name.equals("in") ? "name = \"services\"\n" : "") + """

            [[wire]]
            kind = "tap"
            name = "%s"
            interface = "%s0"
            netns = "%s"

            [[iop]]
            name = "%s"

            [[iop.device]]
            kind = "lan"
            wire = "%s"
            address = "%s"

            [[iop.device]]
            kind = "runtime"
            memory = "8M"
            """.formatted(wire, wire, space, name, wire, mac);
    }

    /** Opens one, with a service loaded onto the card that is outside. Skips the test where that cannot be. */
    static ServiceRouter open(Path directory, String stages, Class<? extends Extension> extension, Map<String, String> parameters)
        throws IOException {
        Program.need("ping", "sysctl");
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        ServiceRouter made = null;
        try {
            made = new ServiceRouter(opened, directory, stages, extension, parameters);
            return made;
        } finally {
            if (made == null) {
                closeAll(opened);
            }
        }
    }

    private RuntimeClient runtime(String card) {
        return new RuntimeClient(system.driver(card), system.device(card, "runtime").tid(), system.hostMemory(), system.tasks());
    }

    Namespaces spaces() {
        return spaces;
    }

    String inside() {
        return inside;
    }

    String outside() {
        return outside;
    }

    /** {@return the namespace whose kernel is the host's network stack; {@code spine1} is its interface outside} */
    String host() {
        return host;
    }

    /** {@return a counter of the service} */
    long counter(String name) {
        return counters().getOrDefault(name, 0L);
    }

    /** {@return all counters of the service} */
    Map<String, Long> counters() {
        return runtime.inspect(service, 0).counters();
    }

    /** {@return what the router of the card that is outside, or inside, has dropped, by reason} */
    Map<String, Long> drops(int port) {
        return node.counters(port).drops();
    }

    /** {@return the most fuel that one activation of the outside card's router has used, with the calls of its stages} */
    long mostFuel() {
        return runtime.inspect(node.instance(2), 0).number("mostFuel");
    }

    /** {@return packets that the router of a card has forwarded} */
    long forwarded(int port) {
        return node.counters(port).forwarded();
    }

    /** Pings the router from both sides, so that it knows its neighbours, and then from one side to the other until an answer comes. */
    void awaitNeighbours() throws IOException {
        spaces.run(inside, "ping", "-n", "-c", "1", "-w", "10", INNER).succeeded();
        spaces.run(outside, "ping", "-n", "-c", "1", "-w", "10", OUTER).succeeded();
        awaitAnswer(inside, OUTSIDE);
    }

    /** Pings until an answer comes. */
    void awaitAnswer(String from, String to) throws IOException {
        long begin = System.nanoTime();
        while (spaces.run(from, "ping", "-n", "-c", "1", "-W", "1", to).code() != 0) {
            assertTrue(System.nanoTime() - begin < LIMIT_NS, () -> to + " does not answer: " + counters() + drops(1) + drops(2));
        }
    }

    /** Runs iperf3 once its server listens; returns what it reports. */
    String iperf(String from, String to, String address, String... options) throws IOException {
        Process server = spaces.start(to, "iperf3", "-s", "-1");
        String[] command = new String[options.length + 3];
        System.arraycopy(new String[] {"iperf3", "-c", address}, 0, command, 0, 3);
        System.arraycopy(options, 0, command, 3, options.length);
        long begin = System.nanoTime();
        String report = spaces.run(from, command).output();
        while (!report.contains("receiver") && System.nanoTime() - begin < LIMIT_NS) {
            report = spaces.run(from, command).output();
        }
        server.destroy();
        assertTrue(report.contains("receiver"), report + counters() + drops(1) + drops(2));
        return report;
    }

    private static void closeAll(Deque<AutoCloseable> opened) {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                System.err.println("while ending: " + e);
            }
        }
    }

    @Override
    public void close() {
        closeAll(opened);
    }
}
