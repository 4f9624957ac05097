package dev.spine.extension.harness;

import dev.spine.device.disk.DiskModule;
import dev.spine.device.disk.DiskSettings;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.Store;
import dev.spine.device.display.DisplayDdm;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.device.wire.WirePort;
import dev.spine.extension.host.kernel.KernelClient;
import dev.spine.extension.host.kernel.KernelRuntime;
import dev.spine.extension.host.kernel.LanPacketPort;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.host.lan.LanSettings;
import dev.spine.i2o.param.LanGroups.FilterMask;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.node.NodeBuilder;
import dev.spine.node.NodeHost;
import dev.spine.node.PassingTime;
import dev.spine.node.PlainMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A host with a card that has a wire and a runtime, and what else the plan says: a disk on it, a card with a screen, a second runtime. */
final class SimulatedNode {
    private static final long FIRST_ADDRESS = 0x0253_504E_0001L;
    private static final int WINDOW_BYTES = 1 << 20;
    private static final int LAN_BUCKETS = 32;
    private static final int LAN_BUCKET_BYTES = 2_048;

    private final Engine engine;
    private final CardPlan plan;
    private final NodeBuilder builder;
    private final NodeHost host;
    private final PassingTime time;
    private final int nicTid;
    private final long hardwareAddress;
    private final SimulatedRuntime card;
    private final @Nullable SimulatedRuntime peer;
    private final @Nullable CardDisk disk;
    private final @Nullable CardScreen screen;
    private @Nullable LanPacketPort lan;
    private @Nullable KernelClient kernel;

    SimulatedNode(Engine engine, int index, CardPlan plan, WirePort port) {
        this.engine = engine;
        this.plan = plan;
        this.hardwareAddress = hardwareAddress(index);
        this.builder = new NodeBuilder(engine, path(index), plan.iops());
        this.host = builder.host(PlainMachine.PROCESSOR);
        this.time = new PassingTime(host.agent());
        Iop iop = iop("card");
        this.nicTid = iop.install(new NicModule(NicSettings.of("lan", hardwareAddress), port));
        IopDriver cardDriver = driver().add(iop.function());
        this.card = runtime(iop, cardDriver);
        Supplier<? extends Store> store = plan.disk();
        Supplier<? extends Store> farStore = plan.farDisk();
        this.disk = store != null ? disk(iop, cardDriver, store.get()) : farStore != null ? farDisk(farStore.get()) : null;
        this.peer = plan.peerImages() == null ? null : makePeer();
        SurfaceGeometry geometry = plan.screen();
        this.screen = geometry == null ? null : screen(geometry);
    }

    static String path(int index) {
        return "node" + index;
    }

    /** The address of a node's card. */
    static long hardwareAddress(long index) {
        return FIRST_ADDRESS + index;
    }

    private Iop iop(String name) {
        return builder.join(builder.iop(name, PlainMachine.PROCESSOR, iop -> iop.window(WINDOW_BYTES)));
    }

    private SimulatedRuntime runtime(Iop iop, IopDriver iopDriver) {
        RuntimeModule module = new RuntimeModule(plan.memoryBytes(), plan.limits());
        int tid = iop.install(module);
        return new SimulatedRuntime(module, iop, iopDriver, tid, memory(), engine, tasks(), plan);
    }

    private SimulatedRuntime makePeer() {
        Iop iop = iop("peer");
        return runtime(iop, driver().add(iop.function()));
    }

    private CardDisk disk(Iop iop, IopDriver iopDriver, Store store) {
        // As in a system that runs: a store that blocks keeps nobody else waiting.
        ExecutorKind executor = engine instanceof LiveEngine ? ExecutorKind.WORKER : ExecutorKind.INLINE;
        int tid = iop.install(new DiskModule(DiskSettings.of("disk"), store, executor));
        return new CardDisk(store, () -> driver().iopId(iopDriver), tid,
            () -> Pending.await(tasks(), "the return of the disk's IOP", () -> driver().restart(iopDriver)));
    }

    private CardDisk farDisk(Store store) {
        Iop iop = iop("disk");
        return disk(iop, driver().add(iop.function()), store);
    }

    private CardScreen screen(SurfaceGeometry geometry) {
        DisplayDdm display = new DisplayDdm("display", geometry);
        Iop iop = iop("screen");
        int tid = iop.install(display);
        IopDriver iopDriver = driver().add(iop.function());
        return new CardScreen(this, display, engine.tasks(iop), iopDriver, tid);
    }

    void boot() {
        Pending.await(tasks(), "the boot", driver()::boot).orThrow();
        card.open();
        if (peer != null) {
            peer.open();
        }
        if (screen != null) {
            screen.open();
        }
    }

    void restart() {
        Pending.await(tasks(), "the card's return", () -> driver().restart(card.driver()));
        card.open();
    }

    void loadFirst() {
        plan.images().forEach(image -> card.load(image.name(), image.bytes()));
        if (peer != null) {
            Objects.requireNonNull(plan.peerImages()).forEach(image -> peer.load(image.name(), image.bytes()));
        }
    }

    Tasks tasks() {
        return engine.tasks(host.agent());
    }

    HostAgent host() {
        return host.agent();
    }

    /** The runtime on the host, which takes the packets that extensions on the card let pass; there from the first call on. */
    KernelClient kernel() {
        KernelClient open = kernel;
        if (open == null) {
            LanPacketPort packets = lan();
            KernelRuntime runtime = tasks().call(() ->
                new KernelRuntime(host(), driver(), memory(), plan.memoryBytes(), plan.limits(), packets));
            open = new KernelClient(runtime, tasks());
            for (SimulatedRuntime served : runtimes()) {
                open.serve(served.driver(), served.tid());
            }
            kernel = open;
        }
        return open;
    }

    /** The host's port of the card's LAN, which takes what extensions on the card let pass; open from the first call on. */
    LanPacketPort lan() {
        LanPacketPort open = lan;
        if (open == null) {
            LanSettings settings = LanSettings.STANDARD.withBuckets(LAN_BUCKETS, LAN_BUCKET_BYTES).withFilter(FilterMask.PROMISCUOUS);
            LanPacketPort made = tasks().call(() -> new LanPacketPort(host(), driver(), memory(), card.driver(), nicTid, settings));
            Pending.await(tasks(), "the host's port of the LAN", made.osm()::open);
            open = made;
            lan = open;
        }
        return open;
    }

    HostDriver driver() {
        return host.driver();
    }

    HostMemory memory() {
        return host.memory();
    }

    Bus bus() {
        return builder.bus();
    }

    long hardwareAddress() {
        return hardwareAddress;
    }

    SimulatedRuntime card() {
        return card;
    }

    @Nullable SimulatedRuntime peer() {
        return peer;
    }

    @Nullable CardDisk disk() {
        return disk;
    }

    @Nullable CardScreen screen() {
        return screen;
    }

    int iopId(IopDriver of) {
        return driver().iopId(of);
    }

    /** Lets time pass: virtual on the modelled engine, real on the live one. */
    void pass(long ns) {
        time.pass(tasks(), ns);
    }

    void addProgress(List<Long> values) {
        runtimes().forEach(runtime -> values.add(runtime.progress()));
    }

    private List<SimulatedRuntime> runtimes() {
        List<SimulatedRuntime> all = new ArrayList<>();
        all.add(card);
        if (peer != null) {
            all.add(peer);
        }
        return all;
    }

    void addLeaks(List<String> lines) {
        runtimes().forEach(runtime -> runtime.addLeaks(lines));
    }
}
