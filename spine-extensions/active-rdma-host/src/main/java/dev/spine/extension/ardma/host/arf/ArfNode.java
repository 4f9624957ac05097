package dev.spine.extension.ardma.host.arf;

import java.nio.ByteBuffer;

/**
 * What is known of a file or directory. Times are in ns since 1970. Any thread.
 *
 * @param inode its number
 * @param isDirectory whether it is one
 * @param permissions its 12 bits of POSIX
 * @param size bytes
 * @param links how many names it has
 * @param generation which one of those that had the number
 * @param modified when its contents were changed
 * @param changed when anything of it was
 * @param accessed when somebody said that it was read
 * @param created when it was made
 * @param blocks how many blocks of 4,096 bytes it has
 */
public record ArfNode(long inode, boolean isDirectory, int permissions, long size, long links, long generation, long modified,
                      long changed, long accessed, long created, long blocks) {
    private static final int PERMISSIONS = 0xFFF;

    static ArfNode read(ByteBuffer in) {
        long inode = in.getLong();
        long mode = in.getLong();
        return new ArfNode(inode, mode >>> 32 == ArfLayout.DIRECTORY, (int) mode & PERMISSIONS, in.getLong(), in.getLong(), in.getLong(),
            in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong());
    }
}
