package dev.spine.perf.multicast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.TapSettings;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.services.host.multicast.MulticastTree;
import dev.spine.extension.services.host.multicast.TreeMember;
import dev.spine.extension.services.multicast.MulticastExtension;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.tap.HostTap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Multicast along a tree of four cards, with receivers and senders of Linux in the namespaces of their wires. */
@Tag("full")
@Timeout(120)
class MulticastWithClientsTest {
    private static final SpineComponent GRAPH = SpineComponent.create();
    private static final int CARDS = 4;
    private static final int LINES = 200;
    private static final String GROUP = "239.1.2.3";
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    private Path directory = Path.of("");
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final List<String> spacesOfWires = new ArrayList<>();
    private final List<RuntimeClient> clients = new ArrayList<>();
    private final List<Integer> instances = new ArrayList<>();
    private Namespaces spaces;
    private MulticastTree tree;

    @BeforeEach
    void join() throws IOException {
        Program.need("socat", "bash", "ping");
        spaces = new Namespaces(directory);
        opened.push(spaces);
        String host = spaces.make("host");
        StringBuilder text = new StringBuilder("name = \"tree\"\n");
        for (int card = 1; card <= CARDS; card++) {
            String space = spaces.make("w" + card);
            spacesOfWires.add(space);
            text.append("""

                [[wire]]
                kind = "tap"
                name = "w%1$d"
                interface = "w%1$d"
                netns = "%2$s"

                [[iop]]
                name = "card%1$d"

                [[iop.device]]
                kind = "lan"
                wire = "w%1$d"
                address = "02:53:50:00:82:%1$02x"

                [[iop.device]]
                kind = "runtime"
                memory = "2M"
                """.formatted(card, space));
        }
        SpineSystem system = EngineChoice.buildLive(GRAPH.systemFactory(), GRAPH.systemFile().read("tree.toml", text.toString()),
            IdlePolicy.BACK_OFF);
        opened.push(system);
        system.boot().orThrow();
        tree = new MulticastTree(99, 1, 1, lost -> { });
        for (int card = 1; card <= CARDS; card++) {
            String name = "card" + card;
            opened.push(HostTap.open(system, name, "lan", TapSettings.of("spine" + card, NetworkNamespace.of(host))));
            String space = spacesOfWires.get(card - 1);
            spaces.ip(space, "addr add 10.82." + card + ".2/24 dev w" + card);
            spaces.ip(host, "addr add 10.82." + card + ".1/24 dev spine" + card);
            // A word from there to the host: the port is open, and takes what is for many.
            spaces.run(space, "ping", "-c", "1", "-w", "20", "10.82." + card + ".1").succeeded();
            RuntimeClient runtime = new RuntimeClient(system.driver(name), system.device(name, "runtime").tid(), system.hostMemory(),
                system.tasks());
            int instance = runtime.load(PackagedExtension.image("multicast", MulticastExtension.class),
                LoadOptions.OF_NODE.with("groups", GROUP + ":5000").with("key", "63"));
            clients.add(runtime);
            instances.add(instance);
            int iopId = system.tasks().call(() -> system.driver().iopId(system.driver(name)));
            tree.add(new TreeMember(card, runtime, system.tasks(), instance, "host", iopId, system.device(name, "runtime").tid(),
                "w" + card, 0x0253_5000_8200L + card, false));
        }
        assertEquals(Set.of(), tree.install());
    }

    @AfterEach
    void end() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    private String counters() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < clients.size(); i++) {
            text.append("\ncard ").append(i + 1).append(' ').append(clients.get(i).inspect(instances.get(i), 0).counters());
        }
        return text.toString();
    }

    /** Begins to write down what comes for the group at a wire. */
    private Path receive(int card) throws IOException {
        Path file = directory.resolve("got-" + card);
        String space = spacesOfWires.get(card - 1);
        spaces.start(space, "socat", "-u", "UDP4-RECV:5000,reuseaddr,rcvbuf=1000000,ip-add-membership=" + GROUP + ":10.82." + card + ".2",
            "CREATE:" + file);
        long begin = System.nanoTime();
        while (!spaces.run(space, "cat", "/proc/net/igmp").output().contains("030201EF")) {
            assertTrue(System.nanoTime() - begin < LIMIT_NS, "nobody listens");
        }
        return file;
    }

    private void send(int card, String script) throws IOException {
        spaces.run(spacesOfWires.get(card - 1), "bash", "-c", "(" + script + ") | socat -u - UDP4-DATAGRAM:" + GROUP
            + ":5000,ip-multicast-if=10.82." + card + ".2,ip-multicast-ttl=8").succeeded();
    }

    @Test
    void receiversAtAllOtherWiresGetEachLineOnceAlsoWhileTheTreeChanges() throws IOException {
        List<Path> files = new ArrayList<>();
        for (int card = 2; card <= CARDS; card++) {
            files.add(receive(card));
        }
        // A datagram is what socat finds in the pipe: a line, or some.
        for (int from = 1; from <= LINES; from += LINES / 4) {
            send(1, "for i in $(seq %d %d); do echo line $i; done".formatted(from, from + LINES / 4 - 1));
            assertEquals(Set.of(), tree.install());
        }
        StringBuilder expected = new StringBuilder();
        for (int line = 1; line <= LINES; line++) {
            expected.append("line ").append(line).append('\n');
        }
        for (Path file : files) {
            long begin = System.nanoTime();
            while (Files.size(file) < expected.length()) {
                assertTrue(System.nanoTime() - begin < LIMIT_NS, () -> file + counters());
                Thread.onSpinWait();
            }
            assertEquals(expected.toString(), Files.readString(file), this::counters);
        }
        // Without the card in the middle of the chain those behind it still get everything.
        assertEquals(Set.of(), tree.lose(2));
        send(4, "echo the end");
        Path third = files.get(1);
        long begin = System.nanoTime();
        while (!Files.readString(third).endsWith("the end\n")) {
            assertTrue(System.nanoTime() - begin < LIMIT_NS, this::counters);
        }
        assertTrue(Files.readString(files.getFirst()).endsWith("line " + LINES + "\n"));
    }
}
