package dev.spine.extension.host.kernel;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.HostWork;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.LanSettings;
import dev.spine.host.lan.PacketListener;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * A LAN port of a card as a packet port of the host: packets arrive in the buckets of a {@link LanOsm} and are seen there in place. A
 * packet that no extension takes is dropped, but its bucket is used again only when those that keep the packet beside passing it on are
 * done with it, too. What is sent is copied once, so that its sender has its memory back at once.
 *
 * <p>Belongs to the host's agent; nothing on its data path allocates.
 */
public final class LanPacketPort implements PacketPort, HostWork {
    private final AgentContext agent;
    private final LanOsm osm;
    private final List<PacketSink> sinks = new ArrayList<>();
    private final DeliveryList<Packet> home;
    private final Packet[] free;
    private int freeCount;
    private final IdentityHashMap<Packet, Bucket> buckets = new IdentityHashMap<>();
    private final Region sendMemory;
    private final int slotBytes;
    private final int[] freeSlots;
    private int freeSlotCount;

    /** The bucket in which a packet lies. */
    private static final class Bucket {
        int token;
    }

    /**
     * A port over a LAN OSM of its own, which is to be opened by {@link #osm}. While the system is built, or on the host agent's thread.
     *
     * @param host the host's agent
     * @param driver the host's driver
     * @param memory where buckets and packets to send lie
     * @param iop the IOP of the port
     * @param tid the port there
     * @param settings how to use it; bytes of a bucket are also the most bytes of a packet to send
     */
    public LanPacketPort(HostAgent host, HostDriver driver, HostMemory memory, IopDriver iop, int tid, LanSettings settings) {
        this.agent = host.context();
        this.osm = new LanOsm(host, driver, memory, iop, tid, settings, new Arrivals(), this::onSent);
        this.home = DeliveryList.singleProducer("packets of extensions", settings.buckets());
        this.free = new Packet[settings.buckets()];
        for (int i = 0; i < free.length; i++) {
            Packet packet = new Packet(osm.memory(), 0, home);
            buckets.put(packet, new Bucket());
            free[freeCount++] = packet;
        }
        this.slotBytes = settings.bucketBytes();
        this.sendMemory = memory.allocate("packets of extensions to " + iop.name(), (long) slotBytes * settings.sendsInFlight());
        this.freeSlots = new int[settings.sendsInFlight()];
        for (int i = 0; i < freeSlots.length; i++) {
            freeSlots[freeSlotCount++] = i;
        }
        agent.consumes(home);
        host.register(this);
    }

    /** {@return the OSM, to be opened before packets come, and closed} */
    public LanOsm osm() {
        return osm;
    }

    /** {@return packets that extensions hold} */
    public int held() {
        return free.length - freeCount;
    }

    // --- receiving

    /** Takes what arrives. */
    private final class Arrivals implements PacketListener {
        @Override
        public void onPacket(MemorySegment memory, long offset, int length, int address, int bucket) {
            if (sinks.isEmpty() || freeCount == 0) {
                osm.release(bucket);
            } else {
                offer(offset, length, address, bucket);
            }
        }

        @Override
        public void onBatchEnd() {
            for (int i = 0; i < sinks.size(); i++) {
                sinks.get(i).onBurstEnd();
            }
        }
    }

    private void offer(long offset, int length, int address, int token) {
        Packet packet = free[--freeCount];
        packet.set(offset, length);
        packet.locate(Integer.toUnsignedLong(address) - offset);
        // The sink may release the packet at once: its bucket must be known before.
        bucketOf(packet).token = token;
        for (int i = 0; i < sinks.size(); i++) {
            if (sinks.get(i).onPacket(packet)) {
                return;
            }
        }
        // Nobody has taken it, but some may have kept it: the last of all owners sends it home.
        packet.release(agent);
    }

    private Bucket bucketOf(Packet packet) {
        Bucket bucket = buckets.get(packet);
        if (bucket == null) {
            throw new IllegalStateException("a packet came home that is not this port's");
        }
        return bucket;
    }

    /** Gives buckets back whose packets have come home. */
    @Override
    public int doWork(int limit) {
        int work = 0;
        while (work < limit) {
            Packet packet = home.poll();
            if (packet == null) {
                break;
            }
            free[freeCount++] = packet;
            osm.release(bucketOf(packet).token);
            work++;
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

    // --- sending

    @Override
    public boolean transmit(MemorySegment memory, long offset, int length) {
        if (freeSlotCount == 0 || length > maxPacketBytes()) {
            return false;
        }
        int slot = freeSlots[freeSlotCount - 1];
        long at = (long) slot * slotBytes;
        agent.charge(Op.TOUCH_BYTE, length);
        MemorySegment.copy(memory, offset, sendMemory.memory(), at, length);
        if (!osm.send((int) (sendMemory.base() + at), length, slot)) {
            return false;
        }
        freeSlotCount--;
        return true;
    }

    private void onSent(int slot, int requestStatus, int detailedStatus) {
        freeSlots[freeSlotCount++] = slot;
    }

    @Override
    public long hardwareAddress() {
        return osm.port().hardwareAddress();
    }

    @Override
    public int maxPacketBytes() {
        return Math.min(osm.port().maxPacketBytes(), slotBytes);
    }
}
