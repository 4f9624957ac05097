package dev.spine.host.nbd;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.nbd.NbdCounters.Counter;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** A host that serves devices in memory: {@code disk}, the read-only {@code locked}, and {@code sectors4k} with blocks of 4 KiB. */
final class NbdNode implements AutoCloseable {
    static final int CAPACITY = 8 << 20;
    static final NbdSettings SETTINGS = NbdSettings.STANDARD;

    final LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1, new IdlePolicy(50, 0, 5_000_000, 5_000_000), 64,
        Duration.ofSeconds(20));
    final MemoryDevice disk;
    final MemoryDevice sectors;
    final NbdServer server;
    final Tasks tasks;
    final Path socket;
    final int port;
    private final HostAgent host;

    NbdNode(Path directory) throws IOException {
        this(directory, SETTINGS);
    }

    NbdNode(Path directory, NbdSettings settings) throws IOException {
        this(directory, settings, Supplier::get);
    }

    /** A server that gives clients which name no export this one, or none. */
    NbdNode(Path directory, String nameless) throws IOException {
        this(directory, SETTINGS, Supplier::get, nameless);
    }

    /** A server whose connections get their memory in a way that a test has changed. */
    NbdNode(Path directory, NbdSettings settings, Function<Supplier<ConnectionMemory>, ConnectionMemory> changed) throws IOException {
        this(directory, settings, changed, "disk");
    }

    private NbdNode(Path directory, NbdSettings settings, Function<Supplier<ConnectionMemory>, ConnectionMemory> changed, String nameless)
        throws IOException {
        Bus bus = new Bus(1);
        HostMemory memory = new HostMemory(bus, BusAgent.host());
        host = engine.add("node0/host", ProcessorSpec.THIS_MACHINE, context -> new HostAgent(context, new DmaEngine(bus, BusAgent.host())));
        disk = new MemoryDevice(bus, CAPACITY, 512, 48);
        sectors = new MemoryDevice(bus, CAPACITY, 4096, 8);
        host.register(disk);
        host.register(sectors);
        server = new NbdServer(host, List.of(
            new NbdExport("disk", "the first one", disk, NbdExport.Access.AS_DEVICE, disk::extentAt),
            new NbdExport("locked", "only for reading", disk, NbdExport.Access.READ_ONLY),
            new NbdExport("sectors4k", "", sectors, NbdExport.Access.AS_DEVICE)), settings,
            () -> changed.apply(() -> new ConnectionMemory(memory, settings.chunks())));
        if (!nameless.isEmpty()) {
            server.serveNameless(nameless);
        }
        socket = directory.resolve("nbd");
        server.listen(UnixDomainSocketAddress.of(socket));
        port = ((InetSocketAddress) server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))).getPort();
        engine.sleepIn(host, server);
        engine.start();
        tasks = engine.tasks(host);
        tasks.run(server::start);
    }

    NbdClient connect() throws IOException {
        return new NbdClient(UnixDomainSocketAddress.of(socket));
    }

    NbdClient connectTcp() throws IOException {
        return new NbdClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    String uri(String export) {
        return "nbd+unix:///" + export + "?socket=" + socket;
    }

    String tcpUri(String export) {
        return "nbd://127.0.0.1:" + port + "/" + export;
    }

    /** Waits until a counter has reached a value. */
    void awaitCount(Counter counter, long value) {
        tasks.await(counter.label() + " = " + value, () -> server.counters().get(counter) >= value);
    }

    void awaitNoClient() {
        tasks.await("the end of all connections", () -> server.connected() == 0);
    }

    long count(Counter counter) {
        return server.counters().get(counter);
    }

    /** The parts of the host whose counters are listed. */
    Set<String> counted() {
        return host.context().counters().keySet();
    }

    @Override
    public void close() {
        tasks.run(server::close);
        engine.close();
    }
}
