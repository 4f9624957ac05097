package dev.spine.perf.tax;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.Request;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** A network device without a wire: packets of UDP lie in its memory, and the benchmark offers them to its sink. */
final class BenchPort implements DeviceModule, PacketPort {
    /** Packets in memory; a power of two. */
    static final int PACKETS = 64;
    private static final int LAN = 0x020;
    private static final int PACKET_BYTES = 64;
    private static final int ROOM = 128;
    private static final int HEADER = 14;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemorySegment memory = Arena.ofAuto().allocate((long) PACKETS * ROOM, 64);
    private final DeliveryList<Packet> home = DeliveryList.singleProducer("home", PACKETS);
    private final Packet[] packets = new Packet[PACKETS];
    private volatile @Nullable Runnable job;
    private @Nullable PacketSink sink;
    private @Nullable AgentContext agent;

    BenchPort(int udpPort) {
        for (int i = 0; i < PACKETS; i++) {
            long at = (long) i * ROOM;
            memory.set(SHORT, at + 12, (short) 0x0800);
            memory.set(ValueLayout.JAVA_BYTE, at + HEADER, (byte) 0x45);
            memory.set(SHORT, at + HEADER + 2, (short) (PACKET_BYTES - HEADER));
            memory.set(SHORT, at + HEADER + 4, (short) i);
            memory.set(ValueLayout.JAVA_BYTE, at + HEADER + 8, (byte) 64);
            memory.set(ValueLayout.JAVA_BYTE, at + HEADER + 9, (byte) 17);
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, at + HEADER + 12, 0x0A000001 * (i + 1));
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, at + HEADER + 16, 0x0A000100 + i);
            memory.set(SHORT, at + HEADER + 22, (short) udpPort);
            int sum = 0;
            for (int j = 0; j < 20; j += 2) {
                sum += memory.get(SHORT, at + HEADER + j) & 0xFFFF;
            }
            sum = (sum & 0xFFFF) + (sum >>> 16);
            memory.set(SHORT, at + HEADER + 10, (short) ~((sum & 0xFFFF) + (sum >>> 16)));
            packets[i] = new Packet(memory, at, home);
            packets[i].set(at, PACKET_BYTES);
        }
    }

    MemorySegment memory() {
        return memory;
    }

    /** Where a packet begins. */
    static long offset(int index) {
        return (long) (index & PACKETS - 1) * ROOM;
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
        long address = context.bus().add("receive", context.box(), Access.READ, memory).base();
        for (Packet packet : packets) {
            packet.locate(address);
        }
    }

    @Override
    public void reset() {
        // Nothing is under way between two calls.
    }

    @Override
    public void onMessage(Request request) {
        request.finish();
    }

    /** Lets the card's thread do something within one of its cycles, and waits until it is done. */
    void within(Runnable work) {
        job = work;
        while (job != null) {
            Thread.onSpinWait();
        }
    }

    @Override
    public int doWork(int limit) {
        Runnable work = job;
        if (work == null) {
            return 0;
        }
        work.run();
        job = null;
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
