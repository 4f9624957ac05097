package dev.spine.perf.benchmarks.ardma;

import dev.spine.extension.ardma.client.ClientExtension;
import dev.spine.extension.ardma.host.ArdmaClient;
import dev.spine.extension.ardma.host.ArdmaServer;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.routine.AreaHash;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.benchmarks.ardma.CallProber;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.HostCounters;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Account;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.system.BuiltInExtension;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Two cards on one thread with a wire in memory between them: on one three servers of Active RDMA and exported memory, on the other what
 * uses them. One thread beside the engine's.
 */
final class CallNode implements AutoCloseable {
    private static final int WAIT_SECONDS = 60;
    private static final int FORMS = 8;
    private static final long ADDRESS = 0x02_53_50_00_00_01L;
    private static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String TEXT = """
        name = "calls"

        [[wire]]
        kind = "link"
        name = "between"

        [[iop]]
        name = "server"

        [[iop.device]]
        kind = "lan"
        wire = "between"
        address = "02:53:50:00:00:01"

        [[iop.device]]
        kind = "runtime"
        memory = "4M"

        [[iop]]
        name = "client"

        [[iop.device]]
        kind = "lan"
        wire = "between"
        address = "02:53:50:00:00:02"

        [[iop.device]]
        kind = "runtime"
        memory = "4M"
        """;

    /** How a server runs routines. */
    enum Mode {
        /** It has no host half. */
        INTERPRETED,
        /** Its host compiles, as is usual. */
        CHECKED,
        /** Its host compiles without checks. */
        UNCHECKED
    }

    /** What some operations took and touched, and the nanoseconds of the tenth of those that took longest. */
    record Reading(long ns, int wrong, long tenth, long allocated, long hostMessages, long interrupts, long hostBytes) {}

    private final SpineSystem system;
    private final RuntimeClient client;
    private final RuntimeClient far;
    private final int prober;
    /** Another client of the same servers. */
    private final int neighbour;
    private final long export;
    private final long thread;
    private final ArdmaServer[] servers = new ArdmaServer[Mode.values().length];
    private final int[] instances = new int[Mode.values().length];
    private final int[] areas = new int[Mode.values().length];
    private final LinkedBlockingQueue<long[]> told = new LinkedBlockingQueue<>();

    CallNode() {
        SpineComponent graph = SpineComponent.create();
        system = EngineChoice.buildLive(graph.systemFactory(), graph.systemFile().read("two cards", TEXT), IdlePolicy.SPIN);
        system.boot().orThrow();
        client = runtime("client");
        far = runtime("server");
        thread = system.tasks().call(() -> Thread.currentThread().threadId());
        byte[] image = PackagedExtension.image("prober", CallProber.class);
        prober = client.load(image, LoadOptions.OF_NODE);
        neighbour = client.load(image, LoadOptions.OF_NODE);
        client.listen(CallProber.TOLD, this::onTold);
        far.listen(CallProber.TOLD, this::onTold);
        for (Mode mode : Mode.values()) {
            int instance = far.load(BuiltInExtension.ARDMA.image().bytes(), LoadOptions.OF_NODE);
            instances[mode.ordinal()] = instance;
            servers[mode.ordinal()] = new ArdmaServer(new HostSide(far, system.host(), system.hostMemory(), system.tasks()), instance);
            areas[mode.ordinal()] = servers[mode.ordinal()].open("zeros", 4_096, true);
            for (int each : new int[] {prober, neighbour}) {
                client.send(each, CallProber.CONNECT, (int) (ADDRESS >>> Integer.SIZE), (int) ADDRESS, instance, each, mode.ordinal());
                take();
            }
        }
        far.send(far.load(image, LoadOptions.OF_NODE), CallProber.EXPORT);
        export = take()[0];
    }

    private RuntimeClient runtime(String iop) {
        return new RuntimeClient(system.driver(iop), system.device(iop, "runtime").tid(), system.hostMemory(), system.tasks());
    }

    private void onTold(MessageFrame message) {
        int first = RuntimeProtocol.FIRST_USER_WORD;
        told.add(new long[] {(long) message.wordOrZero(first) << Integer.SIZE | message.wordOrZero(first + 1) & 0xFFFF_FFFFL,
            message.wordOrZero(first + 2), message.wordOrZero(first + 3)});
    }

    private long[] take() {
        try {
            long[] next = told.poll(WAIT_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new IllegalStateException("the card does not answer");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Has the two servers with a host half compile routines that are called from now on. */
    void compile(Mode mode) {
        server(mode).compile(FORMS, 1, mode == Mode.UNCHECKED ? LoadOptions.OF_NODE.unmetered() : LoadOptions.OF_NODE);
    }

    /** {@return a connection to a server from the other card's host} */
    RemoteServer connect(Mode mode) {
        int half = client.load(PackagedExtension.image("client", ClientExtension.class), LoadOptions.OF_NODE);
        return new ArdmaClient(new HostSide(client, system.host(), system.hostMemory(), system.tasks()), half)
            .connect(ADDRESS, instances[mode.ordinal()]);
    }

    ArdmaServer server(Mode mode) {
        return servers[mode.ordinal()];
    }

    /** {@return the hash by which clients call a routine that a server offers} */
    static long hash(byte[] routine) {
        return AreaHash.of(new ArrayArea(routine, false), 0, routine.length);
    }

    /** Reads 8 bytes of exported memory so many times. */
    Reading read(int count) {
        return measure(CallProber.READ, count, (int) (export >>> Integer.SIZE), (int) export, Mode.INTERPRETED.ordinal());
    }

    /** Calls a routine so many times. */
    Reading call(Mode mode, long hash, long argument, int count) {
        return measure(CallProber.CALL, count, mode.ordinal(), (int) (hash >>> Integer.SIZE), (int) hash, areas[mode.ordinal()],
            (int) (argument >>> Integer.SIZE), (int) argument);
    }

    /** Calls a routine while the other client calls one that takes long, which it does longer: {@return the reading of the former} */
    Reading callBeside(Mode mode, long hash, int count, long other, long otherArgument, int otherCount) {
        client.send(neighbour, CallProber.CALL, otherCount, mode.ordinal(), (int) (other >>> Integer.SIZE), (int) other,
            areas[mode.ordinal()], (int) (otherArgument >>> Integer.SIZE), (int) otherArgument);
        Reading reading = call(mode, hash, 0, count);
        long[] end = take();
        if (end[0] < reading.ns() || end[1] != 0) {
            throw new IllegalStateException("the other client was not at work all the time, or was refused: " + Arrays.toString(end));
        }
        return reading;
    }

    private Reading measure(int handler, int... words) {
        HostCounters counters = system.host().counters();
        long messages = counters.messages();
        long interrupts = counters.get(HostCounters.Counter.INTERRUPTS);
        Account.Snapshot accounts = system.accounts();
        long allocated = THREADS.getThreadAllocatedBytes(thread);
        client.send(prober, handler, words);
        long[] end = take();
        return new Reading(end[0], (int) end[1], end[2], THREADS.getThreadAllocatedBytes(thread) - allocated,
            counters.messages() - messages,
            counters.get(HostCounters.Counter.INTERRUPTS) - interrupts, system.accounts().since(accounts).hostMemoryBytes());
    }

    @Override
    public void close() {
        system.close();
    }
}
