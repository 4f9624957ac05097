package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.routine.Area;

/**
 * How large the parts of a new file system are. Any thread.
 *
 * @param inodes how many files and directories there can be, at least 16
 * @param journalBytes of the journal, at least {@link #MIN_JOURNAL_BYTES}, whole blocks of 4,096
 * @param clients how many have a staging place, 1 to 64
 * @param stagingBytes of each of these places, whole blocks of 4,096
 */
public record ArfSizes(long inodes, long journalBytes, int clients, long stagingBytes) {
    /** The smallest journal, which holds one transaction. */
    public static final long MIN_JOURNAL_BYTES = 16_384;

    private static final long MIN_INODES = 16;
    private static final long MAX_INODES = 1 << 30;
    private static final long MAX_BLOCKS = 1 << 30;

    /** Checks the sizes. */
    public ArfSizes {
        boolean isWhole = journalBytes % ArfLayout.BLOCK_BYTES == 0 && stagingBytes % ArfLayout.BLOCK_BYTES == 0;
        if (inodes < MIN_INODES || inodes > MAX_INODES || journalBytes < MIN_JOURNAL_BYTES || !isWhole
            || stagingBytes < ArfLayout.BLOCK_BYTES || clients < 1 || clients > ArfLayout.MAX_CLIENTS) {
            throw new IllegalArgumentException(inodes + " inodes, a journal of " + journalBytes + " bytes, " + clients
                + " staging places of " + stagingBytes + " bytes: give " + MIN_INODES + " inodes or more, a journal of "
                + MIN_JOURNAL_BYTES + " bytes or more, 1 to " + ArfLayout.MAX_CLIENTS + " places, all in blocks of "
                + ArfLayout.BLOCK_BYTES);
        }
    }

    /**
     * {@return sizes that fit an area: an inode for 16 KiB, a journal of up to 1 MiB, eight staging places of up to 256 KiB}
     *
     * @param areaBytes of the area
     */
    public static ArfSizes of(long areaBytes) {
        long inodes = Math.max(MIN_INODES * 4, areaBytes / 16_384);
        return new ArfSizes(inodes, part(areaBytes / 64, MIN_JOURNAL_BYTES * 2, 1 << 20), 8,
            part(areaBytes / 256, ArfLayout.BLOCK_BYTES * 2, 256 << 10));
    }

    private static long part(long bytes, long least, long most) {
        return Math.clamp(bytes & -ArfLayout.BLOCK_BYTES, least, most);
    }

    private static long blocks(long bytes) {
        return bytes + ArfLayout.BLOCK_BYTES - 1 >>> ArfLayout.BLOCK_SHIFT;
    }

    /**
     * Checks whether a file system of these sizes fits.
     *
     * @param bytes of the area
     * @throws IllegalArgumentException when it does not
     */
    public void checkFits(long bytes) {
        long blocks = bytes >>> ArfLayout.BLOCK_SHIFT;
        long needed = 2 + blocks(inodes * ArfLayout.INODE_BYTES) + blocks((blocks + 63) / 64 * Long.BYTES) + blocks(journalBytes)
            + clients * blocks(stagingBytes);
        if (needed > blocks || blocks > MAX_BLOCKS) {
            throw new IllegalArgumentException(bytes + " bytes are too few or too many: with these inodes there are "
                + needed * ArfLayout.BLOCK_BYTES + " to " + MAX_BLOCKS * ArfLayout.BLOCK_BYTES);
        }
    }

