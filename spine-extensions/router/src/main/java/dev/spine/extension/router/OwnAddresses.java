package dev.spine.extension.router;

import dev.spine.extension.router.fib.Fib;

/**
 * The IPv4 addresses of the router itself, which nobody outside may have as a source: a packet that does is forged, or goes in a circle.
 * They are in the forwarding table; a filter of 64 bits spares most packets a second lookup.
 */
final class OwnAddresses {
    private final Fib fib;
    private final NextHops hops;
    private long filter;

    OwnAddresses(Fib fib, NextHops hops) {
        this.fib = fib;
        this.hops = hops;
    }

    /** Sets the {@linkplain RouterProtocol#ownBit bits} of all of them. */
    void filter(long bits) {
        filter = bits;
    }

    boolean contain(int address) {
        return (filter & RouterProtocol.ownBit(address)) != 0
            && hops.entries().i32(hops.place(fib.lookup4(address))) >>> RouterProtocol.ACTION_SHIFT == RouterProtocol.ACTION_OWN;
    }
}
