package dev.spine.extension.router.fib;

/**
 * How a forwarding table lies in a card's memory, and how a part of a patch is written. Used by the card and by the host, on any thread.
 *
 * <p>All values are in network order, all places are offsets in bytes from the beginning of the table's memory.
 */
public final class FibLayout {
    /** The table begins with these bytes: four words, see {@link #ROOT4} and what follows it. */
    public static final int HEADER_BYTES = 16;
    /** Word at this place: where the first table of IPv4 begins, 0 when there is none: then nothing but the default matches. */
    public static final int ROOT4 = 0;
    /** Word at this place: where the first table of IPv6 begins, 0 when there is none. */
    public static final int ROOT6 = 4;
    /** Word at this place: the next hop of IPv4 addresses that nothing else matches, 0 when there is none. */
    public static final int DEFAULT4 = 8;
    /** Word at this place: the next hop of IPv6 addresses that nothing else matches, 0 when there is none. */
    public static final int DEFAULT6 = 12;
    /** Two words that are 0 and stay so, behind the header: the first table of whoever has none. */
    public static final int ZEROS = 16;
    /** What is free for tables and nodes begins here. */
    public static final int BODY = 32;

    /** Bits of an address that a node decides. */
    public static final int STRIDE = 6;
    /** In an entry of a first table: the other bits are the place of a node. Without it they are a next hop, 0 for none. */
    public static final int NODE = 0x8000_0000;
    /** Node: a vector of the 64 values that lead to further nodes. */
    public static final int NODE_KIDS = 0;
    /** Node: a vector of the values at which another next hop begins than the values before have. */
    public static final int NODE_STARTS = 8;
    /** Node: the places of further nodes, a word each; after them the next hops, 16 bits each. */
    public static final int NODE_BODY = 16;
    /** Nodes begin at multiples of this, so that their two vectors share a cache line. */
    public static final int UNIT = 16;
    /** No node is larger: 64 further nodes and 64 next hops. None begins within so many bytes of the table's end. */
    public static final int MAX_NODE_BYTES = NODE_BODY + 64 * 4 + 64 * 2;

    /** A table needs at least so many bytes of card memory. */
    public static final int MIN_BYTES = 32 << 10;
    /** From so many bytes on a table has the larger first tables, of 18 bits for IPv4 and 16 for IPv6. */
    public static final int LARGE_BYTES = 4 << 20;
    /** A table has at most so many bytes. */
    public static final int MAX_BYTES = 1 << 30;

    /** A part of a patch: first half word. */
    public static final int MAGIC = 0xF1B1;
    /** A part of a patch: where its flags are, 16 bits. */
    public static final int PART_FLAGS = 2;
    /** A part of a patch: where the number of the part is, 32 bits, one more than the one before. */
    public static final int PART_NUMBER = 4;
    /** A part of a patch: where the number of its records is, 32 bits. */
    public static final int PART_RECORDS = 8;
    /** A part of a patch: the first record. */
    public static final int PART_BODY = 12;
    /** A record: place and bytes, a word each, then the bytes: a multiple of 4, at least 4. */
    public static final int RECORD_HEADER = 8;
    /** Flag: this part makes its patch current. Only such a part may write the header. */
    public static final int COMMIT = 1;
    /** Flag: this part begins anew: the card empties its table before it and takes its number as it comes. */
    public static final int ANEW = 2;
    /** A part has at most so many bytes. */
    public static final int MAX_PART_BYTES = 64 << 10;

    private FibLayout() {}

    /**
     * {@return the bits of an IPv4 address that its first table decides}
     *
     * @param bytes of the whole table
     */
    public static int firstBits4(int bytes) {
        return bytes >= LARGE_BYTES ? 18 : 12;
    }

    /**
     * {@return the bits of an IPv6 address that its first table decides}
     *
     * @param bytes of the whole table
     */
    public static int firstBits6(int bytes) {
        return bytes >= LARGE_BYTES ? 16 : 10;
    }
}
