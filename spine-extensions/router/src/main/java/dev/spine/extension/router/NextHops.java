package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import org.jspecify.annotations.Nullable;

/**
 * What is done with packets of each next hop, in memory of the card. An entry has 16 bytes: action, port and largest IP packet; the last 32
 * bits of the source's hardware address; and the first 64 bits of the MAC header.
 */
final class NextHops {
    /** Where in an entry the last 32 bits of the source's hardware address are. */
    static final int SOURCE = 4;
    /** Where in an entry the destination's hardware address and the first 16 bits of the source's are. */
    static final int MAC_HEADER = 8;

    private static final int ENTRY_SHIFT = 4;

    private final Buffer entries;
    private final int count;

    private NextHops(Buffer entries, int count) {
        this.entries = entries;
        this.count = count;
    }

    /**
     * {@return a table of next hops of which nothing is known, or null when the card has no memory for it}
     *
     * @param context gives the memory
     * @param count how many, without number 0, which is nobody's
     */
    static @Nullable NextHops create(ExtensionContext context, int count) {
        Buffer entries = context.allocate(count + 1 << ENTRY_SHIFT);
        return entries == null ? null : new NextHops(entries, count + 1);
    }

    /** {@return where in {@link #entries} a next hop is; one that is not in the table is as number 0} */
    int place(int number) {
        return number < count ? number << ENTRY_SHIFT : 0;
    }

    /** {@return the memory that holds the entries} */
    Buffer entries() {
        return entries;
    }

    /** Sets an entry; false when there is no such next hop. */
    boolean set(int number, int what, long destination, long source) {
        if (number < 1 || number >= count) {
            return false;
        }
        int place = place(number);
        entries.put64(place + MAC_HEADER, destination << 16 | source >>> Integer.SIZE & 0xFFFF);
        entries.put32(place + SOURCE, (int) source);
        entries.put32(place, what);
        return true;
    }
}
