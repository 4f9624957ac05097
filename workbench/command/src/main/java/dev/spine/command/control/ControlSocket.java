package dev.spine.command.control;

import dev.spine.device.os.LocalServer;
import dev.spine.device.os.LocalSockets;
import dev.spine.device.os.SocketFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * A UNIX socket in the file system that belongs to one running system: a second one on the same path is refused, and what a system that was
 * killed has left is taken away. A file with the name of the socket and {@code .lock} is locked meanwhile. Any thread.
 */
public final class ControlSocket implements AutoCloseable {
    private static final int BACKLOG = 128;

    private final Path path;
    private final Path lockPath;
    private final FileChannel lock;
    private final LocalServer server;
    private final UserPrincipal runner;
    private final @Nullable UserPrincipal root;
    private boolean closed;

    private ControlSocket(Path path, Path lockPath, FileChannel lock, LocalServer server) throws IOException {
        this.path = path;
        this.lockPath = lockPath;
        this.lock = lock;
        this.server = server;
        this.runner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
        this.root = rootOf(path);
    }

    /** The socket cannot be had; the message is one line for people. */
    public static class UnusableException extends Exception {
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

    /** Another system has the socket. */
    public static final class TakenException extends UnusableException {
        private static final long serialVersionUID = 1L;

        private TakenException(String message) {
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
     * @throws TakenException when another system has it
     * @throws UnusableException when it cannot be had for another reason
     */
    public static ControlSocket bind(Path path, SocketMode mode) throws UnusableException {
        if (path.getFileName() == null || Files.isDirectory(path)) {
            throw new UnusableException("\"" + path + "\" is a directory, and a socket is a file: name one in it with --socket");
        }
        Path lockPath = path.resolveSibling(path.getFileName() + ".lock");
        if (path.toString().getBytes(StandardCharsets.UTF_8).length > LocalSockets.LONGEST_PATH) {
            throw new UnusableException("the path of a socket has at most " + LocalSockets.LONGEST_PATH + " bytes: name a shorter one than "
                + path);
        }
        FileChannel lock = null;
        boolean held = false;
        try {
            SocketPath.makeDirectory(path);
            SocketPath.checkReplaceable(path);
            checkLock(lockPath);
            // In a directory that others write to, a link here could have a file made anywhere with this user's rights.
            lock = FileChannel.open(lockPath, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
            if (!tryLock(lock)) {
                throw taken(path);
            }
            held = true;
            removeIfDead(path);
            LocalServer server = LocalServer.listen(path, mode.permissions(), BACKLOG);
            return new ControlSocket(path, lockPath, lock, server);
        } catch (IOException e) {
            giveUp(lock, held ? lockPath : null);
            throw new UnusableException("cannot make a socket at " + path + ": " + reason(e) + ": name another place with --socket");
        } catch (UnusableException e) {
            giveUp(lock, held ? lockPath : null);
            throw e;
        }
    }

    private static void giveUp(@Nullable FileChannel lock, @Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // What is left is a name that the next system takes away.
            return;
        } finally {
            close(lock);
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

    private static TakenException taken(Path path) {
        return new TakenException("a system runs at " + path + " already: stop it with spine stop --socket " + path
            + ", or name another place with --socket");
    }

    private static void removeIfDead(Path path) throws IOException, UnusableException {
        switch (SocketFile.makeFree(path)) {
            case SERVED -> throw taken(path);
            case NO_SOCKET -> throw new UnusableException("there is a file at " + path + " that is no socket: name another place with"
                + " --socket");
            case FREE -> { }
        }
    }

    /** A lock that is a pipe would be waited for, and one of another user can be held by him. */
    private static void checkLock(Path lock) throws IOException, UnusableException {
        if (Files.notExists(lock, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)
                || !Files.getOwner(lock, LinkOption.NOFOLLOW_LINKS).equals(SocketPath.thisUser())) {
            throw new UnusableException("there is a file at " + lock + ", where this user locks the socket, that is not his: remove it, or"
                + " name another place with --socket");
        }
    }

    LocalServer server() {
        return server;
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
            // First: they must not stay, whatever becomes of the rest.
            Files.deleteIfExists(path);
            Files.deleteIfExists(lockPath);
        } catch (IOException e) {
            // What is left is a name that the next system takes away.
            closed = true;
        } finally {
            server.close();
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
