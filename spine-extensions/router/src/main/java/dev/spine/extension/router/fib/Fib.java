package dev.spine.extension.router.fib;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import org.jspecify.annotations.Nullable;

/**
 * The forwarding table of one card, in one buffer of its memory: next hops by the longest prefix that matches an address.
 *
 * <p>A lookup reads the first table, then a node for each further 6 bits until one has the answer: two reads for an IPv4 prefix of up to 18
 * bits, three or four for one of 24. It ends after a fixed number of steps and never leaves the table, whatever the memory holds.
 *
 * <p>Changes come as {@linkplain #apply patches} that the host computes. A card runs one activation at a time, so no lookup comes while a
 * part is written: lookups see what was before the last part of a patch, or what is after it.
 *
 * <p>Belongs to the card's agent thread, as its extension does.
 */
public final class Fib {
    /** An IPv4 address has at most so many strides after the 12 or 18 bits of its first table; one of IPv6 after 10 or 16. */
    private static final int STEPS4 = 4;
    private static final int STEPS6 = 20;
    /** Tables up to this size mostly lie in the caches next to a processor. */
    private static final int FAR_BYTES = 3 << 20;
    private static final int TOP6 = Long.SIZE - FibLayout.STRIDE;
    private static final int TOP4 = Integer.SIZE - FibLayout.STRIDE;

    private final Buffer table;
    private final int bytes;
    /** The last place where a node may begin. */
    private final int lastNode;
    private final int bits4;
    private final int bits6;
    private int root4;
    private int root6;
    /** What an address is shifted by to index a first table; without a table all but one bit, see {@link FibLayout#ZEROS}. */
    private int shift4;
    private int shift6;
    private int default4;
    private int default6;
    private int expected;
    private int version;
    /** Where the last byte is that was ever written since the table was empty. */
    private int reach;

    private Fib(Buffer table, int bytes) {
        this.table = table;
        this.bytes = bytes;
        this.lastNode = bytes - FibLayout.MAX_NODE_BYTES;
        this.bits4 = FibLayout.firstBits4(bytes);
        this.bits6 = FibLayout.firstBits6(bytes);
        empty();
    }

    /**
     * Makes an empty table, which has no route to anywhere.
     *
     * @param context gives the memory
     * @param bytes of the table, {@link FibLayout#MIN_BYTES} to {@link FibLayout#MAX_BYTES}; the host has to know the same number
     * @return the table, or null when the card's memory or the quota is used up
     * @throws IllegalArgumentException when the table would be too small or too large
     */
    public static @Nullable Fib create(ExtensionContext context, int bytes) {
        if (bytes < FibLayout.MIN_BYTES || bytes > FibLayout.MAX_BYTES) {
            throw new IllegalArgumentException("a forwarding table has 32 KiB to 1 GiB, not " + bytes + " bytes");
        }
        Buffer table = context.allocate(bytes);
        return table == null ? null : new Fib(table, bytes);
    }

    /** {@return the bytes of card memory that the table has} */
    public int bytes() {
        return bytes;
    }

    /** {@return the number of the part of a patch that is expected next} */
    public int expectedPart() {
        return expected;
    }

    /** {@return what is another number after each change: as long as it is the same, each address has the next hop that it had} */
    public int version() {
        return version;
    }

    /**
     * {@return whether the table is so large that a lookup mostly waits for memory that is far from the processor, so that it is worth some
     * work to look several addresses up together}
     */
    public boolean isFar() {
        return reach > FAR_BYTES;
    }

    /** Gives the memory back. The table is not to be asked afterwards. */
    public void release() {
        table.release();
    }

    /**
     * {@return the next hop of an IPv4 address, 1 to 65535; 0 when there is no route}
     *
     * @param address the address, first byte highest
     */
    public int lookup4(int address) {
        int entry = table.i32(root4 + (address >>> shift4) * 4);
        int hop = entry >= 0 ? entry & 0xFFFF : below4(table, entry & ~FibLayout.NODE, lastNode, address << bits4);
        return hop != 0 ? hop : default4;
    }

