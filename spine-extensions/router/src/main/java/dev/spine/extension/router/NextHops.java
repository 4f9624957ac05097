package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import org.jspecify.annotations.Nullable;

/**
 * What is done with packets of each next hop, in memory of the card. An entry has 16 bytes: action, port and largest IP packet; the last 32
 * bits of the source's hardware address; and the first 64 bits of the MAC header. One that is several next hops names its group in
 * {@link Spreads}.
 */
final class NextHops {
    /** Where in an entry the last 32 bits of the source's hardware address are. */
    static final int SOURCE = 4;
    /** Where in an entry the destination's hardware address and the first 16 bits of the source's are. */
    static final int MAC_HEADER = 8;

    private static final int ENTRY_SHIFT = 4;

    private final Buffer entries;
    private final int count;
    private final Spreads spreads;

    private NextHops(Buffer entries, int count, Spreads spreads) {
        this.entries = entries;
        this.count = count;
        this.spreads = spreads;
    }

    /**
     * {@return a table of next hops of which nothing is known, or null when the card has no memory for it}
     *
     * @param context gives the memory
     * @param count how many, without number 0, which is nobody's
     */
    static @Nullable NextHops create(ExtensionContext context, int count) {
        Buffer entries = context.allocate(count + 1 << ENTRY_SHIFT);
        return entries == null ? null : new NextHops(entries, count + 1, new Spreads(context));
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

    /**
     * Sets an entry that is several next hops; without memory for its group the packets are the host's.
     *
     * @param number of the entry
     * @param group of next hops
     * @param buckets holds their numbers, 16 bits for each bucket
     * @param at the first
     * @return false when there is no such next hop or group
     */
    boolean spread(int number, int group, Buffer buckets, int at) {
        if (number < 1 || number >= count || group < 0 || group >= RouterProtocol.MAX_SPREADS) {
            return false;
        }
        entries.put32(place(number), spreads.set(group, buckets, at) ? RouterProtocol.ACTION_SPREAD << RouterProtocol.ACTION_SHIFT | group
            : RouterProtocol.ACTION_HOST << RouterProtocol.ACTION_SHIFT);
        return true;
    }

    /** {@return whether an entry is several next hops: {@link #member} says which one a packet takes} */
    static boolean isSpread(int what) {
        return what >>> RouterProtocol.ACTION_SHIFT == RouterProtocol.ACTION_SPREAD;
    }

    /**
     * {@return where in {@link #entries} the next hop of a flow is}
     *
     * @param what the first word of an entry that {@link #isSpread}
     * @param bucket of the flow, from {@link FlowHash}
     */
    int member(int what, int bucket) {
        return place(spreads.member(what & RouterProtocol.MAX_SPREADS - 1, bucket));
    }
}
