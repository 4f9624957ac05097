package dev.spine.extension.ardma.host;

/**
 * Blocks of a disk of the server's node. Any thread.
 *
 * @param iopId the IOP_ID of the disk's IOP, as the server's card sees it
 * @param tid the disk's TID there
 * @param first byte on the disk, at the beginning of a block
 * @param bytes how many, whole blocks of at most 1,024 bytes each
 */
public record DiskBlocks(int iopId, int tid, long first, long bytes) {
    /** Numbers as devices have them. */
    public DiskBlocks {
        if (iopId < 0 || iopId > 0xFFFF || tid < 0 || tid > 0xFFF) {
            throw new IllegalArgumentException("there is no disk with TID " + tid + " of IOP " + iopId);
        }
    }
}
