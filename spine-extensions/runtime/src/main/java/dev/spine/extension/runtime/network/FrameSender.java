package dev.spine.extension.runtime.network;

import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.MacAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames and gives them to the card's wire, one at a time: {@link #begin}, the fields, {@link #send}. Belongs to the card's agent.
 */
final class FrameSender {
    /** Fragments are no longer than this, whatever the wire carries. */
    private static final int MAX_FRAME_BYTES = 9_014;
    private static final int FRAGMENT_ALIGNMENT = 8;

    private final AgentContext agent;
    private final Supplier<@Nullable PacketPort> ports;
    private final MemorySegment frame = Arena.ofAuto().allocate(MAX_FRAME_BYTES, 64);
    private long ownAddress = -1;

    FrameSender(AgentContext agent, Supplier<@Nullable PacketPort> ports) {
        this.agent = agent;
        this.ports = ports;
    }

    /** {@return whether the card has a wire} */
    boolean hasWire() {
        return ports.get() != null;
    }

    /** {@return the most bytes of data in one frame} */
    int fragmentBytes() {
        PacketPort port = ports.get();
        int longest = port == null ? WireFormat.MESSAGE_FRAME_BYTES : Math.min(port.maxPacketBytes(), MAX_FRAME_BYTES);
        return Math.max(FRAGMENT_ALIGNMENT, longest - WireFormat.PAYLOAD & -FRAGMENT_ALIGNMENT);
    }

    /** Begins a frame: everything that is not set afterwards is 0. */
    FrameSender begin(long destination, int type, int session) {
        for (int at = WireFormat.PAYLOAD_BYTES; at < WireFormat.PAYLOAD; at += Integer.BYTES) {
            WireFormat.put32(frame, at, 0);
        }
        MacAddress.write(frame, WireFormat.DESTINATION, destination);
        EtherType.write(frame, 0, WireFormat.ETHER_TYPE);
        WireFormat.put8(frame, WireFormat.VERSION_BYTE, WireFormat.VERSION);
        WireFormat.put8(frame, WireFormat.TYPE, type);
        WireFormat.put32(frame, WireFormat.SESSION, session);
        return this;
    }

    FrameSender channel(int index, int generation) {
        WireFormat.put8(frame, WireFormat.CHANNEL, index);
        return generation(generation);
    }

    FrameSender generation(int number) {
        WireFormat.put32(frame, WireFormat.GENERATION, number);
        return this;
    }

    FrameSender sequence(int number) {
        WireFormat.put32(frame, WireFormat.SEQUENCE, number);
        return this;
    }

    FrameSender expected(int number, int window) {
        WireFormat.put32(frame, WireFormat.EXPECTED, number);
        WireFormat.put32(frame, WireFormat.WINDOW, window);
        return this;
    }

    FrameSender reason(int code) {
        WireFormat.put8(frame, WireFormat.REASON, code);
        return this;
    }

    /** Sends a frame without payload. */
    boolean send() {
        return send(0);
    }

    /** Sends a frame with a message. */
    boolean send(int[] words, int dataBytes) {
        WireFormat.put32(frame, WireFormat.DATA_BYTES, dataBytes);
        for (int i = 0; i < WireFormat.MESSAGE_WORDS; i++) {
            WireFormat.put32(frame, WireFormat.PAYLOAD + (long) Integer.BYTES * i, words[i]);
        }
        return send(WireFormat.MESSAGE_BYTES);
    }

    /** Sends a frame with data. */
    boolean send(OutgoingData data, int from, int bytes) {
        MemorySegment.copy(data.memory(), data.start() + from, frame, WireFormat.PAYLOAD, bytes);
        agent.charge(Op.TOUCH_BYTE, bytes);
        return send(bytes);
    }

    private boolean send(int payloadBytes) {
        PacketPort port = ports.get();
        if (port == null) {
            return false;
        }
        if (ownAddress < 0) {
            ownAddress = port.hardwareAddress();
        }
        agent.charge(Op.BUILD_FRAME);
        MacAddress.write(frame, WireFormat.SOURCE, ownAddress);
        WireFormat.put16(frame, WireFormat.PAYLOAD_BYTES, payloadBytes);
        int bytes = WireFormat.PAYLOAD + payloadBytes;
        if (bytes < WireFormat.SHORTEST_BYTES) {
            while (bytes < WireFormat.SHORTEST_BYTES) {
                WireFormat.put8(frame, bytes++, 0);
            }
        }
        return port.transmit(frame, 0, bytes);
    }
}
