package dev.spine.device.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The place of a UNIX socket in the file system. A server that was killed leaves its socket behind; the next one takes that away, and
 * nothing else: neither a socket that somebody serves, nor a file, a link, a pipe or a device. Any thread.
 */
public final class SocketFile {
    private static final int TYPE = 0170000;
    private static final int SOCKET = 0140000;
    private static final int ECONNREFUSED = 111;

    private SocketFile() {}

    /** What was found at a place. */
    public enum Found {
        /** Nothing, or a socket that nobody serves, which was removed: the place can be had. */
        FREE,
        /** A socket that somebody serves, or whose server is too busy to say so. */
        SERVED,
        /** Something else, also a link to a socket. */
        NO_SOCKET
    }

    /**
     * Makes a place free if it can be. Never waits.
     *
     * @param path where a server is to listen, at most {@link LocalSockets#LONGEST_PATH} bytes; a link there is not followed
     * @return what was there
     * @throws IOException when it cannot be looked at, or not be removed
     */
    public static Found makeFree(Path path) throws IOException {
        try {
            if (((Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & TYPE) != SOCKET) {
                return Found.NO_SOCKET;
            }
        } catch (NoSuchFileException _) {
            return Found.FREE;
        }
        int answer = connect(path);
        if (answer == -ECONNREFUSED) {
            // Nobody listens any more: what is left is a name.
            Files.deleteIfExists(path);
            return Found.FREE;
        }
        if (answer == -SystemCalls.ENOENT) {
            return Found.FREE;
        }
        if (answer < 0 && answer != -SystemCalls.EAGAIN) {
            throw new IOException(SystemCallException.words(-answer));
        }
        return Found.SERVED;
    }

    /** Without waiting: a server that accepts nobody would be waited for. */
    private static int connect(Path path) {
        int probe = LocalSockets.socket();
        if (probe < 0) {
            return probe;
        }
        try {
            int result = LocalSockets.makeNonBlocking(probe);
            return result < 0 ? result : LocalSockets.connect(probe, path.toString());
        } finally {
            SystemCalls.close(probe);
        }
    }
}
