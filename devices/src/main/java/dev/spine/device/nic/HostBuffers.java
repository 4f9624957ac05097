package dev.spine.device.nic;

import dev.spine.device.wire.WirePort;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.packet.Packet;
import java.util.Objects;

/**
 * Receive buffers in the host's memory ({@link dev.spine.iop.engine.Placement#HOST}): what a wire has brought is written there by the
 * card's DMA engine before anybody looks at it, and the head of each packet, at which a processor of the card looks, is read back over the
 * bus. Modelled machines only.
 *
 * <p>Packets lie at the same offsets in both places. What is fetched by bus address is the host's; what a processor of the card reads is
 * the same bytes where the wire has put them. Belongs to the IOP's agent.
 */
final class HostBuffers {
    /** What processors look at of a packet: the headers of its protocols. */
    static final int HEAD_BYTES = 64;
    private static final int IN_FLIGHT = 8;

    private final DeviceContext context;
    private final AgentContext agent;
    private final WirePort port;
    private final DeliveryList<Packet> placed;
    private final DeliveryList<Transfer> ended;
    private final Transfer[] free = new Transfer[IN_FLIGHT];
    private final long cardAddress;
    private final long hostAddress;
    private final long grant;
    private int freeCount = IN_FLIGHT;

    /**
     * Buffers.
     *
     * @param name of the device, for messages
     * @param cardAddress bus address at which the wire's memory begins on the card
     * @param hostAddress bus address at which it begins in the host's memory
     * @param grant under which the card writes there
     */
    HostBuffers(DeviceContext context, WirePort port, String name, long cardAddress, long hostAddress, long grant) {
        this.context = context;
        this.agent = context.agent();
        this.port = port;
        this.placed = DeliveryList.singleProducer(name + " placed packets", port.receiveBuffers());
        this.ended = DeliveryList.singleProducer(name + " packets written to the host", IN_FLIGHT);
        this.cardAddress = cardAddress;
        this.hostAddress = hostAddress;
        this.grant = grant;
        for (int i = 0; i < IN_FLIGHT; i++) {
            free[i] = new Transfer(1, ended);
        }
        agent.consumes(ended);
    }

    /** {@return the packets that are in the host's memory, in the order in which they came} */
    DeliveryList<Packet> placed() {
        return placed;
    }

    /** {@return bus address of the memory in which they are} */
    long address() {
        return hostAddress;
    }

    /** Handles at most {@code limit} packets that have been written, and begins to write others. */
    int place(int limit) {
        int work = 0;
        while (work < limit) {
            Transfer transfer = ended.poll();
            if (transfer == null) {
                break;
            }
            work++;
            onEnd(transfer);
        }
        while (work < limit && freeCount > 0) {
            Packet packet = port.receive(agent);
            if (packet == null) {
                break;
            }
            work++;
            begin(packet);
        }
        return work;
    }

    private void begin(Packet packet) {
        context.counters().increment(Counter.PACKETS_IN);
        agent.charge(Op.START_TRANSFER);
        agent.charge(Op.ADD_RUN);
        Transfer transfer = free[--freeCount];
        packet.locate(cardAddress);
        long offset = packet.address() - cardAddress;
        transfer.clear().under(grant).add(cardAddress + offset, hostAddress + offset, packet.length());
        transfer.attach(packet);
        agent.submit(context.dma(), transfer);
    }

    private void onEnd(Transfer transfer) {
        agent.charge(Op.COMPLETE_TRANSFER);
        Packet packet = (Packet) Objects.requireNonNull(transfer.attachment());
        transfer.attach(null);
        free[freeCount++] = transfer;
        if (transfer.outcome() != Transfer.Outcome.DONE) {
            // The card was reset meanwhile.
            packet.release(agent);
            return;
        }
        int words = (Math.min(packet.length(), HEAD_BYTES) + Integer.BYTES - 1) / Integer.BYTES;
        agent.charge(Op.REGISTER_READ, words);
        agent.programmedIo(context.dma(), BusAgent.host(), words * Integer.BYTES);
        placed.offerOrThrow(packet);
    }
}
