package dev.spine.extension.ardma.host.arf;

import java.nio.ByteBuffer;

/** Whether the sizes that mkfs has put into a superblock fit each other: who goes on with others could write anywhere. Any thread. */
final class Superblock {
    /** How many of its first bytes have these sizes. */
    static final int SIZES_BYTES = (int) ArfLayout.LOCK;

    private Superblock() {}

    /**
     * {@return whether they do}
     *
     * @param first its first {@link #SIZES_BYTES}
     * @param areaBytes of the area
     */
    static boolean isWell(ByteBuffer first, long areaBytes) {
        long blocks = get(first, ArfLayout.BLOCKS);
        long inodes = get(first, ArfLayout.INODES);
        long bitmap = get(first, ArfLayout.BITMAP);
        long journal = get(first, ArfLayout.JOURNAL);
        long journalBytes = get(first, ArfLayout.JOURNAL_BYTES);
        long staging = get(first, ArfLayout.STAGING);
        long stagingBytes = get(first, ArfLayout.STAGING_BYTES);
        long clients = get(first, ArfLayout.CLIENTS);
        long data = get(first, ArfLayout.DATA);
        long table = ArfLayout.BLOCK_BYTES;
        return blocks > 0 && blocks <= areaBytes >>> ArfLayout.BLOCK_SHIFT && blocks <= Integer.MAX_VALUE - 64
            && get(first, ArfLayout.INODE_TABLE) == table && data > 0 && data < blocks
            && inodes > 0 && inodes <= bitmap / ArfLayout.INODE_BYTES && bitmap >= table + inodes * ArfLayout.INODE_BYTES
            && bitmap <= areaBytes && journal <= areaBytes && journal >= bitmap + (blocks + 63) / 64 * Long.BYTES
            && journalBytes >= ArfSizes.MIN_JOURNAL_BYTES && journalBytes <= areaBytes
            && staging <= areaBytes && staging >= journal + journalBytes && clients >= 1 && clients <= ArfLayout.MAX_CLIENTS
            && stagingBytes >= ArfLayout.BLOCK_BYTES && stagingBytes <= areaBytes
            && data << ArfLayout.BLOCK_SHIFT == staging + clients * stagingBytes;
    }

    private static long get(ByteBuffer first, long at) {
        return first.getLong((int) at);
    }
}
