package dev.spine.peer.forward;

import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;

/** The packet forwarder's reader of packets, for comparison with the others. It leaves the lines to the display. */
public final class ForwarderReader {
    private final VideoPacket reader = new VideoPacket();
    private final DeliveryList<Packet> home = DeliveryList.singleProducer("home", 1);

    /** Whether the packet is a datagram for a port, which is what the card's demultiplexer asks as well. */
    public boolean isFor(byte[] bytes, int port) {
        Packet packet = new Packet(MemorySegment.ofArray(bytes), 0, home);
        packet.set(0, bytes.length);
        return reader.isUdp(packet) && reader.port() == port;
    }

    /** Whether the datagram of the last {@link #isFor} is well-formed. */
    public boolean isWellFormed(PixelFormat format) {
        return reader.parse(format);
    }

    /** How many lines it has, empty ones included. */
    public int lines() {
        return (reader.headerBytes() - 2) / 6;
    }

    /** Where the bytes of the first line begin, from the MAC header on. */
    public int pixels() {
        return (int) reader.pixels();
    }
}
