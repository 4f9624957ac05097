package dev.spine.extension.router.host;

import dev.spine.device.wire.BufferedPort;
import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/**
 * A link whose port 0 carries packets with which work is left to be done. At port 1 each frame has its offload word behind it, 64 bits, in
 * both directions.
 */
final class SegmentsLink implements Wire {
    private static final int BUFFERS = 24;
    private static final int WORD = Long.BYTES;
    private static final long DELAY_NS = 1_000;
    private static final long AGAIN_NS = 50_000;

    private final String name;
    private final End card;
    private final End station;

    SegmentsLink(String name) {
        this.name = name;
        ReceiveBuffers ofCard = new ReceiveBuffers(name + " port 0", BUFFERS, Offload.MAX_BYTES);
        ReceiveBuffers ofStation = new ReceiveBuffers(name + " port 1", BUFFERS, Offload.MAX_BYTES + WORD);
        card = new End(name + " port 0", ofCard, ofStation);
        station = new End(name + " port 1", ofStation, ofCard);
    }

    /** {@return a frame as port 1 has it} */
    static byte[] with(byte[] frame, long word) {
        byte[] both = Arrays.copyOf(frame, frame.length + WORD);
        MemorySegment.ofArray(both).set(ValueLayout.JAVA_LONG_UNALIGNED, frame.length, word);
        return both;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<WirePort> ports() {
        return List.of(card, station);
    }

    private final class End extends BufferedPort {
        private final ReceiveBuffers other;

        End(String portName, ReceiveBuffers own, ReceiveBuffers other) {
            super(portName, own, DeliveryList.multiProducer(portName + " link signals", 1), IMMEDIATE.bitsPerSecond());
            this.other = other;
        }

        private boolean isStation() {
            return this == station;
        }

        @Override
        public boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length) {
            return trySend(sender, memory, offset, length, Offload.NONE);
        }

        @Override
        public boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length, long offload) {
            Packet packet = other.tryTake();
            if (packet == null) {
                return false;
            }
            MemorySegment.copy(memory, offset, other.memory(), packet.offset(), length);
            if (isStation()) {
                packet.set(packet.offset(), length - WORD);
                packet.offload(memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + length - WORD));
            } else {
                packet.set(packet.offset(), length + WORD);
                other.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, packet.offset() + length, offload);
            }
            sender.deliver(other.arrivals(), packet, DELAY_NS);
            sent().passed(length);
            return true;
        }

        @Override
        public boolean carriesOffloads() {
            return true;
        }

        @Override
        public int maxPacketBytes() {
            return ETHERNET_PACKET_BYTES;
        }

        @Override
        public long sendableAtNs(AgentContext sender) {
            return sender.nowNs() + AGAIN_NS;
        }
    }
}
