package dev.spine.device.disk.store;

import dev.spine.device.os.Downcalls;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.SystemCalls;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A file that one store alone writes. From its opening to its closing, or to the end of the process however that ends, it is locked against
 * every other one, by whatever name that reaches the file: two writers would each keep what the other has replaced, and blocks that were
 * acknowledged would be lost.
 *
 * <p>On Linux the lock is {@code flock(2)} on a descriptor of our own, because those of {@code fcntl(2)}, which Java's channels take, end
 * when any descriptor of the file is closed in the process. A network file system passes the lock to its server or not, as it is mounted;
 * one that knows no locks is served without.
 *
 * <p>Source: the Linux manual pages flock(2), fallocate(2), proc_pid_fd(5) and proc_locks(5).
 */
final class WritableFile implements AutoCloseable {
    private static final int NO_DESCRIPTOR = -1;
    private static final int ENOLCK = 37;
    private static final int ENOSYS = 38;
    private static final int EOPNOTSUPP = 95;

    private final FileChannel channel;
    /** Ours, until it is closed: the number may then be another file's. */
    private volatile int descriptor;

    private WritableFile(FileChannel channel, int descriptor) {
        this.channel = channel;
        this.descriptor = descriptor;
    }

    /**
     * Opens a file that exists, and locks it.
     *
     * @throws StoreException another store writes it
     */
    static WritableFile open(Path path) throws IOException, StoreException {
        int descriptor = openDescriptor(path);
        // Between two openings of a path somebody may have put another file there.
        Path same = descriptor == NO_DESCRIPTOR ? path : nameOf(descriptor);
        WritableFile made = null;
        try {
            FileChannel channel = FileChannel.open(same, StandardOpenOption.READ, StandardOpenOption.WRITE);
            made = new WritableFile(channel, descriptor);
        } finally {
            if (made == null && descriptor != NO_DESCRIPTOR) {
                SystemCalls.close(descriptor);
            }
        }
        boolean locked = false;
        try {
            locked = made.lock();
            if (!locked) {
                throw new StoreException(path + " " + holder(same) + ", or open it read-only");
            }
            return made;
        } finally {
            if (!locked) {
                made.close();
            }
        }
    }

    /** {@return a descriptor of our own, {@link #NO_DESCRIPTOR} where there are none, or where the channel will say what is wrong} */
    private static int openDescriptor(Path path) {
        if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")) {
            return NO_DESCRIPTOR;
        }
        int descriptor = SystemCalls.open(path.toAbsolutePath().toString(), SystemCalls.READ_WRITE | SystemCalls.CLOSE_ON_EXEC);
        if (descriptor >= 0 && !Files.exists(nameOf(descriptor))) {
            // Without it nobody can say that it is the same file.
            SystemCalls.close(descriptor);
            return NO_DESCRIPTOR;
        }
        return Math.max(descriptor, NO_DESCRIPTOR);
    }

    private static Path nameOf(int descriptor) {
        return Path.of("/proc/self/fd/" + descriptor);
    }

    private boolean lock() throws IOException {
        if (descriptor != NO_DESCRIPTOR) {
            int error = (int) -LinuxCalls.lock(descriptor);
            return switch (error) {
                case 0, ENOLCK, SystemCalls.EINVAL, ENOSYS, EOPNOTSUPP -> true;
                case SystemCalls.EAGAIN -> false;
                default -> throw new IOException("it cannot be locked: " + SystemCallException.words(error));
            };
        }
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** {@return who writes a file, and what to do about it} */
    private static String holder(Path path) throws IOException {
        OptionalLong process = lockingProcess(path);
        if (process.isEmpty()) {
            return "is locked by another process: end that first";
        }
        return process.getAsLong() == ProcessHandle.current().pid() ? "is a disk of this process already: name each file once"
            : "is locked by process " + process.getAsLong() + ": end that first";
    }

    /** Lines are as {@code 3: FLOCK  ADVISORY  WRITE 2215 fd:01:1234 0 EOF}: number, kind, kind, access, process, device and inode. */
    private static OptionalLong lockingProcess(Path path) throws IOException {
        Path locks = Path.of("/proc/locks");
        if (!Files.isReadable(locks)) {
            return OptionalLong.empty();
        }
        String inode = ":" + Files.getAttribute(path, "unix:ino");
        try (Stream<String> lines = Files.lines(locks)) {
            // The device is not compared, because some file systems show another one here; so of several nobody is named.
            long[] processes = lines.map(line -> line.trim().split("\\s+"))
                .filter(words -> words.length > 5 && words[1].equals("FLOCK") && words[5].endsWith(inode))
                .mapToLong(words -> Long.parseLong(words[4])).filter(process -> process > 0).distinct().toArray();
            return processes.length == 1 ? OptionalLong.of(processes[0]) : OptionalLong.empty();
        }
    }

    /** {@return the channel to the file, closed by {@link #close}} */
    FileChannel channel() {
        return channel;
    }

    /**
     * Gives blocks of the file back to the operating system, so that they read as zeros.
     *
     * @param offset of the first byte
     * @param bytes how many, at least 1
     * @return false: nothing was done, the operating system or the file system cannot
     */
    boolean punch(long offset, long bytes) {
        int own = descriptor;
        return own != NO_DESCRIPTOR && LinuxCalls.punch(own, offset, bytes) == 0;
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            int own = descriptor;
            descriptor = NO_DESCRIPTOR;
            if (own != NO_DESCRIPTOR) {
                SystemCalls.close(own);
            }
        }
    }

    /** The calls that files alone need, bound on first use. */
    private static final class LinuxCalls {
        private static final int PUNCH_HOLE_KEEP_SIZE = 3;
        private static final int EXCLUSIVE_OR_REFUSED = 6;
        private static final MethodHandle FLOCK = Downcalls.find("flock", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
        private static final MethodHandle FALLOCATE = Downcalls.find("fallocate", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);

        static long lock(int descriptor) {
            return Downcalls.checked(state -> (int) FLOCK.invokeExact(state, descriptor, EXCLUSIVE_OR_REFUSED));
        }

        static long punch(int descriptor, long offset, long bytes) {
            return Downcalls.checked(state -> (int) FALLOCATE.invokeExact(state, descriptor, PUNCH_HOLE_KEEP_SIZE, offset, bytes));
        }
    }
}
