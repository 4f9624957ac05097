package dev.spine.device.wire.tap;

import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.InternetChecksum;
import dev.spine.iop.packet.wire.MacAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** A station at a port that answers for an IPv4 address: requests of ARP, and echo requests of ICMP. */
public final class AnsweringAgent implements Agent {
    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int ICMP = 1;
    private static final int ECHO = 8;

    private final AgentContext context;
    private final WirePort port;
    private final long mac;
    private final int address;
    private final MemorySegment frame;

    /**
     * A station.
     *
     * @param context its agent
     * @param port where it is
     * @param mac its hardware address
     * @param address its IPv4 address
     */
    public AnsweringAgent(AgentContext context, WirePort port, long mac, int address) {
        this.context = context;
        this.port = port;
        this.mac = mac;
        this.address = address;
        this.frame = Arena.ofAuto().allocate(port.maxPacketBytes());
        port.attach(context);
    }

    @Override
    public String roleName() {
        return context.path();
    }

    @Override
    public int doWork(int limit) {
        int work = 0;
        for (Packet packet = port.arrivals().poll(); packet != null; packet = ++work < limit ? port.arrivals().poll() : null) {
            int length = packet.length();
            MemorySegment.copy(packet.memory(), packet.offset(), frame, 0, length);
            packet.release(context);
            if (answers(length)) {
                port.trySend(context, frame, 0, length);
            }
        }
        return work;
    }

    private boolean answers(int length) {
        int type = EtherType.of(frame, 0);
        boolean arp = type == EtherType.ARP && length >= 42 && frame.get(U16, 20) == 1 && frame.get(U32, 38) == address;
        boolean echo = type == EtherType.IPV4 && length >= 42 && frame.get(ValueLayout.JAVA_BYTE, 23) == ICMP
            && frame.get(ValueLayout.JAVA_BYTE, 34) == ECHO && frame.get(U32, 30) == address;
        if (!arp && !echo) {
            return false;
        }
        MemorySegment.copy(frame, 6, frame, 0, 6);
        MacAddress.write(frame, 6, mac);
        if (arp) {
            frame.set(U16, 20, (short) 2);
            MemorySegment.copy(frame, 22, frame, 32, 10);
            MacAddress.write(frame, 22, mac);
            frame.set(U32, 28, address);
        } else {
            int source = frame.get(U32, 26);
            frame.set(U32, 26, address);
            frame.set(U32, 30, source);
            frame.set(ValueLayout.JAVA_BYTE, 34, (byte) 0);
            // The type has become 8 less in the high byte of its word.
            frame.set(U16, 36, (short) InternetChecksum.afterDecrease(frame.get(U16, 36) & 0xFFFF, ECHO << 8));
        }
        return true;
    }
}
