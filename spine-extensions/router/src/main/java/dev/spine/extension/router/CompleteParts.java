package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Offload;
import dev.spine.extension.router.part.InternetChecksum;
import org.jspecify.annotations.Nullable;

/**
 * What an IPv4 packet becomes when the work that is left to be done with it is done ({@link Offload}): its checksum is completed, or it is
 * cut, part after part. Nobody does that after a packet was fragmented, so the router does it before. The card of the way out does the same
 * for all other packets, without the processor of the card that they came in by.
 *
 * <p>The parts are written one after the other into memory that is taken with the first packet of this kind. Their IP headers have no
 * checksum yet. Source: as the NIC's own (RFC 768, 791, 1071, 9293, 3168).
 */
final class CompleteParts {
    private static final int MAC = 14;
    private static final int HEADER = 20;
    private static final int TCP_V4 = 1;
    private static final int UDP = 5;
    private static final int TCP_HEADER = 20;
    private static final int TCP_CHECKSUM = 16;
    private static final int UDP_HEADER = 8;
    private static final int UDP_CHECKSUM = 6;
    private static final int TCP_FLAGS = 13;
    private static final int FIN_PSH = 0x09;
    private static final int CWR = 0x80;
    private static final int PROTOCOL_TCP = 6;
    private static final int PROTOCOL_UDP = 17;
    /** The most packets that one becomes, as the NIC has it. */
    private static final int MAX_PARTS = 2_048;
    /** More than copying and summing a byte takes. */
    private static final int FUEL_OF_BYTE = 6;
    private static final int FUEL_OF_PART = 2_000;
    /** The longest IP packet. */
    private static final int MEMORY_BYTES = 1 << 16;

    private final ExtensionContext context;
    private @Nullable Buffer memory;
    private int at;
    private int total;
    private int transport;
    private int checksum;
    /** Bytes of the headers that each part has, and of what is behind them; 0 when the packet is one part. */
    private int headers;
    private int segment;
    private boolean isStream;
    private int done;
    private int number;

    CompleteParts(ExtensionContext context) {
        this.context = context;
    }

    /**
     * Begins with a packet without IP options: {@return whether its word fits it} Nothing can be made of one that does not.
     *
     * @param packet holds the frame
     * @param offset where its MAC header begins
     * @param bytes of the IP packet
     * @param word what is left to be done
     */
    boolean begin(Buffer packet, int offset, int bytes, long word) {
        at = offset + MAC;
        total = bytes;
        transport = Offload.checksumStart(word) - MAC;
        checksum = Offload.checksumAt(word) - MAC;
        headers = 0;
        segment = 0;
        done = 0;
        number = 0;
        return Offload.needsChecksum(word) && transport >= HEADER && checksum <= bytes - 2
            && (!Offload.isSegmented(word) || fitsSegments(packet, offset, word));
    }

    private boolean fitsSegments(Buffer packet, int offset, long word) {
        int kind = SuperPacket.kind(word);
        isStream = kind == TCP_V4;
        int least = isStream ? TCP_HEADER : UDP_HEADER;
        boolean isKnown = isStream || kind == UDP;
        if (!isKnown || packet.u8(at + 9) != (isStream ? PROTOCOL_TCP : PROTOCOL_UDP) || transport != HEADER
            || checksum != transport + (isStream ? TCP_CHECKSUM : UDP_CHECKSUM) || total < HEADER + least) {
            return false;
        }
        headers = SuperPacket.headers(packet, offset, word);
        segment = Offload.segmentBytes(word);
        return headers >= HEADER + least && segment > 0 && headers < total && total - headers <= (long) MAX_PARTS * segment;
    }

    /** {@return whether there is a part that was not written} */
    boolean hasNext() {
        return done < total;
    }

    private int nextBytes() {
        return segment == 0 ? total : headers + Math.min(segment, total - headers - done);
    }

    /** {@return whether this activation has fuel enough for the next part} */
    boolean hasFuel() {
        return context.fuelLeft() >= FUEL_OF_PART + nextBytes() * FUEL_OF_BYTE;
    }

    /** {@return memory for the parts, or null when the card has none} */
    @Nullable Buffer memory() {
        if (memory == null) {
            memory = context.allocate(MEMORY_BYTES);
        }
        return memory;
    }

    /**
     * Writes the next part, an IP packet, to the beginning of memory: {@return its bytes}.
     *
     * @param packet as for {@link #begin}
     * @param into the memory
     */
    int next(Buffer packet, Buffer into) {
        int bytes = nextBytes();
        if (segment == 0) {
            into.copyFrom(0, packet, at, bytes);
            complete(into, InternetChecksum.sum(into, transport, bytes - transport, 0));
            done = total;
            return bytes;
        }
        int payload = bytes - headers;
        into.copyFrom(0, packet, at, headers);
        into.copyFrom(headers, packet, at + headers + done, payload);
        into.put16(2, bytes);
        into.put16(4, into.u16(4) + number);
        boolean isLast = headers + done + payload == total;
        if (isStream) {
            into.put32(transport + 4, into.i32(transport + 4) + done);
            into.put8(transport + TCP_FLAGS, into.u8(transport + TCP_FLAGS) & (isLast ? -1 : ~FIN_PSH) & (number == 0 ? -1 : ~CWR));
        } else {
            into.put16(transport + 4, bytes - transport);
        }
        into.put16(checksum, 0);
        long pseudo = InternetChecksum.sum(into, 12, 8, 0) + (isStream ? PROTOCOL_TCP : PROTOCOL_UDP) + bytes - transport;
        complete(into, InternetChecksum.sum(into, transport, bytes - transport, pseudo));
        number++;
        done = isLast ? total : done + payload;
        return bytes;
    }

    /** Puts the checksum in; for UDP one of 0 is written as its other form, since 0 says that there is none. */
    private void complete(Buffer into, long sum) {
        int folded = InternetChecksum.fold(sum);
        into.put16(checksum, folded == 0 && checksum - transport == UDP_CHECKSUM ? 0xFFFF : folded);
    }
}
