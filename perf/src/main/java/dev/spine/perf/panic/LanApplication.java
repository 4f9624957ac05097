package dev.spine.perf.panic;

import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.LanSettings;
import dev.spine.host.lan.PacketListener;
import dev.spine.host.lan.SendListener;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import dev.spine.perf.pair.Workstation;
import dev.spine.perf.process.HostProcess;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A program on a host that sends packets through the LAN OSM and the network stack and gets as many back: one that begins exchanges, or
 * one that answers forever. On the host's agent.
 */
final class LanApplication implements PacketListener {
    private static final int MAX_FRAME_BYTES = 1_514;
    private static final int MAC_BYTES = 14;
    /** As long as the header that PANIC's packets had beside. */
    private static final int HEADER_BYTES = 16;
    /** Ethernet's for tests of a station. */
    private static final short TYPE = (short) 0x9000;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int ADDRESS_SHORTS = 3;

    private final AgentContext agent;
    private final HostProcess process;
    private final Region memory;
    private final LanOsm lan;
    private final boolean begins;
    private int bytes;
    private int left;
    private int arrived;
    private long beginNs;
    private long endNs;

    /** While the system stands still, on the host's agent. */
    LanApplication(Workstation of, long peer, boolean begins) {
        this.agent = of.host().context();
        this.process = new HostProcess(of.host());
        this.begins = begins;
        memory = of.memory().allocate("packets of the application", MAX_FRAME_BYTES);
        address(0, peer);
        address(1, of.address());
        memory.memory().set(SHORT, MAC_BYTES - Short.BYTES, TYPE);
        lan = of.lan(LanSettings.STANDARD, this, SendListener.NONE);
    }

    private void address(int place, long address) {
        for (int i = 0; i < ADDRESS_SHORTS; i++) {
            memory.memory().set(SHORT, (long) (place * ADDRESS_SHORTS + i) * Short.BYTES,
                (short) (address >>> (ADDRESS_SHORTS - 1 - i) * Short.SIZE));
        }
    }

    LanOsm lan() {
        return lan;
    }

    /** How many bytes an exchange has, each way. */
    void size(int count) {
        bytes = count;
    }

    /** So many exchanges. */
    void begin(int exchanges) {
        left = exchanges;
        beginNs = agent.nowNs();
        send();
    }

    private static int payload() {
        return MAX_FRAME_BYTES - MAC_BYTES - HEADER_BYTES;
    }

    private void send() {
        int rest = bytes;
        do {
            int part = Math.min(rest, payload());
            process.packetSent();
            if (!lan.send((int) memory.base(), MAC_BYTES + HEADER_BYTES + part, 0)) {
                throw new IllegalStateException("the port takes no packet, though one exchange is under way at a time");
            }
            rest -= part;
        } while (rest > 0);
        lan.flush();
    }

    @Override
    public void onPacket(MemorySegment buckets, long offset, int length, int address, int bucket) {
        process.packetArrived();
        process.unit();
        arrived += length - MAC_BYTES - HEADER_BYTES;
        lan.release(bucket);
        // A wire may fill short frames up.
        if (arrived < bytes) {
            return;
        }
        arrived = 0;
        if (begins) {
            left--;
        }
        if (begins && left == 0) {
            endNs = agent.nowNs();
        } else {
            send();
        }
    }

    boolean hasEnded() {
        return left == 0;
    }

    /** {@return nanoseconds of all exchanges} */
    long tookNs() {
        return endNs - beginNs;
    }
}
