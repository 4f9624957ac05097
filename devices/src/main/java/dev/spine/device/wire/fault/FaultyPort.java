package dev.spine.device.wire.fault;

import dev.spine.device.wire.LinkSignal;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A port of another wire with faults in one or both directions, see the package. Its {@linkplain #sent counters of frames} are those of
 * the wire inside: what went in there, and what it brought. The agent of the port's device.
 */
public final class FaultyPort implements WirePort {
    private final WirePort port;
    private final @Nullable SentFaults outward;
    private final @Nullable ReceivedFaults inward;

    /**
     * A port.
     *
     * @param wire the wire inside
     * @param port its port
     * @param sent faults of what the device sends
     * @param received faults of what arrives for it
     * @param seed of all faults
     */
    FaultyPort(Wire wire, WirePort port, WireFaults sent, WireFaults received, long seed) {
        this.port = port;
        this.outward = sent.isFaulty() ? new SentFaults(wire, port, sent, seed) : null;
        this.inward = received.isFaulty() ? new ReceivedFaults(wire, port, received, seed) : null;
    }

    /** {@return what was done to frames that the device has sent; null when nothing can be} */
    public @Nullable FaultCounters sentFaults() {
        return outward == null ? null : outward.counters();
    }

    /** {@return what was done to frames that have arrived; null when nothing can be} */
    public @Nullable FaultCounters receivedFaults() {
        return inward == null ? null : inward.counters();
    }

    /** {@return frames that the device has handed over minus those that the wire has got: lost or held, less those repeated} */
    public long keptFromWire() {
        return outward == null ? 0 : outward.kept();
    }

    /** {@return frames that the wire has brought minus those that the device has got: lost or held, less those repeated} */
    public long keptFromDevice() {
        return inward == null ? 0 : inward.kept();
    }

    @Override
    public void attach(AgentContext device) {
        port.attach(device);
        if (outward != null) {
            outward.attach(device);
        }
        if (inward != null) {
            inward.attach(device);
        }
    }

    @Override
    public String name() {
        return port.name();
    }

    @Override
    public MemorySegment receiveMemory() {
        return inward == null ? port.receiveMemory() : inward.copies().memory();
    }

    @Override
    public int receiveBuffers() {
        return port.receiveBuffers();
    }

    @Override
    public DeliveryList<Packet> arrivals() {
        return port.arrivals();
    }

    @Override
    public @Nullable Packet receive(AgentContext device) {
        if (outward != null) {
            outward.letOut(device);
        }
        return inward == null ? port.receive(device) : inward.receive(device);
    }

    @Override
    public DeliveryList<LinkSignal> linkSignals() {
        return port.linkSignals();
    }

    @Override
    public LinkState link() {
        return port.link();
    }

    @Override
    public int maxPacketBytes() {
        return port.maxPacketBytes();
    }

    @Override
    public long bitsPerSecond() {
        return port.bitsPerSecond();
    }

    @Override
    public boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length) {
        return outward == null ? port.trySend(sender, memory, offset, length)
            : outward.trySend(sender, memory, offset, length, Offload.NONE);
    }

    @Override
    public boolean carriesOffloads() {
        return port.carriesOffloads();
    }

    @Override
    public boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length, long offload) {
        return outward == null ? port.trySend(sender, memory, offset, length, offload)
            : outward.trySend(sender, memory, offset, length, offload);
    }

    @Override
    public long sendableAtNs(AgentContext sender) {
        return port.sendableAtNs(sender);
    }

    @Override
    public WireCounters sent() {
        return port.sent();
    }

    @Override
    public WireCounters received() {
        return port.received();
    }
}