    /**
     * Looks several IPv4 addresses up together: what one waits for in the card's memory is fetched while the others wait for theirs, so
     * that in a large table all of them take little longer than one does.
     *
     * @param addresses the addresses
     * @param answers gets the next hop of each, as {@link #lookup4(int)} has it
     * @param count how many there are, from index 0 on
     */
    public void lookup4(int[] addresses, int[] answers, int count) {
        Buffer memory = table;
        int root = root4;
        int shift = shift4;
        for (int i = 0; i < count; i++) {
            int entry = memory.i32(root + (addresses[i] >>> shift) * 4);
            answers[i] = entry >= 0 ? entry & 0xFFFF : entry;
        }
        boolean isOpen = true;
        for (int step = 0; step < STEPS4 && isOpen; step++) {
            isOpen = stepAll(memory, addresses, answers, count, bits4 + step * FibLayout.STRIDE);
        }
        for (int i = 0; i < count; i++) {
            int answer = answers[i];
            answers[i] = answer > 0 ? answer : default4;
        }
    }

    /** Goes one node on with each address that still leads to one: {@return whether one does afterwards}. */
    private boolean stepAll(Buffer memory, int[] addresses, int[] answers, int count, int consumed) {
        int last = lastNode;
        int left = 0;
        for (int i = 0; i < count; i++) {
            int node = answers[i] & ~FibLayout.NODE;
            if (answers[i] >= 0) {
                continue;
            }
            if (node > last) {
                answers[i] = 0;
                continue;
            }
            int slot = consumed < Integer.SIZE ? addresses[i] << consumed >>> TOP4 : 0;
            long kids = memory.i64(node);
            if ((kids >>> slot & 1) == 0) {
                long starts = memory.i64(node + FibLayout.NODE_STARTS) << 63 - slot;
                answers[i] = memory.u16(node + FibLayout.NODE_BODY - 2 + 4 * Long.bitCount(kids) + 2 * Long.bitCount(starts));
            } else {
                answers[i] = memory.i32(node + FibLayout.NODE_BODY - 4 + 4 * Long.bitCount(kids << 63 - slot)) | FibLayout.NODE;
                left++;
            }
        }
        return left > 0;
    }

    private static int below4(Buffer table, int first, int lastNode, int bits) {
        int node = first;
        int rest = bits;
        for (int step = 0; step < STEPS4; step++) {
            if (node > lastNode) {
                return 0;
            }
            long kids = table.i64(node);
            int slot = rest >>> TOP4;
            if ((kids >>> slot & 1) == 0) {
                // Counting from the slot downwards: what is above it is shifted out.
                long starts = table.i64(node + FibLayout.NODE_STARTS) << 63 - slot;
                return table.u16(node + FibLayout.NODE_BODY - 2 + 4 * Long.bitCount(kids) + 2 * Long.bitCount(starts));
            }
            node = table.i32(node + FibLayout.NODE_BODY - 4 + 4 * Long.bitCount(kids << 63 - slot)) & ~FibLayout.NODE;
            rest <<= FibLayout.STRIDE;
        }
        return 0;
    }

    /**
     * {@return the next hop of an IPv6 address, 1 to 65535; 0 when there is no route}
     *
     * @param high the first 64 bits of the address, first byte highest
     * @param low the last 64 bits
     */
    public int lookup6(long high, long low) {
        int entry = table.i32(root6 + (int) (high >>> shift6) * 4);
        int hop = entry >= 0 ? entry & 0xFFFF
            : below6(table, entry & ~FibLayout.NODE, lastNode, high << bits6 | low >>> shift6, low << bits6);
        return hop != 0 ? hop : default6;
    }

    private static int below6(Buffer table, int first, int lastNode, long high, long low) {
        int node = first;
        long rest = high;
        long after = low;
        for (int step = 0; step < STEPS6; step++) {
            if (node > lastNode) {
                return 0;
            }
            long kids = table.i64(node);
            int slot = (int) (rest >>> TOP6);
            if ((kids >>> slot & 1) == 0) {
                long starts = table.i64(node + FibLayout.NODE_STARTS) << 63 - slot;
                return table.u16(node + FibLayout.NODE_BODY - 2 + 4 * Long.bitCount(kids) + 2 * Long.bitCount(starts));
            }
            node = table.i32(node + FibLayout.NODE_BODY - 4 + 4 * Long.bitCount(kids << 63 - slot)) & ~FibLayout.NODE;
            rest = rest << FibLayout.STRIDE | after >>> TOP6;
            after <<= FibLayout.STRIDE;
        }
        return 0;
    }