    /**
     * Makes an empty file system; what was in the area before is lost.
     *
     * @param area a writable one
     * @param nanos the time, in ns since 1970
     * @throws IllegalArgumentException when it does not fit
     */
    public void make(Area area, long nanos) {
        long blocks = area.length() >>> ArfLayout.BLOCK_SHIFT;
        long table = 1;
        long bitmap = table + blocks(inodes * ArfLayout.INODE_BYTES);
        long journal = bitmap + blocks((blocks + 63) / 64 * Long.BYTES);
        long staging = journal + blocks(journalBytes);
        long data = staging + clients * blocks(stagingBytes);
        checkFits(area.length());
        // What is half done is none.
        area.put64(0, 0);
        zero(area, ArfLayout.BLOCK_BYTES / 8, journal * ArfLayout.BLOCK_BYTES);
        zero(area, journal * ArfLayout.BLOCK_BYTES, journal * ArfLayout.BLOCK_BYTES + Long.BYTES);
        for (long block = 0; block < blocks + 63 >>> 6 << 6; block++) {
            if (block <= data || block >= blocks) {
                long at = bitmap * ArfLayout.BLOCK_BYTES + (block >>> 6 << 3);
                area.put64(at, area.get64(at) | 1L << block);
            } else if ((block & 63) == 0 && block + 64 <= blocks) {
                block += 63;
            }
        }
        putSuperblock(area, blocks, bitmap, journal, staging, data);
        putRoot(area, data, nanos);
        flush(area);
        area.put64(0, ArfLayout.MAGIC);
        flush(area);
    }

    private void putSuperblock(Area area, long blocks, long bitmap, long journal, long staging, long data) {
        area.put64(ArfLayout.BLOCKS, blocks);
        area.put64(ArfLayout.INODES, inodes);
        area.put64(ArfLayout.INODE_TABLE, ArfLayout.BLOCK_BYTES);
        area.put64(ArfLayout.BITMAP, bitmap * ArfLayout.BLOCK_BYTES);
        area.put64(ArfLayout.JOURNAL, journal * ArfLayout.BLOCK_BYTES);
        area.put64(ArfLayout.JOURNAL_BYTES, journalBytes);
        area.put64(ArfLayout.STAGING, staging * ArfLayout.BLOCK_BYTES);
        area.put64(ArfLayout.STAGING_BYTES, stagingBytes);
        area.put64(ArfLayout.CLIENTS, clients);
        area.put64(ArfLayout.DATA, data);
        area.put64(ArfLayout.HEAD, journal * ArfLayout.BLOCK_BYTES);
        area.put64(ArfLayout.NEXT, 1);
        area.put64(ArfLayout.BASE, 1);
        area.put64(ArfLayout.FREE_BLOCKS, blocks - data - 1);
        area.put64(ArfLayout.LAST_INODE, ArfLayout.ROOT);
        area.put64(ArfLayout.USED_INODES, 1);
    }

    /** The root's block is the first one of the data, without entries. */
    private static void putRoot(Area area, long block, long nanos) {
        long node = ArfLayout.BLOCK_BYTES;
        zero(area, block * ArfLayout.BLOCK_BYTES, (block + 1) * ArfLayout.BLOCK_BYTES);
        area.put64(node + ArfLayout.MODE, ArfLayout.DIRECTORY << 32 | 0755);
        area.put64(node + ArfLayout.SIZE, ArfLayout.BLOCK_BYTES);
        area.put64(node + ArfLayout.LINKS, 1);
        area.put64(node + ArfLayout.GENERATION, 1);
        area.put64(node + ArfLayout.MODIFIED, nanos);
        area.put64(node + ArfLayout.CHANGED, nanos);
        area.put64(node + ArfLayout.ACCESSED, nanos);
        area.put64(node + ArfLayout.CREATED, nanos);
        area.put64(node + ArfLayout.NODE_BLOCKS, 1);
        area.put64(node + ArfLayout.EXTENTS, 1);
        area.put64(node + ArfLayout.NAMES_END, ArfLayout.BLOCK_BYTES / 2);
        area.put64(node + ArfLayout.PARENT, ArfLayout.ROOT);
        area.put64(node + ArfLayout.FIRST_EXTENT, ArfLayout.extent(block, 1));
    }

    private static void zero(Area area, long from, long to) {
        for (long at = from; at < to; at += Long.BYTES) {
            area.put64(at, 0);
        }
    }

    private static void flush(Area area) {
        if (area.flushed(area.changes()) < 0) {
            throw new IllegalStateException("the area cannot be flushed");
        }
    }
}
