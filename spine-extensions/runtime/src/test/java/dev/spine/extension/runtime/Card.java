package dev.spine.extension.runtime;

import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.i2o.sgl.SglElement;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** A card with a runtime on the modelled engine, a port that the test feeds, and a host that is the test itself. */
final class Card implements AutoCloseable {
    static final int MEMORY_BYTES = 1 << 20;

    private static final ProcessorSpec PROCESSOR = new ProcessorSpec("test", CostTable.ofCycles(33_000_000, costs()));

    final Bus bus = new Bus(3);
    final BusAgent cardBusAgent = new BusAgent(1, "card");
    final RuntimeModule runtime;
    final TestPort port = new TestPort();
    final ModelledEngine engine;
    final IopKernel kernel;
    final Region hostMemory = bus.allocate("host", BusAgent.host(), Access.READ_WRITE, 1 << 20);
    final int runtimeTid;
    final TestDisk disk = new TestDisk();
    final int diskTid;
    private final MessagingUnit unit;
    private final MessageFrame writer = new MessageFrame();

    Card() {
        this(InstanceLimits.STANDARD);
    }

    Card(InstanceLimits limits) {
        runtime = new RuntimeModule(MEMORY_BYTES, limits);
        MachineProfile profile = MachineProfile.named("test").host(PROCESSOR).iop(PROCESSOR).bus(new BusTiming(33_000_000, 4, 8, 256, 8))
            .dma(new DmaTiming(100, 66_000_000)).wire(new WireTiming(1_000_000_000, 100, 8)).cardMemoryBytes(1 << 20).build();
        engine = new ModelledEngine(profile, 1);
        unit = new MessagingUnit("card", Arena.ofAuto().allocate(1 << 20, 4096), 512, 32);
        kernel = engine.add("node0/card", PROCESSOR, agent -> new IopKernel("card", agent, new DmaEngine(bus, cardBusAgent), unit,
            (slot, request) -> {
                if (slot.module() instanceof TestDisk asked) {
                    asked.onParameters(request);
                } else {
                    request.finish();
                }
            }));
        kernel.install(port);
        runtimeTid = kernel.install(runtime);
        // What most packets go is what is tested; PacketPathTest compares it with the way of a handler's first ones.
        runtime.card().parts().carried().firstPackets(0);
        diskTid = kernel.install(disk);
        kernel.directory().state(IopState.OPERATIONAL);
        runtime.enable();
        Region replies = bus.allocate("replies", BusAgent.host(), Access.READ_WRITE, 64 * 512);
        for (int i = 0; i < 64; i++) {
            unit.hostLink().outbound().adopt(Delivery.DIRECT, replies.memory(), i * 512L, (int) replies.base() + i * 512);
        }
        engine.start();
    }