    /**
     * Takes one part of a patch: checks all of it, then writes all of it, or nothing. A part of 3 KiB takes about 4,000 units of fuel.
     *
     * @param patch holds the part
     * @param offset where it begins
     * @param length its bytes
     * @return what became of it
     * @throws IndexOutOfBoundsException when the bytes leave the buffer
     */
    public PatchAnswer apply(Buffer patch, int offset, int length) {
        if (length < FibLayout.PART_BODY || length > FibLayout.MAX_PART_BYTES || patch.u16(offset) != FibLayout.MAGIC) {
            return PatchAnswer.MALFORMED;
        }
        int flags = patch.u16(offset + FibLayout.PART_FLAGS);
        if ((flags & ~(FibLayout.COMMIT | FibLayout.ANEW)) != 0) {
            return PatchAnswer.MALFORMED;
        }
        int number = patch.i32(offset + FibLayout.PART_NUMBER);
        if (number != expected && (flags & FibLayout.ANEW) == 0) {
            return PatchAnswer.OUT_OF_ORDER;
        }
        PatchAnswer answer = check(patch, offset + FibLayout.PART_BODY, offset + length, patch.i32(offset + FibLayout.PART_RECORDS),
            (flags & FibLayout.COMMIT) != 0);
        if (answer != PatchAnswer.TAKEN) {
            return answer;
        }
        if ((flags & FibLayout.ANEW) != 0) {
            empty();
        }
        // Also for a part that no lookup should reach: the host may err, and an answer is that of the table as it is.
        version++;
        write(patch, offset + FibLayout.PART_BODY, offset + length);
        expected = number + 1;
        if ((flags & FibLayout.COMMIT) != 0) {
            current();
        }
        return PatchAnswer.TAKEN;
    }

    private PatchAnswer check(Buffer patch, int first, int end, int records, boolean commit) {
        int at = first;
        int seen = 0;
        while (at < end) {
            if (end - at < FibLayout.RECORD_HEADER) {
                return PatchAnswer.MALFORMED;
            }
            int place = patch.i32(at);
            int size = patch.i32(at + 4);
            at += FibLayout.RECORD_HEADER;
            if (size <= 0 || size > end - at) {
                return PatchAnswer.MALFORMED;
            }
            if (((place | size) & 3) != 0 || place < 0 || place > bytes - size) {
                return PatchAnswer.OUT_OF_BOUNDS;
            }
            if (place < FibLayout.BODY && !(commit && place == 0 && size == FibLayout.HEADER_BYTES && isHeader(patch, at))) {
                return PatchAnswer.BAD_HEADER;
            }
            at += size;
            seen++;
        }
        return seen == records ? PatchAnswer.TAKEN : PatchAnswer.MALFORMED;
    }

    private boolean isHeader(Buffer patch, int at) {
        return isRoot(patch.i32(at + FibLayout.ROOT4), bits4) && isRoot(patch.i32(at + FibLayout.ROOT6), bits6)
            && patch.i32(at + FibLayout.DEFAULT4) >>> 16 == 0 && patch.i32(at + FibLayout.DEFAULT6) >>> 16 == 0;
    }

    private boolean isRoot(int root, int bits) {
        return root == 0 || root >= FibLayout.BODY && (root & 3) == 0 && root <= bytes - (4 << bits);
    }

    private void write(Buffer patch, int first, int end) {
        int at = first;
        while (at < end) {
            int size = patch.i32(at + 4);
            table.copyFrom(patch.i32(at), patch, at + FibLayout.RECORD_HEADER, size);
            reach = Math.max(reach, patch.i32(at) + size);
            at += FibLayout.RECORD_HEADER + size;
        }
    }

    /** Makes what the header says current, all of it at once. */
    private void current() {
        version++;
        int first4 = table.i32(FibLayout.ROOT4);
        int first6 = table.i32(FibLayout.ROOT6);
        root4 = first4 == 0 ? FibLayout.ZEROS : first4;
        root6 = first6 == 0 ? FibLayout.ZEROS : first6;
        shift4 = Integer.SIZE - (first4 == 0 ? 1 : bits4);
        shift6 = Long.SIZE - (first6 == 0 ? 1 : bits6);
        default4 = table.i32(FibLayout.DEFAULT4);
        default6 = table.i32(FibLayout.DEFAULT6);
    }

    private void empty() {
        reach = 0;
        table.put32(FibLayout.ROOT4, 0);
        table.put32(FibLayout.ROOT6, 0);
        table.put32(FibLayout.DEFAULT4, 0);
        table.put32(FibLayout.DEFAULT6, 0);
        current();
    }
}
