package dev.spine.extension.router;

import dev.spine.extension.api.Message;
import dev.spine.extension.router.fib.Fib;

/**
 * Next hops of the packets that come next, looked up together with that of the one that is there. In a table that is larger than the caches
 * next to the processor a lookup waits for memory two or three times; eight that wait at the same time take little longer than one.
 *
 * <p>An answer is used for the very address that was asked for, and only while the table is as it was. So it does not matter whether the
 * packet comes that was announced.
 */
final class AheadLookups {
    private static final int TOGETHER = 8;
    /** Of an IPv4 packet behind its MAC header. */
    private static final int DESTINATION = 30;

    private final Fib fib;
    private final int[] addresses = new int[TOGETHER];
    private final int[] hops = new int[TOGETHER];
    private int next;
    private int count;
    private int version;

    AheadLookups(Fib fib) {
        this.fib = fib;
    }

    /**
     * {@return the number of a destination's next hop, as {@link Fib#lookup4(int)} has it}
     *
     * @param destination of the packet that is there
     * @param message the packet, which begins with its MAC header
     */
    int lookup(int destination, Message message) {
        if (version == fib.version()) {
            for (int i = next; i < count; i++) {
                if (addresses[i] == destination) {
                    next = i + 1;
                    return hops[i];
                }
            }
        }
        return fib.isFar() ? together(destination, message) : fib.lookup4(destination);
    }

    private int together(int destination, Message message) {
        addresses[0] = destination;
        int found = 1;
        while (found < TOGETHER) {
            int address = message.ahead(found, DESTINATION);
            if (address == 0) {
                break;
            }
            addresses[found++] = address;
        }
        fib.lookup4(addresses, hops, found);
        version = fib.version();
        count = found;
        next = 1;
        return hops[0];
    }
}
