package dev.spine.device.wire;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;

/** A port whose packets lie in {@link ReceiveBuffers}, because its wire copies them: all but those of wires that name packets in place. */
public interface BufferedPort extends WirePort {
    /** {@return where the port receives; the same at each call} */
    ReceiveBuffers buffers();

    @Override
    default MemorySegment receiveMemory() {
        return buffers().memory();
    }

    @Override
    default int receiveBuffers() {
        return buffers().count();
    }

    @Override
    default DeliveryList<Packet> arrivals() {
        return buffers().arrivals();
    }

    @Override
    default int maxPacketBytes() {
        return buffers().maxPacketBytes();
    }

    @Override
    default WireCounters received() {
        return buffers().counters();
    }
}
