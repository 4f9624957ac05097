package dev.spine.peer;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A network card whose wire is a test: offers packets in bursts. */
final class TestCard implements DeviceModule, PacketPort {
    static final int PACKET_BYTES = 2048;

    private final int packets;
    private final DeliveryList<Packet> home;
    private final List<PacketSink> sinks = new ArrayList<>();
    private @Nullable DeviceContext context;
    private @Nullable Region memory;
    private byte[] content = {};
    private long left;
    private int burst = 1;
    private @Nullable CountDownLatch done;
    long declined;

    TestCard(int packets) {
        this.packets = packets;
        this.home = DeliveryList.singleProducer("wire free", packets);
    }

    Region memory() {
        return Objects.requireNonNull(memory);
    }

    int atHome() {
        return home.size();
    }

    int sinks() {
        return sinks.size();
    }

    /** Offers copies of a packet, as fast as packets come home. On the card's agent. */
    void offer(byte[] bytes, long count, int burstPackets) {
        content = bytes;
        left = count;
        burst = burstPackets;
        Objects.requireNonNull(context).agent().wakeAt(0);
    }

    long left() {
        return left;
    }

    /** Counts down once when nothing is left and every packet has come home; without any waiting on the agent's thread. */
    void notifyWhenDone(CountDownLatch latch) {
        done = latch;
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("card", ClassId.standard(DeviceClass.LAN).word(), 0, 4, 0, "test");
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
        memory = given.bus().allocate("receive memory", given.busAgent(), Access.READ, (long) packets * PACKET_BYTES);
        for (int i = 0; i < packets; i++) {
            home.offerOrThrow(new Packet(memory.memory(), (long) i * PACKET_BYTES, home));
        }
        given.publish(PacketPort.class, this);
    }

    @Override
    public void reset() {
        left = 0;
    }

    @Override
    public void onMessage(KernelRequest request) {
        request.finish();
    }

    @Override
    public int doWork(int limit) {
        int work = 0;
        DeviceContext here = Objects.requireNonNull(context);
        while (left > 0 && work < limit) {
            Packet packet = home.poll();
            if (packet == null) {
                break;
            }
            work++;
            here.agent().charge(Op.RECEIVE_PACKET);
            left--;
            long base = packet.offset() / PACKET_BYTES * PACKET_BYTES;
            MemorySegment.copy(content, 0, memory().memory(), ValueLayout.JAVA_BYTE, base, content.length);
            packet.set(base, content.length);
            packet.locate(memory().base());
            boolean taken = false;
            for (int i = 0; i < sinks.size() && !taken; i++) {
                taken = sinks.get(i).onPacket(packet);
            }
            if (!taken) {
                declined++;
                packet.release(here.agent());
            }
            if (left % burst == 0) {
                for (int i = 0; i < sinks.size(); i++) {
                    sinks.get(i).onBurstEnd();
                }
            }
        }
        if (left > 0) {
            here.agent().wakeMe(home);
        } else if (done != null && home.size() == packets) {
            done.countDown();
            done = null;
        }
        return work;
    }

    @Override
    public void attach(PacketSink sink) {
        sinks.add(sink);
    }

    @Override
    public void detach(PacketSink sink) {
        sinks.remove(sink);
    }

    @Override
    public boolean transmit(MemorySegment from, long offset, int length) {
        return false;
    }

    @Override
    public long hardwareAddress() {
        return 0x02_00_00_00_00_01L;
    }

    @Override
    public int maxPacketBytes() {
        return PACKET_BYTES;
    }
}
