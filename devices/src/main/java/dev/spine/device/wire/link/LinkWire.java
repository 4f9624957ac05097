package dev.spine.device.wire.link;

import dev.spine.device.wire.BufferedPort;
import dev.spine.device.wire.LinkSignal;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.device.wire.Serialiser;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.WireTiming;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A full-duplex link between two devices of one process. The sender's agent copies a frame into a free receive buffer of the other end;
 * when there is none the frame is dropped and counted there.
 *
 * <p>Devices of different nodes are apart in both directions: a sender learns of a receive buffer that has become free as late as the
 * shortest frame would tell it.
 */
public final class LinkWire implements Wire {
    private final String name;
    private final WireTiming timing;
    private final List<End> ends;
    private volatile LinkState state = LinkState.UP;

    /**
     * A link that is up.
     *
     * @param name its name in the system file
     * @param timing rate and latency of each direction
     * @param receiveBuffers of each end, at least 1
     * @param maxPacketBytes bytes of the largest frame, at least 14
     */
    public LinkWire(String name, WireTiming timing, int receiveBuffers, int maxPacketBytes) {
        this.name = name;
        this.timing = timing;
        ReceiveBuffers left = new ReceiveBuffers(name + " port 0", receiveBuffers, maxPacketBytes);
        ReceiveBuffers right = new ReceiveBuffers(name + " port 1", receiveBuffers, maxPacketBytes);
        this.ends = List.of(new End(name + " port 0", left, right), new End(name + " port 1", right, left));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<WirePort> ports() {
        return List.copyOf(ends);
    }

    /** Both devices are known: each fills the other's receive buffers. */
    private void join(End one, AgentContext device, End other, AgentContext far) {
        long leastNs = timing.leastNs(WirePort.MIN_PACKET_BYTES);
        one.buffers().filledBy(far, device, name, leastNs);
        other.buffers().filledBy(device, far, name, leastNs);
    }

    /**
     * Takes the link up or down and tells both devices. Frames that are in flight still arrive.
     *
     * @param by who does it: an agent, or {@link Delivery#DIRECT} while the engine stands still
     * @param newState up or down
     */
    public void set(Delivery by, LinkState newState) {
        if (state != newState) {
            state = newState;
            for (End end : ends) {
                end.signal.raise(by, end.linkSignals());
            }
        }
    }

    /** One end: receives in its own buffers, sends into the other's. */
    private final class End extends BufferedPort {
        private final ReceiveBuffers other;
        private final Serialiser serialiser;
        private final LinkSignal signal = new LinkSignal();
        private @Nullable AgentContext device;

        End(String portName, ReceiveBuffers own, ReceiveBuffers other) {
            // Either end's device, or somebody outside, may take the link down.
            super(portName, own, DeliveryList.multiProducer(portName + " link signals", 1), timing.bitsPerSecond());
            this.serialiser = new Serialiser(portName + " out", timing);
            this.other = other;
        }

        @Override
        public void attach(AgentContext agent) {
            super.attach(agent);
            device = agent;
            End opposite = ends.get(0).equals(this) ? ends.get(1) : ends.get(0);
            AgentContext far = opposite.device;
            if (far != null) {
                join(this, agent, opposite, far);
            }
        }

        @Override
        public LinkState link() {
            return state;
        }

        @Override
        public boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length) {
            if (length < MIN_PACKET_BYTES || length > maxPacketBytes()) {
                sent().dropped(WireCounters.Counter.BAD_LENGTH);
                return true;
            }
            if (state == LinkState.DOWN) {
                sent().dropped(WireCounters.Counter.LINK_DOWN);
                return true;
            }
            long delayNs = serialiser.delayNs(sender, memory, offset, length);
            if (delayNs == Serialiser.BUSY) {
                return false;
            }
            sent().passed(length);
            other.arrive(sender, memory, offset, length, delayNs);
            return true;
        }

        @Override
        public long sendableAtNs(AgentContext sender) {
            return serialiser.sendableAtNs(sender.nowNs());
        }
    }
}
