package dev.spine.device.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A UNIX socket that takes connections of hostile clients. Nobody can connect before the file has its permissions. One thread accepts; any
 * thread closes.
 */
public final class LocalServer implements AutoCloseable {
    private static final int ECONNABORTED = 103;

    private final int socket;
    private boolean accepting;
    private boolean closed;

    private LocalServer(int socket) {
        this.socket = socket;
    }

    /**
     * Listens.
     *
     * @param path where; nothing may be there, not even a link
     * @param permissions of the file; who may write to it may connect
     * @param backlog how many may wait
     * @return the server; closing it leaves the file
     * @throws IOException when the system does not let it; then there is no file
     */
    public static LocalServer listen(Path path, Set<PosixFilePermission> permissions, int backlog) throws IOException {
        int socket = check(LocalSockets.socket());
        boolean bound = false;
        boolean listens = false;
        try {
            check(LocalSockets.bind(socket, path.toString()));
            bound = true;
            Files.setPosixFilePermissions(path, permissions);
            check(LocalSockets.makeNonBlocking(socket));
            check(LocalSockets.listen(socket, backlog));
            listens = true;
            return new LocalServer(socket);
        } finally {
            if (!listens) {
                SystemCalls.close(socket);
                if (bound) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }

    private static int check(int result) throws IOException {
        if (result < 0) {
            throw new IOException(SystemCallException.words(-result));
        }
        return result;
    }

    /**
     * Waits for a client.
     *
     * @return its connection; null when this was closed
     * @throws IOException when there is no descriptor for it, for example
     */
    public @Nullable LocalConnection accept() throws IOException {
        synchronized (this) {
            if (closed) {
                return null;
            }
            accepting = true;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment poll = arena.allocate(SystemCalls.POLL_ENTRY_BYTES, 8);
            while (true) {
                int client = LocalSockets.accept(socket);
                if (client >= 0) {
                    return new LocalConnection(client);
                }
                if (isClosed()) {
                    return null;
                }
                if (client == -SystemCalls.EAGAIN) {
                    poll.set(ValueLayout.JAVA_INT, 0, socket);
                    poll.set(ValueLayout.JAVA_SHORT, 4, (short) SystemCalls.POLLIN);
                    SystemCalls.poll(poll, 1, -1);
                } else if (client != -SystemCalls.EINTR && client != -ECONNABORTED) {
                    check(client);
                }
            }
        } finally {
            synchronized (this) {
                accepting = false;
                notifyAll();
            }
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Takes no connections any more, and closes those that were not accepted. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            LocalSockets.end(socket);
            boolean interrupted = false;
            while (accepting) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        for (int client = LocalSockets.accept(socket); client >= 0; client = LocalSockets.accept(socket)) {
            new LocalConnection(client).close();
        }
        SystemCalls.close(socket);
    }
}
