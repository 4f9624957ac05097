package dev.spine.extension.ardma.host.arf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Where the bytes of a file are, read by its client. One thread at a time. */
final class FileExtents {
    private final ArfPlacement placement;

    FileExtents(ArfPlacement placement) {
        this.placement = placement;
    }

    private ByteBuffer get(long offset, long bytes) throws IOException {
        return ByteBuffer.wrap(placement.read(offset, (int) bytes));
    }

    /** {@return the word of the lock} */
    long lock() throws IOException {
        return get(ArfLayout.LOCK, Long.BYTES).getLong();
    }

    /** {@return the extents of a file in their order; what it has is so only if nobody owned the lock meanwhile} */
    List<ArfExtent> of(ArfNode file) throws IOException {
        ByteBuffer superblock = get(0, Superblock.SIZES_BYTES);
        ByteBuffer node = get(superblock.getLong((int) ArfLayout.INODE_TABLE) + (file.inode() - 1) * ArfLayout.INODE_BYTES,
            ArfLayout.INODE_BYTES);
        long count = node.getLong((int) ArfLayout.EXTENTS);
        if (node.getLong((int) ArfLayout.MODE) >>> 32 != ArfLayout.FILE || node.getLong((int) ArfLayout.GENERATION) != file.generation()
            || count < 0 || count > ArfLayout.MAX_EXTENTS) {
            throw new ArfFaultException("inode " + file.inode() + " is no file, or another one meanwhile: look, then try again");
        }
        long further = count - ArfLayout.INLINE_EXTENTS;
        ByteBuffer more = further <= 0 ? ByteBuffer.allocate(0)
            : get(node.getLong((int) ArfLayout.MORE_EXTENTS) << ArfLayout.BLOCK_SHIFT, further * Long.BYTES);
        List<ArfExtent> extents = new ArrayList<>();
        long left = node.getLong((int) ArfLayout.SIZE);
        for (int i = 0; i < count && left > 0; i++) {
            long extent = i < ArfLayout.INLINE_EXTENTS ? node.getLong((int) ArfLayout.FIRST_EXTENT + i * Long.BYTES) : more.getLong();
            long bytes = Math.min(left, ArfLayout.count(extent) << ArfLayout.BLOCK_SHIFT);
            if (bytes <= 0) {
                throw new ArfFaultException("inode " + file.inode() + " has an extent of no bytes: run spine arf fsck");
            }
            extents.add(new ArfExtent(ArfLayout.first(extent) << ArfLayout.BLOCK_SHIFT, bytes));
            left -= bytes;
        }
        return extents;
    }
}
