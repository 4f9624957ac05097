package dev.spine.host.nbd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.ServedDisks;
import dev.spine.device.disk.DiskModule;
import dev.spine.device.disk.DiskSettings;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.FileStore;
import dev.spine.device.disk.store.FileStore.Mapping;
import dev.spine.device.disk.store.StoreException;
import dev.spine.host.block.BlockOsm;
import dev.spine.host.block.BlockSettings;
import dev.spine.host.driver.BootSettings;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
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
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Files that are disks of an IOP, served by the Block OSM of a host: wired as {@code spine disk} does it. The first disk's file is mapped,
 * the other's is read and written and has blocks of 4 KiB.
 */
final class FileDisks implements ServedDisks {
    private static final int QUEUE_DEPTH = 128;

    private final Path directory;
    private final LiveEngine engine =
        new LiveEngine(ThreadLayout.ONE_CORE, 1, new IdlePolicy(20, 0, 50_000_000, 50_000_000), 64, Duration.ofSeconds(20));
    private final HostDriver driver;
    private final IopDriver iop;
    private final Tasks tasks;
    private final List<DiskModule> modules = new ArrayList<>();
    private final List<BlockOsm> osms = new ArrayList<>();
    private final NbdServer server;
    private final int port;

    FileDisks(Path directory) throws IOException {
        this.directory = directory;
        Bus bus = new Bus(2);
        HostMemory memory = new HostMemory(bus, BusAgent.host());
        HostAgent host = engine.add("node0/host", ProcessorSpec.THIS_MACHINE,
            context -> new HostAgent(context, new DmaEngine(bus, BusAgent.host())));
        driver = new HostDriver(host, memory, BootSettings.STANDARD);
        Iop card = engine.add("node0/iop1", ProcessorSpec.THIS_MACHINE, new IopBuilder("iop1", bus, new BusAgent(1, "iop1"))::build);
        int disk = install(card, DiskSettings.of(DISK), Mapping.MAPPED);
        int other = install(card, DiskSettings.of(OTHER).withBlockBytes(4096), Mapping.STAGED);
        iop = driver.add(card.function());
        engine.start();
        tasks = engine.tasks(host);
        Pending.await(tasks, "the boot", driver::boot).orThrow();
        BlockOsm first = attached(host, memory, disk);
        BlockOsm second = attached(host, memory, other);
        server = new NbdServer(host, memory, List.of(new NbdExport(DISK, "mapped", first, NbdExport.Access.AS_DEVICE,
                modules.getFirst()::extentAt),
            new NbdExport(LOCKED, "only for reading", first, NbdExport.Access.READ_ONLY),
            new NbdExport(OTHER, "read and written", second, NbdExport.Access.AS_DEVICE, modules.getLast()::extentAt)),
            NbdSettings.STANDARD);
        server.listen(UnixDomainSocketAddress.of(socket()));
        port = ((InetSocketAddress) server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))).getPort();
        tasks.run(() -> {
            engine.sleepIn(host, server);
            server.start();
        });
    }

    private int install(Iop card, DiskSettings settings, Mapping mapping) throws IOException {
        try {
            DiskModule module = new DiskModule(settings.withQueueDepth(QUEUE_DEPTH),
                FileStore.openOrCreate(file(settings.name()), CAPACITY, mapping), ExecutorKind.WORKER);
            modules.add(module);
            return card.install(module);
        } catch (StoreException e) {
            throw new IOException(e);
        }
    }

    private BlockOsm attached(HostAgent host, HostMemory memory, int tid) {
        BlockOsm osm = tasks.call(() -> new BlockOsm(host, driver, memory, iop, tid, BlockSettings.STANDARD));
        Pending.await(tasks, "the attachment", osm::attach);
        osms.add(osm);
        return osm;
    }

    private Path file(String export) {
        return directory.resolve(OTHER.equals(export) ? OTHER : DISK);
    }

    private Path socket() {
        return directory.resolve("nbd");
    }

    @Override
    public String uri(String export) {
        return "nbd+unix:///" + export + "?socket=" + socket();
    }

    @Override
    public String tcpUri(String export) {
        return "nbd://127.0.0.1:" + port + "/" + export;
    }

    @Override
    public byte[] content(String export) throws IOException {
        return Files.readAllBytes(file(export));
    }

    @Override
    public void fill(String export, byte[] content) throws IOException {
        // In place: a file that is mapped must not shrink.
        try (FileChannel channel = FileChannel.open(file(export), StandardOpenOption.WRITE)) {
            assertEquals(CAPACITY, channel.write(ByteBuffer.wrap(content), 0));
        }
    }

    @Override
    public boolean haveHoles() {
        return modules.getFirst().extentAt(0) < 0;
    }

    @Override
    public void assertCounted(String label, long least) {
        assertTrue(tasks.call(() -> Counted.by(server, label)) >= least, label);
    }

    @Override
    public void close() {
        tasks.await("the end of all connections", () -> server.connected() == 0);
        assertTrue(tasks.call(server::isQuiet));
        tasks.run(server::close);
        for (BlockOsm osm : osms) {
            assertEquals(0, tasks.call(osm::inFlight));
            Pending.await(tasks, "the release", osm::detach);
        }
        Pending.await(tasks, "the shutdown", driver::shutdown);
        assertEquals(0, tasks.call(iop::contextsInUse));
        engine.close();
        modules.forEach(DiskModule::close);
    }
}
