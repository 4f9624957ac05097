package dev.spine.device.os.fuse;

/**
 * How full a file system is. Any thread.
 *
 * @param blockBytes bytes of a block
 * @param blocks how many there are
 * @param freeBlocks how many have no file
 * @param files how many files and directories there can be
 * @param freeFiles how many more
 */
public record FuseSpace(int blockBytes, long blocks, long freeBlocks, long files, long freeFiles) {}
