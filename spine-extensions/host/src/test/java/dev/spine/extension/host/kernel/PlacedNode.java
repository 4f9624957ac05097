package dev.spine.extension.host.kernel;

import dev.spine.device.disk.DiskModule;
import dev.spine.device.disk.DiskSettings;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.device.display.DisplayDdm;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.extension.api.Extension;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.HostModel;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.lan.LanSettings;
import dev.spine.host.testkit.EngineKind;
import dev.spine.host.testkit.TestNode;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.param.LanGroups.FilterMask;
import dev.spine.i2o.sgl.SglFlags;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.DataPlacement;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.WireTiming;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A host and a card with a network device and a runtime each; extensions are loaded where the test says. */
final class PlacedNode implements AutoCloseable {
    static final int MEMORY_BYTES = 1 << 18;
    static final int DISK_BYTES = 1 << 16;
    static final long ADDRESS = 0x02_53_50_4E_00_07L;

    /** Where extensions run. */
    enum Where { CARD, HOST }

    final TestNode node;
    final RuntimeModule cardRuntime;
    final DiskModule disk;
    final DisplayDdm display;
    final KernelRuntime kernel;
    final LanPacketPort port;
    final KernelClient kernelClient;
    final RuntimeClient cardClient;
    final IopDriver iop;
    final int cardTid;
    private final Where where;
    private final Station[] station = new Station[1];
    private final Tasks stationTasks;
    private final List<String> answers = new ArrayList<>();

    PlacedNode(Where where, EngineKind kind, HostModel model, InstanceLimits limits) {
        this(where, kind, model, limits, MEMORY_BYTES);
    }

    /** With so much memory for extensions at each place. */
    PlacedNode(Where where, EngineKind kind, HostModel model, InstanceLimits limits, int memoryBytes) {
        this(where, kind, model, limits, memoryBytes, DataPlacement.OF_I2O);
    }

    /** On a machine that has its structures of I/O where it is said. */
    PlacedNode(Where where, EngineKind kind, HostModel model, InstanceLimits limits, int memoryBytes, DataPlacement placement) {
        this.where = where;
        LinkWire wire = new LinkWire("link", kind == EngineKind.MODELLED ? new WireTiming(1_000_000_000L, 1_000, 24) : Wire.IMMEDIATE, 64,
            WirePort.ETHERNET_PACKET_BYTES);
        NicModule nic = new NicModule(NicSettings.of("lan", ADDRESS), wire.ports().getFirst());
        disk = new DiskModule(DiskSettings.of("disk0"), MemoryStore.ofBytes(DISK_BYTES), ExecutorKind.INLINE);
        display = new DisplayDdm("display0", SurfaceGeometry.packed(64, 48, PixelFormat.RGB565));
        cardRuntime = new RuntimeModule(memoryBytes, limits);
        node = TestNode.on(kind).placing(placement).host(model).simulated("card", nic, cardRuntime, disk, display)
            .agent("station", agent -> {
                station[0] = new Station(agent, wire.ports().get(1));
                return station[0];
            }).start();
        stationTasks = node.engine().tasks(station[0]);
        node.boot();
        iop = node.iop("card");
        cardTid = node.tid(cardRuntime);
        LanSettings lan = LanSettings.STANDARD.withBuckets(32, 2048).withFilter(FilterMask.PROMISCUOUS);
        port = node.onHost(() -> new LanPacketPort(node.host(), node.driver(), node.memory(), iop, node.tid(nic), lan));
        kernel = node.onHost(() -> new KernelRuntime(node.host(), node.driver(), node.memory(), memoryBytes, limits, port));
        kernelClient = new KernelClient(kernel, node.tasks());
        cardClient = new RuntimeClient(iop, cardTid, node.memory(), node.tasks());
        if (where == Where.HOST) {
            node.await("the port to open", port.osm()::open);
        }
        listenForAnswers();
    }

    /** Says that answers come here; after a reset again. */
    void listenForAnswers() {
        client().listen(5, reply -> answers.add(reply.word(4) + " " + reply.word(5) + " " + reply.word(15) + " user "
            + (reply.word(3) >>> 8 & 0xFF)));
    }

