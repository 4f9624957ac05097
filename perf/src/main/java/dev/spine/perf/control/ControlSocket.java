package dev.spine.perf.control;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * A UNIX socket in the file system that belongs to one running system: a second one on the same path is refused, and what a system that was
 * killed has left is taken away. A file with the name of the socket and {@code .lock} is locked meanwhile.
 */
public final class ControlSocket implements AutoCloseable {
    private static final int BACKLOG = 128;
    private static final int LONGEST_PATH = 107;

    private final Path path;
    private final Path lockPath;
    private final FileChannel lock;
    private final ServerSocketChannel channel;
    private final UserPrincipal runner;
    private final @Nullable UserPrincipal root;
    private boolean closed;

    private ControlSocket(Path path, Path lockPath, FileChannel lock, ServerSocketChannel channel) throws IOException {
        this.path = path;
        this.lockPath = lockPath;
        this.lock = lock;
        this.channel = channel;
        this.runner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
        this.root = rootOf(path);
    }

    /** The socket cannot be had; the message is one line for people. */
    public static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1L;

        /**
         * A refusal.
         *
         * @param message what is wrong and what to do
         */
        public UnusableException(String message) {
            super(message);
        }
    }

    private static @Nullable UserPrincipal rootOf(Path path) throws IOException {
        try {
            // By number: whatever user 0 is called.
            return path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("0");
        } catch (UserPrincipalNotFoundException e) {
            return null;
        }
    }

    /**
     * Binds a socket.
     *
     * @param path where; its directory is made if it is missing
     * @param mode who may connect
     * @return the socket, to be closed
     * @throws UnusableException when it cannot be had
     */
    public static ControlSocket bind(Path path, SocketMode mode) throws UnusableException {
        if (path.getFileName() == null || Files.isDirectory(path)) {
            throw new UnusableException("\"" + path + "\" is a directory, and a socket is a file: name one in it with --socket");
        }
        Path lockPath = path.resolveSibling(path.getFileName() + ".lock");
        if (path.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
            throw new UnusableException("the path of a socket has at most " + LONGEST_PATH + " bytes: name a shorter one than " + path);
        }
        FileChannel lock = null;
        try {
            SocketPath.makeDirectory(path);
            // In a directory that others write to, a link here could have a file made anywhere with this user's rights.
            lock = FileChannel.open(lockPath, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
            if (!tryLock(lock)) {
                throw taken(path);
            }
            removeIfDead(path);
            ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                channel.bind(UnixDomainSocketAddress.of(path), BACKLOG);
                Files.setPosixFilePermissions(path, mode.permissions());
                return new ControlSocket(path, lockPath, lock, channel);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            close(lock);
            throw new UnusableException("cannot make a socket at " + path + ": " + reason(e) + ": name another place with --socket");
        } catch (UnusableException e) {
            close(lock);
            throw e;
        }
    }

    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "its directory does not exist";
            case AccessDeniedException _ -> "you may not write there";
            case FileSystemException named when named.getReason() != null -> named.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }

    private static boolean tryLock(FileChannel lock) throws IOException {
        try {
            FileLock held = lock.tryLock();
            return held != null;
        } catch (OverlappingFileLockException e) {
            // Another system within this process.
            return false;
        }
    }

    private static UnusableException taken(Path path) {
        return new UnusableException("a system runs at " + path + " already: stop it with spine stop --socket " + path
            + ", or name another place with --socket");
    }

    private static void removeIfDead(Path path) throws IOException, UnusableException {
        if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).isOther()) {
            throw new UnusableException("there is a file at " + path + " that is no socket: name another place with --socket");
        }
        try (SocketChannel other = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            if (other.isConnected()) {
                throw taken(path);
            }
        } catch (ConnectException e) {
            // Nobody listens any more: what is left is a name.
            Files.delete(path);
        }
    }

    ServerSocketChannel channel() {
        return channel;
    }

    /** {@return where it is} */
    public Path path() {
        return path;
    }

    /** {@return a client, with his rights} */
    Peer peer(UserPrincipal user) {
        return new Peer(user, user.equals(runner) || user.equals(root) ? Peer.Rights.ADMINISTRATOR : Peer.Rights.USER);
    }

    /** {@return who runs the system} */
    public Peer runner() {
        return peer(runner);
    }

    /** Takes connections no more, and leaves no file. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            channel.close();
            Files.deleteIfExists(path);
            Files.deleteIfExists(lockPath);
        } catch (IOException e) {
            // What is left is a name that the next system takes away.
            closed = true;
        } finally {
            close(lock);
        }
    }

    private static void close(@Nullable FileChannel lock) {
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException e) {
            // The lock ends with the process.
            return;
        }
    }
}
