package dev.spine.device.os.fuse;

/**
 * What the kernel is told of a file or directory. Times are in ns since 1970. Any thread.
 *
 * @param id its number, not 0; {@link FuseFiles#ROOT} is the directory that is mounted
 * @param generation which one of those that had the number
 * @param isDirectory whether it is one
 * @param permissions its 12 bits of POSIX
 * @param size bytes
 * @param blocks of 512 bytes that it takes
 * @param links how many names it has
 * @param accessed when it was read
 * @param modified when its contents were changed
 * @param changed when anything of it was
 */
public record FuseNode(long id, long generation, boolean isDirectory, int permissions, long size, long blocks, int links, long accessed,
                       long modified, long changed) {
    private static final int FILE = 0x8000;
    private static final int DIRECTORY = 0x4000;

    int mode() {
        return permissions | (isDirectory ? DIRECTORY : FILE);
    }
}