    private static Map<Op, Double> costs() {
        Map<Op, Double> costs = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            costs.put(op, 10.0);
        }
        return costs;
    }

    /** Routes to peers of another environment. */
    PeerRoutes peerRoutes(ExecutionEnvironment environment) {
        ExtensionRuntime on = runtime.card();
        return new PeerRoutes(on.parts(), environment, on.table(), on.dispatcher().local(), on.dispatcher().memory());
    }

    InstanceDescription describe(ExtensionInstance instance) {
        return new InstanceDescription(instance, runtime.card().dispatcher().local().queues());
    }

    /** Connects another IOP to the runtime. */
    PeerOfCard connectPeer() {
        return new PeerOfCard(this, unit);
    }

    /** How many extensions are on the card. */
    int loadedInstances() {
        int count = 0;
        for (int number = 1; number <= CardLimits.MAX_INSTANCES; number++) {
            count += runtime.card().table().get(number) == null ? 0 : 1;
        }
        return count;
    }

    /** Lets everything happen that is in flight. */
    void settle() {
        engine.advanceTo(engine.nowNs() + 1_000_000_000L);
    }

    /** Posts a frame of the host; the writer's words from 4 on are as given. */
    void post(int function, int context3, int... words) {
        Frame frame = take();
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        writer.header(4 + words.length, 0, 0, function, Tid.HOST, runtimeTid);
        writer.contexts(0x1234, context3);
        for (int i = 0; i < words.length; i++) {
            writer.setWord(4 + i, words[i]);
        }
        send(frame);
    }

    private Frame take() {
        Frame frame = unit.hostLink().inbound().take();
        if (frame == null) {
            throw new IllegalStateException("the test has used up the card's frames");
        }
        return frame;
    }

    private void send(Frame frame) {
        engine.tasks(kernel).run(() -> unit.hostLink().inbound().post(Delivery.DIRECT, frame));
    }

    void postPrivate(int code, List<Integer> payload, List<SglElement> buffers) {
        Frame frame = take();
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        new PrivateMessage(OrganizationId.SPINE, code, payload, buffers).emit(writer,
            new Header(runtimeTid, Tid.HOST, 0x77, 0x88));
        send(frame);
    }

    /** A small message to a handler of an instance. */
    void small(int instance, int handler, int... words) {
        int[] all = new int[12];
        System.arraycopy(words, 0, all, 0, words.length);
        post(Function.SMALL_MESSAGE,
            RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, handler), 0, RuntimeProtocol.KIND_SMALL), all);
    }

    /** The replies that have arrived, copied; their frames go back. */
    List<MessageFrame> replies() {
        settle();
        return arrivedReplies();
    }

    /** The replies that have arrived so far, copied; their frames go back. */
    List<MessageFrame> arrivedReplies() {
        List<MessageFrame> list = new ArrayList<>();
        engine.tasks(kernel).run(() -> {
            for (Frame frame = unit.hostLink().outbound().poll(); frame != null; frame = unit.hostLink().outbound().poll()) {
                MessageFrame copy = new MessageFrame();
                copy.wrap(Arena.ofAuto().allocate(512, 64), 0, 512);
                copy.tryCopyFrom(frame.memory(), frame.offset(), 512);
                unit.hostLink().outbound().free(Delivery.DIRECT, frame);
                list.add(copy);
            }
        });
        return list;
    }

    /** Loads an image and returns the reply; the verdict's text is read by {@link #verdict}. */
    MessageFrame load(byte[] image) {
        return load(image, 1).getFirst();
    }

    /** Loads an image while replies to other requests are still to come, and returns all. */
    List<MessageFrame> load(byte[] image, int count) {
        beginLoad(image);
        List<MessageFrame> replies = replies();
        if (replies.size() != count) {
            throw new IllegalStateException("expected " + count + " replies, got " + replies);
        }
        return replies;
    }

    void beginLoad(byte[] image) {
        write(image);
        postPrivate(RuntimeProtocol.LOAD, List.of(0), List.of(
            SglElement.Simple.from((int) hostMemory.base(), image.length),
            SglElement.Simple.into((int) hostMemory.base() + (512 << 10), 4096)));
    }

    /** Loads an image as somebody's, with parameters. */
    MessageFrame load(byte[] image, LoadOptions options) {
        beginLoad(image, options);
        return replies().getFirst();
    }

    void beginLoad(byte[] image, LoadOptions options) {
        bring(RuntimeProtocol.LOAD, image, options, options.tied() ? RuntimeProtocol.TIED : 0);
    }

    /** Loads a test class as somebody's, with parameters. */
    int loaded(LoadOptions options, Class<?> entry, Class<?>... others) {
        MessageFrame reply = load(image(entry, others), options);
        if (reply.requestStatus() != 0) {
            throw new IllegalStateException(verdict(reply));
        }
        return reply.word(5);
    }

    /** Replaces the code of an instance by an image, and returns the answer. */
    MessageFrame replace(int instance, byte[] image, LoadOptions options) {
        beginReplace(instance, image, options);
        return replies().stream().filter(reply -> reply.function() == Function.PRIVATE).findFirst().orElseThrow();
    }

    /** Asks whether an instance would be replaced, and returns the answer. */
    MessageFrame rehearse(int instance, byte[] image, LoadOptions options) {
        bring(RuntimeProtocol.REHEARSE, image, options, instance);
        return replies().stream().filter(reply -> reply.function() == Function.PRIVATE).findFirst().orElseThrow();
    }

    void beginReplace(int instance, byte[] image, LoadOptions options) {
        bring(RuntimeProtocol.REPLACE, image, options, instance);
    }

    private void bring(int code, byte[] image, LoadOptions options, int last) {
        byte[] parameters = options.parameters().text();
        byte[] all = java.util.Arrays.copyOf(image, image.length + parameters.length);
        System.arraycopy(parameters, 0, all, image.length, parameters.length);
        write(all);
        postPrivate(code, List.of(image.length, options.owner(), last), List.of(
            SglElement.Simple.from((int) hostMemory.base(), all.length),
            SglElement.Simple.into((int) hostMemory.base() + (512 << 10), 4096)));
    }

    /** Asks for a report, and returns its text; null when it was refused. */
    @Nullable String report(int code, int first, int second) {
        return report(code, first, second, List.of(96 << 10));
    }

    /** As {@link #report(int, int, int)}, into pieces of the host's memory of so many bytes each, one behind the other. */
    @Nullable String report(int code, int first, int second, List<Integer> pieces) {
        List<SglElement> buffers = new ArrayList<>();
        int at = (int) hostMemory.base() + (256 << 10);
        for (int bytes : pieces) {
            buffers.add(SglElement.Simple.into(at, bytes));
            at += bytes;
        }
        postPrivate(code, List.of(first, second), buffers);
        MessageFrame reply = replies().stream().filter(frame -> frame.function() == Function.PRIVATE).findFirst().orElseThrow();
        return reply.requestStatus() != 0 ? null : new String(hostMemory.memory().asSlice(256 << 10, reply.word(6))
            .toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }

    /** What INSPECT says of an instance. */
    InstanceStatus inspect(int instance) {
        return InstanceStatus.parse(String.valueOf(report(RuntimeProtocol.INSPECT, instance, 0))).getFirst();
    }

    /** Puts an image where the host's lists of buffers say that it is. */
    void write(byte[] image) {
        MemorySegment.copy(image, 0, hostMemory.memory(), ValueLayout.JAVA_BYTE, 0, image.length);
    }

    /** Whether the card holds memory for something that comes in. */
    boolean isDmaBusy() {
        return runtime.card().parts().memory().used() > 0;
    }

    /** IopReset as far as the runtime sees it, and the boot after it. */
    void reset() {
        engine.tasks(kernel).run(() -> {
            kernel.directory().state(IopState.INITIALIZING);
            runtime.reset();
            kernel.discardTraffic(null);
            kernel.directory().state(IopState.OPERATIONAL);
            runtime.enable();
        });
    }

    String verdict(MessageFrame reply) {
        int bytes = reply.word(6);
        return new String(hostMemory.memory().asSlice(512 << 10, bytes).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }

    int loaded(Class<?> entry, Class<?>... others) {
        MessageFrame reply = load(image(entry, others));
        if (reply.requestStatus() != 0) {
            throw new IllegalStateException(verdict(reply));
        }
        return reply.word(5);
    }

    /** A jar of test classes. */
    static byte[] image(Class<?> entry, Class<?>... others) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue(ExtensionImage.ENTRY_ATTRIBUTE, entry.getName());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(bytes)) {
            out.putNextEntry(entry(JarFile.MANIFEST_NAME));
            manifest.write(out);
            out.closeEntry();
            List<Class<?>> all = new ArrayList<>(List.of(others));
            all.add(entry);
            for (Class<?> outer : List.copyOf(all)) {
                all.addAll(List.of(outer.getDeclaredClasses()));
            }
            all = all.stream().distinct().toList();
            for (Class<?> type : all) {
                String path = type.getName().replace('.', '/') + ".class";
                out.putNextEntry(entry(path));
                try (InputStream in = type.getClassLoader().getResourceAsStream(path)) {
                    in.transferTo(out);
                }
                out.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** An entry of a time that is always the same: the same classes make the same bytes. */
    private static JarEntry entry(String path) {
        JarEntry entry = new JarEntry(path);
        entry.setTimeLocal(LocalDateTime.of(2000, 1, 1, 0, 0));
        return entry;
    }

    /** Tells the host's application where messages for its handler 5 go. */
    void listen() {
        post(Function.PRIVATE, 0, OrganizationId.SPINE << 16 | RuntimeProtocol.LISTEN, 5);
        settle();
    }

    /** Orders something of an instance and returns what it answers. */
    int order(int instance, int... words) {
        small(instance, 1, words);
        List<MessageFrame> replies = replies();
        if (replies.size() != 1) {
            throw new AssertionError("one message to the host was expected, not " + replies + "; " + runtime.lastFailure());
        }
        return replies.getFirst().word(4);
    }

    void unload(int instance) {
        post(Function.PRIVATE, 0, OrganizationId.SPINE << 16 | RuntimeProtocol.UNLOAD, instance);
    }

    /** Inbound frames of the host that are free or in its hands; all of them when nothing is in flight. */
    boolean allFramesAreFree() {
        return unit.hostLink().inbound().ownedByTarget() == 0
            && unit.hostLink().inbound().freeForSender() == unit.hostLink().inbound().frameCount();
    }

    int freeInboundFrames() {
        return unit.hostLink().inbound().freeList().size() + unit.hostLink().inbound().ownedByTarget();
    }

    @Override
    public void close() {
        engine.close();
    }

    /** A network device without a wire: the test puts packets into it. */
    final class TestPort implements DeviceModule, PacketPort {
        final DeliveryList<Packet> arrivals = DeliveryList.singleProducer("arrivals", 64);
        final DeliveryList<Packet> home = DeliveryList.singleProducer("home", 64);
        final List<byte[]> sent = new ArrayList<>();
        final MemorySegment memory = Arena.ofAuto().allocate(64 * 2048, 64);
        long hardwareAddress = 0x02_00_00_00_00_07L;
        private @Nullable PacketSink sink;
        /** How many get its packets. */
        int sinks;
        private long address;
        private int next;
        private final Packet[] burst = new Packet[16];
        private boolean together;
        int declined;
        /** Packets that the test has let arrive. */
        int taken;
        /** Packets of them that the test has taken home already. */
        int returned;

        @Override
        public DeviceDescription description() {
            return new DeviceDescription("lan0", ClassId.standard(0x020).word(), 0, 1, 0, "test port");
        }

        @Override
        public void attach(DeviceContext context) {
            context.publish(PacketPort.class, this);
            context.agent().consumes(arrivals);
            address = context.bus().add("receive", context.busAgent(), Access.READ, memory).base();
        }

        @Override
        public void reset() {
            sent.clear();
        }

        @Override
        public void onMessage(KernelRequest request) {
            request.finish();
        }

        @Override
        public int doWork(int limit) {
            PacketSink to = sink;
            int count = 0;
            int most = together ? burst.length : 1;
            for (Packet packet = arrivals.poll(); packet != null; packet = count < most ? arrivals.poll() : null) {
                burst[count++] = packet;
            }
            if (to != null && together) {
                to.onTaken(burst, count);
            }
            for (int i = 0; i < count; i++) {
                burst[i].locate(address);
                if (to == null || !to.onPacket(burst[i])) {
                    declined++;
                    burst[i].release(kernel.agent());
                }
            }
            if (to != null && together) {
                to.onTaken(burst, 0);
            }
            return count;
        }

        /** Several packets arrive at once, and the sink is told which will be offered. */
        void arriveTogether(byte[]... packets) {
            together = true;
            engine.tasks(kernel).run(() -> {
                for (byte[] bytes : packets) {
                    arrivals.offerOrThrow(packet(bytes));
                }
            });
        }

        void arrive(byte[] bytes) {
            Packet packet = packet(bytes);
            engine.tasks(kernel).run(() -> arrivals.offerOrThrow(packet));
        }

        private Packet packet(byte[] bytes) {
            Packet packet = new Packet(memory, 0, home);
            long offset = next++ % 64 * 2048L;
            MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, offset, bytes.length);
            packet.set(offset, bytes.length);
            taken++;
            return packet;
        }

        void takeHome() {
            engine.tasks(kernel).run(() -> {
                while (home.poll() != null) {
                    returned++;
                }
            });
        }

        @Override
        public void attach(PacketSink given) {
            sink = given;
            sinks++;
        }

        @Override
        public void detach(PacketSink given) {
            sink = sink == given ? null : sink;
            sinks--;
        }

        @Override
        public boolean transmit(MemorySegment from, long offset, int length) {
            sent.add(from.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
            return true;
        }

        @Override
        public long hardwareAddress() {
            return hardwareAddress;
        }

        @Override
        public int maxPacketBytes() {
            return 1514;
        }
    }
}
