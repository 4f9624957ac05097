package dev.spine.extension.ardma.host.arf;

/**
 * How full a file system is. Any thread.
 *
 * @param blocks of 4,096 bytes, with those that hold no files
 * @param freeBlocks that no file has
 * @param inodes how many files and directories there can be
 * @param usedInodes how many there are
 */
public record ArfTotals(long blocks, long freeBlocks, long inodes, long usedInodes) {}