    static byte[] image(Class<? extends Extension> program) {
        return PackagedExtension.image(program.getSimpleName(), program);
    }

    ExtensionClient client() {
        return where == Where.HOST ? kernelClient : cardClient;
    }

    Where where() {
        return where;
    }

    /** Bytes that extensions have at the place. */
    int memoryInUse() {
        return node.onHost(() -> where == Where.HOST ? kernel.memoryInUse() : cardRuntime.memoryInUse());
    }

    /** Buffers that applications lend the runtime at the place. */
    int lentToRuntime() {
        return node.onHost(() -> where == Where.HOST ? kernel.lentByApplications() : cardRuntime.lentByHost());
    }

    void awaitFailure(int instance) {
        for (int i = 0; i < 1_000 && client().inspect(instance, 0).failure().isEmpty(); i++) {
            node.advance(100_000);
        }
    }

    /** Lets happen what is in flight. */
    void settle() {
        node.advance(5_000_000);
    }

    int load(Class<? extends Extension> program) {
        return client().load(image(program));
    }

    /** Loads an extension of a user; 0 is the node itself. */
    int load(Class<? extends Extension> program, int owner) {
        return client().load(image(program), owner == 0 ? LoadOptions.OF_NODE : LoadOptions.ownedBy(owner));
    }

    <T> T onHost(Supplier<T> what) {
        return node.onHost(what);
    }

    /** The answers so far, and none afterwards. */
    List<String> takeAnswers() {
        return node.onHost(() -> {
            List<String> taken = List.copyOf(answers);
            answers.clear();
            return taken;
        });
    }

    void awaitAnswers(int count) {
        try {
            node.tasks().await(count + " answers", () -> answers.size() >= count);
        } catch (AwaitFailedException e) {
            throw new AssertionError("no answer; " + client().list(0), e);
        }
    }

    /** Orders something of an instance and returns its answer. */
    String order(int instance, int... words) {
        client().send(instance, 1, words);
        awaitAnswers(1);
        return takeAnswers().getFirst();
    }

    /** As {@link #order}, with data. */
    String orderBulk(int instance, byte[] data, int... words) {
        if (where == Where.HOST) {
            kernelClient.sendBulk(instance, 1, data, words);
        } else {
            node.onHost(() -> {
                sendBulkToCard(instance, data, words);
                return Boolean.TRUE;
            });
        }
        awaitAnswers(1);
        return takeAnswers().getFirst();
    }

    private void sendBulkToCard(int instance, byte[] data, int... words) {
        Region memory = node.memory().allocate("bulk data", data.length);
        MemorySegment.copy(data, 0, memory.memory(), ValueLayout.JAVA_BYTE, 0, data.length);
        int context = iop.standingContext(reply -> answers.add("refused"));
        OutgoingRequest request = iop.openStanding(cardTid, Function.SMALL_MESSAGE, RuntimeProtocol.BULK_WORDS, 0, context);
        if (request == null) {
            throw new AssertionError("the test has used up the card's frames");
        }
        MessageFrame frame = request.frame();
        frame.contexts(context, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, 1), 0, RuntimeProtocol.KIND_BULK));
        for (int i = 0; i < 12; i++) {
            frame.setWord(4 + i, i < words.length ? words[i] : 0);
        }
        frame.setWord(16, (SglFlags.SIMPLE | SglFlags.END_OF_BUFFER | SglFlags.LAST | SglFlags.FROM_BUFFER) << 24 | data.length);
        frame.setWord(17, (int) memory.base());
        request.post();
    }

    /** Lets a frame arrive over the wire. */
    void arrive(byte[] frame) {
        stationTasks.run(() -> station[0].send(frame));
    }

    List<String> awaitSent(int count) {
        stationTasks.await(count + " frames", () -> station[0].received().size() >= count);
        return stationTasks.call(() -> station[0].received());
    }

    @Override
    public void close() {
        node.close();
    }
}
