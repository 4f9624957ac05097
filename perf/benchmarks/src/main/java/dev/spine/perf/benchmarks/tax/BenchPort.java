package dev.spine.perf.benchmarks.tax;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import dev.spine.iop.packet.wire.InternetChecksum;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A network device without a wire: packets of UDP lie in its memory, and the benchmark offers them to its sink. Each has other addresses,
 * another identification and another payload, and right checksums.
 */
final class BenchPort implements DeviceModule, PacketPort {
    /** Packets in memory; a power of two. */
    static final int PACKETS = 64;
    private static final int LAN = 0x020;
    private static final int PACKET_BYTES = 64;
    private static final int LINE = 64;
    private static final int PAYLOAD = UdpHeaders.BYTES;
    private static final int SEED = 1500;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final int room;
    private final MemorySegment memory;
    private final DeliveryList<Packet> home = DeliveryList.singleProducer("home", PACKETS);
    private final Packet[] packets = new Packet[PACKETS];
    private volatile @Nullable BooleanSupplier job;
    private volatile CompletableFuture<Void> ended = new CompletableFuture<>();
    private @Nullable PacketSink sink;
    private @Nullable AgentContext agent;

    /** A port with short packets. */
    BenchPort(int... udpPorts) {
        this(new Payload(PACKET_BYTES - PAYLOAD), udpPorts);
    }

    /**
     * How much each packet carries.
     *
     * @param bytes of UDP's payload
     */
    record Payload(int bytes) {}

    /** A port with packets of a size; their destination ports take turns. */
    BenchPort(Payload payload, int... udpPorts) {
        int packetBytes = PAYLOAD + payload.bytes();
        // A line between neighbours at least, as a ring of receive buffers has it.
        room = (packetBytes + 2 * LINE - 1) / LINE * LINE;
        memory = Arena.ofAuto().allocate((long) PACKETS * room, LINE);
        Random random = new Random(SEED);
        for (int i = 0; i < PACKETS; i++) {
            long at = offset(i);
            UdpHeaders.write(memory, at, 0, 0, 0x0A000001 * (i + 1), 0, 0x0A000100 + i, udpPorts[i % udpPorts.length], i << Short.SIZE,
                payload.bytes());
            for (int j = PAYLOAD; j < packetBytes; j++) {
                memory.set(ValueLayout.JAVA_BYTE, at + j, (byte) random.nextInt());
            }
            memory.set(SHORT, at + PAYLOAD - 2, (short) InternetChecksum.of(memory, at + PAYLOAD, payload.bytes()));
            packets[i] = new Packet(memory, at, home);
            packets[i].set(at, packetBytes);
        }
    }

    MemorySegment memory() {
        return memory;
    }

    /** Where a packet begins. */
    long offset(int index) {
        return (long) (index & PACKETS - 1) * room;
    }

    /** The packet of a number. */
    Packet packet(int index) {
        return packets[index & PACKETS - 1];
    }

    /** Whether a packet has come home. */
    boolean takeHome() {
        return home.poll() != null;
    }

    /** Who releases packets; the card must have been made. */
    AgentContext agent() {
        return Objects.requireNonNull(agent, "the port belongs to no card yet");
    }

    /** Offers a packet to the runtime; it has come home when this returns. */
    boolean offer(int index) {
        PacketSink to = sink;
        boolean taken = to != null && to.onPacket(packets[index & PACKETS - 1]);
        return home.poll() != null && taken;
    }

    /** What is left of {@link #offer} when nobody takes the packet: a packet that goes home. */
    boolean sendHome(int index) {
        AgentContext by = agent;
        if (by != null) {
            packets[index & PACKETS - 1].release(by);
        }
        return home.poll() != null;
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("lan0", ClassId.standard(LAN).word(), 0, 1, 0, "benchmark");
    }

    @Override
    public void attach(DeviceContext context) {
        context.publish(PacketPort.class, this);
        agent = context.agent();
        long address = context.bus().add("receive", context.busAgent(), Access.READ, memory).base();
        for (Packet packet : packets) {
            packet.locate(address);
        }
    }

    @Override
    public void reset() {
        // Nothing is in flight between two calls.
    }

    @Override
    public void onMessage(KernelRequest request) {
        request.finish();
    }

    /**
     * Lets the card's thread do something in each of its cycles until that says that it has ended, and waits for it.
     *
     * @throws java.util.concurrent.CompletionException when it has thrown something
     */
    void untilEnded(BooleanSupplier work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        ended = done;
        job = work;
        done.join();
    }

    @Override
    public int doWork(int limit) {
        BooleanSupplier work = job;
        if (work == null) {
            return 0;
        }
        try {
            if (work.getAsBoolean()) {
                job = null;
                ended.complete(null);
            }
        } catch (RuntimeException e) {
            job = null;
            ended.completeExceptionally(e);
        }
        return 1;
    }

    @Override
    public void attach(PacketSink given) {
        sink = given;
    }

    @Override
    public void detach(PacketSink given) {
        sink = null;
    }

    @Override
    public boolean transmit(MemorySegment from, long offset, int length) {
        return true;
    }

    @Override
    public long hardwareAddress() {
        return 0x02_00_00_00_00_01L;
    }

    @Override
    public int maxPacketBytes() {
        return 1514;
    }
}
