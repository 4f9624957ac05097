package dev.spine.device.wire;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;

/**
 * A port whose packets lie in {@link ReceiveBuffers}, because its wire copies them: all but those of wires that name packets in place. Its
 * link is up unless a wire says otherwise. The device's agent, as {@link WirePort} says.
 */
public abstract class BufferedPort implements WirePort {
    private final String name;
    private final ReceiveBuffers buffers;
    private final DeliveryList<LinkSignal> linkSignals;
    private final long bitsPerSecond;
    private final WireCounters sent = new WireCounters();

    /**
     * A port.
     *
     * @param name for messages
     * @param buffers where it receives
     * @param linkSignals where the device is notified of the link
     * @param bitsPerSecond the wire's rate
     */
    protected BufferedPort(String name, ReceiveBuffers buffers, DeliveryList<LinkSignal> linkSignals, long bitsPerSecond) {
        this.name = name;
        this.buffers = buffers;
        this.linkSignals = linkSignals;
        this.bitsPerSecond = bitsPerSecond;
    }

    @Override
    public final String name() {
        return name;
    }

    /** {@return where the port receives} */
    public final ReceiveBuffers buffers() {
        return buffers;
    }

    @Override
    public final MemorySegment receiveMemory() {
        return buffers.memory();
    }

    @Override
    public final int receiveBuffers() {
        return buffers.count();
    }

    @Override
    public final DeliveryList<Packet> arrivals() {
        return buffers.arrivals();
    }

    @Override
    public final DeliveryList<LinkSignal> linkSignals() {
        return linkSignals;
    }

    @Override
    public LinkState link() {
        return LinkState.UP;
    }

    @Override
    public int maxPacketBytes() {
        return buffers.maxPacketBytes();
    }

    @Override
    public final long bitsPerSecond() {
        return bitsPerSecond;
    }

    @Override
    public final WireCounters sent() {
        return sent;
    }

    @Override
    public final WireCounters received() {
        return buffers.counters();
    }
}
