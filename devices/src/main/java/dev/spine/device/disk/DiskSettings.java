package dev.spine.device.disk;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * What a disk is, beside its store. Any thread.
 *
 * @param name its name within its IOP, 1 to 32 characters
 * @param blockBytes bytes of a block: a power of two from 512 to 4096
 * @param queueDepth how many requests can be in work, 1 to 256; more wait
 * @param stagingBytes how many bytes a request moves at a time when the store's bytes are not memory, 4 KiB to 1 MiB, whole blocks
 * @param removable whether its medium can be ejected
 */
public record DiskSettings(String name, int blockBytes, int queueDepth, int stagingBytes, boolean removable) {
    /** The most bytes of a store that become a region of the bus; larger ones are reached through staging memory. */
    public static final long MAX_DIRECT_BYTES = 1L << 30;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException a value is out of its range; the message says which
     */
    public DiskSettings {
        checkArgument(!name.isEmpty() && name.length() <= 32, "a disk's name has 1 to 32 characters: '%s'", name);
        checkArgument(blockBytes >= 512 && blockBytes <= 4096 && Integer.bitCount(blockBytes) == 1,
            "a block has 512, 1024, 2048 or 4096 bytes, not %s", blockBytes);
        checkArgument(queueDepth >= 1 && queueDepth <= 256, "a queue depth lies between 1 and 256: %s", queueDepth);
        checkArgument(stagingBytes >= 4096 && stagingBytes <= 1 << 20 && stagingBytes % blockBytes == 0,
            "staging memory has 4096 to 1048576 bytes, whole blocks: %s", stagingBytes);
    }

    /**
     * A disk with blocks of 512 bytes, 32 requests in work, 64 KiB of staging memory for each, and a fixed medium.
     *
     * @param name its name within its IOP
     * @return the settings
     */
    public static DiskSettings of(String name) {
        return new DiskSettings(name, 512, 32, 64 * 1024, false);
    }

    /**
     * {@return the same with another block size}
     *
     * @param bytes 512, 1024, 2048 or 4096
     */
    public DiskSettings withBlockBytes(int bytes) {
        return new DiskSettings(name, bytes, queueDepth, stagingBytes, removable);
    }

    /**
     * {@return the same with another queue depth}
     *
     * @param requests 1 to 256
     */
    public DiskSettings withQueueDepth(int requests) {
        return new DiskSettings(name, blockBytes, requests, stagingBytes, removable);
    }

    /**
     * {@return the same with other staging memory}
     *
     * @param bytes of each request, 4096 to 1048576
     */
    public DiskSettings withStagingBytes(int bytes) {
        return new DiskSettings(name, blockBytes, queueDepth, bytes, removable);
    }

    /** {@return the same with a medium that can be ejected} */
    public DiskSettings withRemovableMedium() {
        return new DiskSettings(name, blockBytes, queueDepth, stagingBytes, true);
    }
}
