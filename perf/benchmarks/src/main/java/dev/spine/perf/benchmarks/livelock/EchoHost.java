package dev.spine.perf.benchmarks.livelock;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.TapSettings;
import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.services.host.lrp.LrpFlow;
import dev.spine.extension.services.host.lrp.LrpReceiver;
import dev.spine.extension.services.host.lrp.LrpSender;
import dev.spine.extension.services.host.lrp.LrpSocket;
import dev.spine.extension.services.lrp.LrpExtension;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.WrongArgumentException;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.tap.HostTap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * A host on this machine with sockets on its card: UDP is sent back by {@link LazyEcho}, everything else (ARP, ping) is the business of
 * Linux, to which the card is an interface. Used from outside the host's agent, by one thread at a time.
 */
public final class EchoHost implements AutoCloseable {
    private static final SpineComponent GRAPH = SpineComponent.create();
    private static final int SOCKETS = 2;
    private static final int QUEUE = 64;
    private static final int WINDOW = 8;
    private static final int SENDS = 16;
    private static final int PACKET_BYTES = 2_048;
    private static final int ENDING_SECONDS = 10;

    private final Deque<AutoCloseable> opened;
    private final SpineSystem system;
    private final RuntimeClient runtime;
    private final int instance;
    private final List<LrpSocket> sockets = new ArrayList<>();
    private final LazyEcho application;

    /**
     * An interface of Linux.
     *
     * @param name of the interface, at most 15 characters
     * @param namespace name of the network namespace in which it is made
     */
    public record Place(String name, String namespace) {}

    private EchoHost(Deque<AutoCloseable> opened, Place wire, Place stack, int port, long busyNs) {
        this.opened = opened;
        system = EngineChoice.buildLive(GRAPH.systemFactory(), GRAPH.systemFile().read("echo.toml", """
            name = "echo"

            [[wire]]
            kind = "tap"
            name = "wire"
            interface = "%s"
            netns = "%s"

            [[iop]]
            name = "card"

            [[iop.device]]
            kind = "lan"
            wire = "wire"

            [[iop.device]]
            kind = "runtime"
            memory = "1M"
            """.formatted(wire.name, wire.namespace)), IdlePolicy.BACK_OFF);
        opened.push(system);
        system.boot().orThrow();
        opened.push(HostTap.open(system, "card", "lan", TapSettings.of(stack.name, NetworkNamespace.of(stack.namespace))));
        runtime = new RuntimeClient(system.driver("card"), system.device("card", "runtime").tid(), system.hostMemory(), system.tasks());
        instance = runtime.load(PackagedExtension.image("lrp", LrpExtension.class));
        LrpReceiver receiver = new LrpReceiver(runtime, system.host(), system.tasks(), instance,
            new LentBuffers(SOCKETS * WINDOW, PACKET_BYTES));
        opened.push(receiver);
        LrpSender sender = new LrpSender(runtime, system.hostMemory(), system.tasks(), instance, SENDS, PACKET_BYTES);
        opened.push(sender);
        for (int i = 0; i < SOCKETS; i++) {
            sockets.add(receiver.open(LrpFlow.udp(port + i), QUEUE, WINDOW));
        }
        application = system.tasks().call(() -> new LazyEcho(system.host().context(), sockets, sender, busyNs));
        system.tasks().run(() -> system.host().register(application));
        opened.push(() -> system.tasks().run(() -> system.host().deregister(application)));
    }

    /**
     * Begins to answer at a port and the one behind it.
     *
     * @param wire the interface of those who send
     * @param stack the interface of the host
     * @param port 1 to 65,534
     * @param busyNs how long the application is busy with a packet
     * @return a host that answers
     * @throws SystemCallException when Linux does not give the host's interface; the message is one line
     * @throws SystemFileException when Linux does not give the other one
     */
    public static EchoHost open(Place wire, Place stack, int port, long busyNs) {
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        EchoHost made = null;
        try {
            made = new EchoHost(opened, wire, stack, port, busyNs);
            return made;
        } finally {
            if (made == null) {
                closeAll(opened);
            }
        }
    }

    /** {@return the counters of the extension on the card, by name} */
    public Map<String, Long> counters() {
        return new TreeMap<>(runtime.inspect(instance, 0).counters());
    }

    /**
     * {@return packets that the host has got of a socket}
     *
     * @param socket 0 or 1
     */
    public long received(int socket) {
        return system.tasks().call(sockets.get(socket)::received);
    }

    /**
     * {@return packets of a socket that were sent back}
     *
     * @param socket 0 or 1
     */
    public long answered(int socket) {
        return system.tasks().call(() -> application.answered(socket));
    }

    /** {@return bytes that the host or the card have moved into or out of the host's memory} */
    public long hostMemoryBytes() {
        return system.tasks().call(() -> system.bus().account(BusAgent.host()).snapshot().hostMemoryBytes()
            + system.bus().account(system.iop("card").dma().busAgent()).snapshot().hostMemoryBytes());
    }

    /** {@return messages that have come to the host} */
    public long messagesToHost() {
        return system.tasks().call(() -> system.host().counters().messages());
    }

    private static void closeAll(Deque<AutoCloseable> opened) {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                System.err.println("while ending: " + e.getMessage());
            }
        }
    }

    @Override
    public void close() {
        closeAll(opened);
    }

    /**
     * Answers for a time, or until it is interrupted; then says what came.
     *
     * @param arguments the two interfaces, the port, and for how long
     */
    public static void main(String[] arguments) {
        Bench.main(EchoHost.class, arguments);
    }

    @Command(
        description = "Sends UDP back that comes to a port or to the port behind it, each of which has a queue on the card (lazy receive "
            + "processing). The interfaces are made here and have no address. Needs Linux and the rights of root.",
        footer = "Example: perf/bench livelock.EchoHost wa@client spine0@host 7000")
    static void run(
        @Parameters(description = "the interface of those who send, as wa@client") String senders,
        @Parameters(description = "the interface of the host, as spine0@host") String host,
        @Parameters(description = "1 to 65534") int port,
        @Parameters(arity = "0..1", defaultValue = "60", description = "how long") double seconds,
        @Parameters(arity = "0..1", defaultValue = "1000", description = "how long it is busy with each packet")
            long busyUs) throws InterruptedException {
        Bench.within("ports", port, 1, 65_534);
        Place wire = place(senders);
        Place stack = place(host);
        EchoHost echo = open(wire, stack, port, TimeUnit.MICROSECONDS.toNanos(busyUs));
        CountDownLatch ended = new CountDownLatch(1);
        Thread answering = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            ended.countDown();
            try {
                // What is said at the end, and the end of the interfaces, comes before that of the process.
                answering.join(TimeUnit.SECONDS.toMillis(ENDING_SECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "end"));
        try (echo) {
            System.out.println("answering at UDP ports " + port + " and " + (port + 1));
            if (ended.await((long) (seconds * 1e9), TimeUnit.NANOSECONDS)) {
                System.out.println("ended");
            }
            for (int i = 0; i < SOCKETS; i++) {
                System.out.println("port " + (port + i) + ": the host got " + echo.received(i) + ", answered " + echo.answered(i));
            }
            echo.counters().forEach((name, value) -> System.out.println(name + ": " + value));
        }
    }

    private static Place place(String text) {
        int at = text.indexOf('@');
        if (at <= 0 || at == text.length() - 1) {
            throw new WrongArgumentException("an interface is named as wa@client, not \"" + text + "\"");
        }
        return new Place(text.substring(0, at), text.substring(at + 1));
    }
}
