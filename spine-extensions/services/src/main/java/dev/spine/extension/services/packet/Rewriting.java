package dev.spine.extension.services.packet;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.router.part.InternetChecksum;

/** Changes addresses, ports and identifiers in a frame, and each checksum that covers them by the difference (RFC 1624). */
public final class Rewriting {
    /** There is no checksum to change. */
    public static final int NO_CHECKSUM = -1;

    private static final int IP_CHECKSUM = 10;
    private static final int IP_IDENTIFICATION = 4;

    private Rewriting() {}

    /**
     * {@return where the checksum of TCP, UDP or ICMP is behind the begin of its header}
     *
     * @param protocol its number; any other is taken for ICMP
     */
    public static int checksumAt(int protocol) {
        return protocol == PacketHeaders.TCP ? 16 : protocol == PacketHeaders.UDP ? 6 : 2;
    }

    private static void change16(Buffer frame, int checksumAt, int before, int after) {
        frame.put16(checksumAt, InternetChecksum.changed16(frame.u16(checksumAt), before, after));
    }

    /**
     * Changes 16 bits that are covered by the checksum at a place.
     *
     * @param frame holds the packet
     * @param at where they are, an even number of bytes behind the begin of what is covered
     * @param value what they become
     * @param checksumAt where the checksum is
     */
    public static void put16(Buffer frame, int at, int value, int checksumAt) {
        int before = frame.u16(at);
        frame.put16(at, value);
        change16(frame, checksumAt, before, value);
    }

    /**
     * Changes an address of an IP header.
     *
     * @param frame holds the packet
     * @param ipAt where the header begins
     * @param at where the address is
     * @param address the new one
     */
    public static void address(Buffer frame, int ipAt, int at, int address) {
        int before = frame.i32(at);
        frame.put32(at, address);
        int checksum = frame.u16(ipAt + IP_CHECKSUM);
        frame.put16(ipAt + IP_CHECKSUM, InternetChecksum.changed32(checksum, before, address));
    }

    /**
     * Changes 32 bits that are covered by the checksum at a place.
     *
     * @param frame holds the packet
     * @param at where they are, an even number of bytes behind the begin of what is covered
     * @param value what they become
     * @param checksumAt where the checksum is, {@link #NO_CHECKSUM} when it is not there
     */
    public static void put32(Buffer frame, int at, int value, int checksumAt) {
        int before = frame.i32(at);
        frame.put32(at, value);
        if (checksumAt != NO_CHECKSUM) {
            frame.put16(checksumAt, InternetChecksum.changed32(frame.u16(checksumAt), before, value));
        }
    }

    /**
     * Changes the identification of an IP header.
     *
     * @param frame holds the packet
     * @param ipAt where the header begins
     * @param value the new one
     */
    public static void identification(Buffer frame, int ipAt, int value) {
        put16(frame, ipAt + IP_IDENTIFICATION, value, ipAt + IP_CHECKSUM);
    }

    /**
     * Changes a port, and the checksum of TCP or UDP for it and for an address of the pseudo header.
     *
     * @param frame holds the packet
     * @param portAt where the port is
     * @param port the new one
     * @param checksumAt where the checksum is, {@link #NO_CHECKSUM} when it is not there
     * @param udp whether a checksum of 0 means that there is none (RFC 768)
     * @param addressBefore the address as it was
     * @param addressAfter the address as it is now
     */
    public static void port(Buffer frame, int portAt, int port, int checksumAt, boolean udp, int addressBefore, int addressAfter) {
        int before = frame.u16(portAt);
        frame.put16(portAt, port);
        if (checksumAt == NO_CHECKSUM) {
            return;
        }
        int checksum = frame.u16(checksumAt);
        if (udp && checksum == 0) {
            return;
        }
        int changed = InternetChecksum.changed16(InternetChecksum.changed32(checksum, addressBefore, addressAfter), before, port);
        frame.put16(checksumAt, udp && changed == 0 ? 0xFFFF : changed);
    }
}
