package dev.spine.extension.runtime.memory;

import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * The part of the card's memory that the runtime lends to extensions: first fit over free ranges, neighbours joined when freed.
 *
 * <p>Belongs to the card's agent. What is lent and given back in turn, as the memory of each batch of packets is, makes no objects: what
 * describes a range that was given back describes the next one that is lent.
 */
public final class CardMemory {
    private static final int ALIGNMENT = 64;
    private static final int MAX_SMALL = 16 << 10;

    /** A lent range. Whoever gives it back forgets it: afterwards it may describe another one. */
    public static final class Block {
        private final CardMemory owner;
        private int start;
        private int bytes;
        private int reserved;
        private boolean isLent;
        private @Nullable Block nextSpare;

        private Block(CardMemory owner) {
            this.owner = owner;
        }

        /** {@return the bytes themselves} */
        public MemorySegment memory() {
            return owner.region.memory();
        }

        /** {@return where it begins in the region} */
        public long offset() {
            return start;
        }

        /** {@return bytes} */
        public int length() {
            return bytes;
        }

        /** {@return bytes that it takes up} */
        public int reservedBytes() {
            return reserved;
        }

        Region region() {
            return owner.region;
        }

        /** {@return whether devices reach it without a grant} */
        public boolean isForDevices() {
            return owner.region.access() == Access.READ_WRITE;
        }

        /**
         * Gives the range back to the memory that it came from, also after the runtime has got another.
         *
         * @throws IllegalStateException when it was given back already, which is a defect of the runtime
         */
        public void free() {
            owner.free(this);
        }

        /** {@return the bus address} */
        public long address() {
            return owner.region.base() + start;
        }
    }

    private static final class Range {
        int start;
        int end;
        @Nullable Range next;

        Range(int start, int end) {
            this.start = start;
            this.end = end;
        }
    }

    private final Region region;
    private @Nullable Range free;
    /** Ranges that describe nothing now, for the next ones that are needed. */
    private @Nullable Range spare;
    /** Blocks that are not lent, likewise. */
    private @Nullable Block spareBlock;
    private int used;
    private int everLent;

    /** Memory of which nothing is handed out yet. */
    public CardMemory(Region region) {
        this.region = region;
        this.free = new Range(0, (int) Math.min(region.length(), Integer.MAX_VALUE & -ALIGNMENT));
    }

    /** {@return a zeroed block, or null when no free range is large enough} */
    public @Nullable Block allocate(int bytes) {
        Block block = allocateToFill(bytes);
        if (block != null) {
            clear(block.start, block.reserved);
        }
        return block;
    }

    /**
     * {@return a block that still has bytes of whoever had the range before, or null} For those who let nobody see a byte of it before
     * all were written.
     */
    public @Nullable Block allocateToFill(int bytes) {
        if (bytes < 1 || bytes > region.length()) {
            return null;
        }
        int reserved = (int) reservedFor(bytes);
        Range before = null;
        for (Range range = free; range != null; before = range, range = range.next) {
            if (range.end - range.start >= reserved) {
                Block block = lend(range.start, bytes, reserved);
                range.start += reserved;
                if (range.start == range.end) {
                    take(range, before);
                }
                used += reserved;
                everLent = Math.max(everLent, block.start + reserved);
                return block;
            }
        }
        return null;
    }

    /** {@return how many bytes a block of so many takes of the memory, and of a quota} */
    public static long reservedFor(int bytes) {
        return bytes + ALIGNMENT - 1L & -ALIGNMENT;
    }

    private Block lend(int start, int bytes, int reserved) {
        Block block = spareBlock;
        if (block == null) {
            block = new Block(this);
        } else {
            spareBlock = block.nextSpare;
            block.nextSpare = null;
        }
        block.start = start;
        block.bytes = bytes;
        block.reserved = reserved;
        block.isLent = true;
        return block;
    }

    /** Small pieces, as batches of packets need them, without an object for the slice. */
    private void clear(int start, int bytes) {
        MemorySegment memory = region.memory();
        if (bytes > MAX_SMALL) {
            memory.asSlice(start, Math.min(bytes, region.length() - start)).fill((byte) 0);
            return;
        }
        for (long at = start; at < start + (long) bytes; at += Long.BYTES) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, 0);
        }
    }

    /** A range is empty, or has become part of the one before: it is kept for another. */
    private void take(Range range, @Nullable Range before) {
        if (before == null) {
            free = range.next;
        } else {
            before.next = range.next;
        }
        range.next = spare;
        spare = range;
    }

    private Range range(int start, int end) {
        Range range = spare;
        if (range == null) {
            return new Range(start, end);
        }
        spare = range.next;
        range.start = start;
        range.end = end;
        return range;
    }

    /** Takes a block back. */
    public void free(Block block) {
        if (!block.isLent) {
            throw new IllegalStateException("a piece of card memory was given back twice");
        }
        block.isLent = false;
        block.nextSpare = spareBlock;
        spareBlock = block;
        used -= block.reserved;
        Range before = null;
        Range after = free;
        while (after != null && after.start < block.start) {
            before = after;
            after = after.next;
        }
        int end = block.start + block.reserved;
        if (before != null && before.end == block.start) {
            before.end = end;
            if (after != null && after.start == end) {
                before.end = after.end;
                take(after, before);
            }
        } else if (after != null && after.start == end) {
            after.start = block.start;
        } else {
            Range range = range(block.start, end);
            range.next = after;
            if (before == null) {
                free = range;
            } else {
                before.next = range;
            }
        }
    }

    /** {@return the region behind it} */
    public Region region() {
        return region;
    }

    /** {@return whether nothing is lent and the free ranges have become one again} */
    public boolean isWhole() {
        Range range = free;
        return used == 0 && range != null && range.next == null && range.start == 0;
    }

    /** {@return how far from its beginning it was ever lent} */
    public int everLent() {
        return everLent;
    }

    /** {@return bytes lent now} */
    public int used() {
        return used;
    }
}
