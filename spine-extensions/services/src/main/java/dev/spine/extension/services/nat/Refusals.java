package dev.spine.extension.services.nat;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.router.part.InternetChecksum;
import dev.spine.extension.services.packet.PacketHeaders;

/**
 * Answers to those whose packets are refused: ICMP destination unreachable, communication administratively prohibited (RFC 5508 REQ-8).
 * A few wait at a time until the router can take them, and no more than some in a second are made, so that a flood of what is refused is
 * no flood of answers.
 */
final class Refusals {
    /** Answers that wait at most. */
    static final int COUNT = 8;
    /** Bytes of a place: the three headers and the begin of the refused packet. */
    static final int BYTES = 128;

    private static final int IP_AT = PacketHeaders.MAC_BYTES;
    private static final int ICMP_AT = IP_AT + 20;
    private static final int EMBEDDED_AT = ICMP_AT + 8;
    private static final int UNREACHABLE_PROHIBITED = 3 << 8 | 13;
    private static final int PER_SECOND = 50;
    private static final int TIME_TO_LIVE = 64;

    private final Buffer memory;
    private final int address;
    private final long hardwareAddress;
    private final int[] sizes = new int[COUNT];
    private int first;
    private int waiting;
    private int credit = COUNT;
    private int creditAtMs;

    /**
     * Over memory of the card.
     *
     * @param memory {@link #COUNT} places of {@link #BYTES}
     * @param address whose answers they are
     * @param hardwareAddress of the card
     */
    Refusals(Buffer memory, int address, long hardwareAddress) {
        this.memory = memory;
        this.address = address;
        this.hardwareAddress = hardwareAddress;
    }

    /** {@return whether an answer to a refused packet of IPv4 waits now} */
    boolean add(Buffer frame, PacketHeaders refused, int nowMs) {
        int earned = (int) Math.min(COUNT, (nowMs - creditAtMs) * (long) PER_SECOND / 1_000);
        if (earned != 0) {
            credit = Math.min(COUNT, credit + Math.max(0, earned));
            creditAtMs = nowMs;
        }
        if (waiting == COUNT || credit == 0) {
            return false;
        }
        credit--;
        int at = (first + waiting) % COUNT * BYTES;
        int embedded = Math.min(refused.ipBytes(), refused.transportAt() - refused.ipAt() + 8);
        memory.put16(at, (int) (hardwareAddress >>> 32));
        memory.put32(at + 2, (int) hardwareAddress);
        memory.put16(at + 6, (int) (hardwareAddress >>> 32));
        memory.put32(at + 8, (int) hardwareAddress);
        memory.put16(at + 12, PacketHeaders.ETHERTYPE_IPV4);
        memory.put32(at + IP_AT, 0x4500 << 16 | 28 + embedded);
        memory.put32(at + IP_AT + 4, 0);
        memory.put32(at + IP_AT + 8, TIME_TO_LIVE << 24 | PacketHeaders.ICMP << 16);
        memory.put32(at + IP_AT + 12, address);
        memory.put32(at + IP_AT + 16, (int) refused.sourceLow());
        memory.put16(at + IP_AT + 10, InternetChecksum.fold(InternetChecksum.sum(memory, at + IP_AT, 20, 0)));
        memory.put32(at + ICMP_AT, UNREACHABLE_PROHIBITED << 16);
        memory.put32(at + ICMP_AT + 4, 0);
        memory.copyFrom(at + EMBEDDED_AT, frame, refused.ipAt(), embedded);
        memory.put16(at + ICMP_AT + 2, InternetChecksum.fold(InternetChecksum.sum(memory, at + ICMP_AT, 8 + embedded, 0)));
        sizes[(first + waiting) % COUNT] = EMBEDDED_AT + embedded;
        waiting++;
        return true;
    }

    int waiting() {
        return waiting;
    }

    Buffer memory() {
        return memory;
    }

    int firstOffset() {
        return first * BYTES;
    }

    int firstBytes() {
        return sizes[first];
    }

    void dropFirst() {
        first = (first + 1) % COUNT;
        waiting--;
    }
}
