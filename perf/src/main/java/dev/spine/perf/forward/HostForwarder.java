package dev.spine.perf.forward;

import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.PacketListener;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.Ipv4Header;
import dev.spine.iop.packet.wire.MacAddress;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The router that runs on the host: checks packets, finds their gateway, and has the second card send them. Used on the host's agent.
 *
 * <p>It stands for a router of an operating system: on the modelled engine each packet is charged its way through that system, beside what
 * the driver's own operations cost.
 *
 * <p>What it does not forward it drops and counts: the workloads have no such packets.
 */
abstract class HostForwarder implements PacketListener {
    private static final int IP = EtherType.HEADER_BYTES;
    /** So many packets are acknowledged at once. */
    private static final int BATCH = 32;

    private final HostTable table;
    private final AgentContext agent;
    private @Nullable DeliveryList<Integer> acknowledgements;
    private int unacknowledged;
    private long dropped;

    HostForwarder(HostTable table, AgentContext agent) {
        this.table = table;
        this.agent = agent;
    }

    /** {@return packets that were not forwarded} */
    final long dropped() {
        return dropped;
    }

    final void drop() {
        dropped++;
        done();
    }

    /** Has packets acknowledged there, as the host is done with them. Before packets come. */
    final void acknowledge(DeliveryList<Integer> list) {
        acknowledgements = list;
    }

    /** The host is done with a packet: its bucket can be used again. */
    final void done() {
        DeliveryList<Integer> list = acknowledgements;
        if (list != null && ++unacknowledged == BATCH) {
            agent.deliver(list, unacknowledged);
            unacknowledged = 0;
        }
    }

    /** {@return the gateway of a packet, or 0 when it is not to be forwarded} */
    final int gateway(MemorySegment memory, long at, int length) {
        boolean isForwardable = length >= IP + Ipv4Header.BYTES && EtherType.of(memory, at) == EtherType.IPV4
            && Ipv4Header.isForwardable(memory, at + IP);
        return isForwardable ? table.gateway(Ipv4Header.destination(memory, at + IP)) : 0;
    }

    /** Writes the header that a packet leaves with. */
    final void rewrite(MemorySegment memory, long at, int gateway) {
        MacAddress.write(memory, at, ForwardRoutes.gatewayMac(gateway));
        MacAddress.write(memory, at + MacAddress.BYTES, ForwardSystem.OUT_MAC);
        Ipv4Header.decreaseTimeToLive(memory, at + IP);
    }

    /** The processor has copied so many bytes. */
    final void copied(int bytes) {
        agent.charge(Op.TOUCH_BYTE, bytes);
    }

    /** {@return where the processor's operations are charged} */
    final AgentContext agent() {
        return agent;
    }

    /** The cards: packets come from the first and leave by the second. */
    abstract void connect(LanOsm from, LanOsm to);

    /** The second card is done with a packet. */
    abstract void onSent(int cookie);
}
