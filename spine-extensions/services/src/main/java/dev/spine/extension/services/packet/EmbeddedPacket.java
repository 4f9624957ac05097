package dev.spine.extension.services.packet;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.router.part.InternetChecksum;

/**
 * The packet that an ICMP error is about: its IP header and the first bytes behind it (RFC 792; RFC 5508 says how it is translated).
 * Pointed at each error in turn.
 */
public final class EmbeddedPacket {
    private static final int IP_BYTES = 20;
    private static final int MIN_BEHIND = 8;

    private int at;
    private int end;
    private int protocol;
    private int source;
    private int destination;
    private int sourcePortAt;
    private int destinationPortAt;
    private int checksumAt;
    private int sourcePort;
    private int destinationPort;

    /** Made once, for all errors. */
    public EmbeddedPacket() {}

    /**
     * {@return whether there is a packet with ports or an identifier, whose header is right}
     *
     * @param frame holds the error
     * @param embeddedAt where the embedded header begins
     * @param errorEnd where the error ends
     */
    public boolean point(Buffer frame, int embeddedAt, int errorEnd) {
        at = embeddedAt;
        end = errorEnd;
        if (at + IP_BYTES > end) {
            return false;
        }
        int headerBytes = (frame.u8(at) & 0xF) * 4;
        int transportAt = at + headerBytes;
        if (frame.u8(at) >>> 4 != 4 || headerBytes < IP_BYTES || transportAt + MIN_BEHIND > end || (frame.u16(at + 6) & 0x1FFF) != 0
            || InternetChecksum.fold(InternetChecksum.sum(frame, at, headerBytes, 0)) != 0) {
            return false;
        }
        protocol = frame.u8(at + 9);
        source = frame.i32(at + 12);
        destination = frame.i32(at + 16);
        if (protocol == PacketHeaders.ICMP) {
            sourcePortAt = transportAt + 4;
            destinationPortAt = sourcePortAt;
        } else if (protocol == PacketHeaders.TCP || protocol == PacketHeaders.UDP) {
            sourcePortAt = transportAt;
            destinationPortAt = transportAt + 2;
        } else {
            return false;
        }
        sourcePort = frame.u16(sourcePortAt);
        destinationPort = frame.u16(destinationPortAt);
        int place = transportAt + Rewriting.checksumAt(protocol);
        checksumAt = place + 2 <= end ? place : Rewriting.NO_CHECKSUM;
        return true;
    }

    /** {@return the protocol above IP} */
    public int protocol() {
        return protocol;
    }

    /** {@return where it came from} */
    public int source() {
        return source;
    }

    /** {@return where it went to} */
    public int destination() {
        return destination;
    }

    /** {@return the source port, or the identifier of a query} */
    public int sourcePort() {
        return sourcePort;
    }

    /** {@return the destination port, or the identifier of a query} */
    public int destinationPort() {
        return destinationPort;
    }

    /**
     * Changes where it came from, with the checksums within it and that of the error around it.
     *
     * @param frame holds the error
     * @param address the new address
     * @param port the new port or identifier
     * @param errorChecksumAt where the checksum of the error is
     */
    public void changeSource(Buffer frame, int address, int port, int errorChecksumAt) {
        change(frame, at + 12, address, sourcePortAt, port, errorChecksumAt);
    }

    /**
     * Changes where it went to, with the checksums within it and that of the error around it.
     *
     * @param frame holds the error
     * @param address the new address
     * @param port the new port or identifier
     * @param errorChecksumAt where the checksum of the error is
     */
    public void changeDestination(Buffer frame, int address, int port, int errorChecksumAt) {
        change(frame, at + 16, address, destinationPortAt, port, errorChecksumAt);
    }

    /**
     * Changes the sequence number of TCP, with the checksums.
     *
     * @param frame holds the error, about a packet of TCP
     * @param by is added
     * @param errorChecksumAt where the checksum of the error is
     */
    public void shiftSequence(Buffer frame, int by, int errorChecksumAt) {
        int sequenceAt = sourcePortAt + 4;
        int before = frame.i32(sequenceAt);
        int sumBefore = checksumAt == Rewriting.NO_CHECKSUM ? 0 : frame.u16(checksumAt);
        Rewriting.put32(frame, sequenceAt, before + by, checksumAt);
        int sumAfter = checksumAt == Rewriting.NO_CHECKSUM ? 0 : frame.u16(checksumAt);
        int around = InternetChecksum.changed32(frame.u16(errorChecksumAt), before, before + by);
        frame.put16(errorChecksumAt, InternetChecksum.changed16(around, sumBefore, sumAfter));
    }

    private void change(Buffer frame, int addressAt, int address, int portAt, int port, int errorChecksumAt) {
        int before = frame.i32(addressAt);
        int touched = Math.max(portAt, checksumAt) + 2 - at;
        int sumBefore = InternetChecksum.fold(InternetChecksum.sum(frame, at, touched, 0));
        Rewriting.address(frame, at, addressAt, address);
        boolean pseudoHeader = protocol != PacketHeaders.ICMP;
        Rewriting.port(frame, portAt, port, checksumAt, protocol == PacketHeaders.UDP, pseudoHeader ? before : 0,
            pseudoHeader ? address : 0);
        int sumAfter = InternetChecksum.fold(InternetChecksum.sum(frame, at, touched, 0));
        frame.put16(errorChecksumAt, InternetChecksum.changed16(frame.u16(errorChecksumAt), ~sumBefore & 0xFFFF, ~sumAfter & 0xFFFF));
    }
}
