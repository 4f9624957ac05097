package dev.spine.extension.services.nat;

import dev.spine.extension.api.Buffer;

/**
 * Which ports of the outside address are taken, for one protocol: a bit each. A port is chosen as RFC 4787 asks: the one that the inside
 * host uses itself if it is free (REQ-3 in spirit), else one of the same parity (REQ-4), else any; where the search begins is not to be
 * foreseen (RFC 6056), so that a stranger cannot know the next one.
 */
final class PortPool {
    private static final int EVEN = 0x5555_5555;
    private static final int ODD = 0xAAAA_AAAA;

    private final Buffer memory;
    private final int base;
    private final int first;
    private final int last;
    private final int words;
    private final int[] free = new int[2];
    private int random;

    /**
     * Over memory that is all zero.
     *
     * @param memory of the card
     * @param base where the bits begin
     * @param ports first and last port that may be taken
     * @param seed of the places where searches begin
     */
    PortPool(Buffer memory, int base, PortRange ports, int seed) {
        this.memory = memory;
        this.base = base;
        this.first = ports.first();
        this.last = ports.last();
        this.words = words(ports);
        this.random = seed == 0 ? 1 : seed;
        for (int word = 0; word < words; word++) {
            // Of the first and of the last word some ports may be outside of the range.
            int before = word == 0 ? (1 << (first & 31)) - 1 : 0;
            int behind = word == words - 1 ? -2 << (last & 31) : 0;
            int outside = before | behind;
            memory.put32(base + word * 4, outside);
            free[0] += Integer.bitCount(~outside & EVEN);
            free[1] += Integer.bitCount(~outside & ODD);
        }
    }

    private static int words(PortRange ports) {
        return (ports.last() >> 5) - (ports.first() >> 5) + 1;
    }

    /** {@return bytes of memory for a range} */
    static int bytes(PortRange ports) {
        return words(ports) * 4;
    }

    /**
     * {@return a port, taken now; 0 when none is free}
     *
     * @param wanted what the inside host uses
     */
    int take(int wanted) {
        if (wanted >= first && wanted <= last && (word(wanted) & 1 << (wanted & 31)) == 0) {
            mark(wanted);
            return wanted;
        }
        int parity = wanted & 1;
        int port = search(free[parity] > 0 ? parity : 1 - parity);
        if (port != 0) {
            mark(port);
        }
        return port;
    }

    /** Takes a port that is to serve something else, if it is in the range. */
    void reserve(int port) {
        if (port >= first && port <= last && (word(port) & 1 << (port & 31)) == 0) {
            mark(port);
        }
    }

    /** Gives a port back that was taken. */
    void release(int port) {
        memory.put32(at(port), word(port) & ~(1 << (port & 31)));
        free[port & 1]++;
    }

    /** {@return how many are free} */
    int free() {
        return free[0] + free[1];
    }

    private int search(int parity) {
        if (free[parity] == 0) {
            return 0;
        }
        int mask = parity == 0 ? EVEN : ODD;
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        int start = Integer.remainderUnsigned(random, words);
        // Within the first word, too, the place is drawn: otherwise a range of one word would give its ports in their order.
        int turn = random >>> 27;
        for (int i = 0; i < words; i++) {
            int word = start + i >= words ? start + i - words : start + i;
            int candidates = ~memory.i32(base + word * 4) & mask;
            if (candidates != 0) {
                int bit = Integer.numberOfTrailingZeros(Integer.rotateRight(candidates, turn)) + turn & 31;
                return (first & ~31) + word * 32 + bit;
            }
        }
        return 0;
    }

    private int at(int port) {
        return base + ((port >> 5) - (first >> 5)) * 4;
    }

    private int word(int port) {
        return memory.i32(at(port));
    }

    private void mark(int port) {
        memory.put32(at(port), word(port) | 1 << (port & 31));
        free[port & 1]--;
    }
}
