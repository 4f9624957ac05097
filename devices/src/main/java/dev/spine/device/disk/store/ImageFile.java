package dev.spine.device.disk.store;

import dev.spine.device.disk.store.FileStore.Access;
import dev.spine.device.os.Downcalls;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.SystemCalls;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The open file of a store. One that is open for writing is that store's alone: from its opening to its closing, or to the end of the
 * process however that ends, it is locked against every other one, by whatever name that reaches the file: two writers would each keep what
 * the other has replaced, and blocks that were acknowledged would be lost.
 *
 * <p>On Linux the lock is {@code flock(2)} on a descriptor of our own, because those of {@code fcntl(2)}, which Java's channels take, end
 * when any descriptor of the file is closed in the process. A network file system passes the lock to its server or not, as it is mounted;
 * one that knows no locks is served without.
 *
 * <p>Which parts of the file take room, and why a write has failed, Java's channels do not tell; the system is asked through the same
 * descriptor. Where there is none, every part counts as taking room.
 *
 * <p>Source: the Linux manual pages flock(2), fallocate(2), lseek(2), errno(3), proc_pid_fd(5) and proc_locks(5).
 */
final class ImageFile implements AutoCloseable {
    private static final int NO_DESCRIPTOR = -1;
    private static final int ENOSPC = 28;
    private static final int EDQUOT = 122;
    private static final int ENOLCK = 37;
    private static final int ENOSYS = 38;
    private static final int EOPNOTSUPP = 95;

    private final Path path;
    private final Access access;
    private final FileChannel channel;
    /** Ours, until it is closed: the number may then be another file's. */
    private volatile int descriptor;

    private ImageFile(Path path, Access access, FileChannel channel, int descriptor) {
        this.path = path;
        this.access = access;
        this.channel = channel;
        this.descriptor = descriptor;
    }

    /**
     * Opens a file that exists, and locks it if it is to be written.
     *
     * @throws StoreException it is to be written, and another store writes it
     */
    static ImageFile open(Path path, Access access) throws IOException, StoreException {
        int descriptor = openDescriptor(path, access);
        // Between two openings of a path somebody may have put another file there.
        Path same = descriptor == NO_DESCRIPTOR ? path : nameOf(descriptor);
        ImageFile made = null;
        try {
            FileChannel channel = FileChannel.open(same, access == Access.READ_ONLY ? Set.of(StandardOpenOption.READ)
                : Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
            made = new ImageFile(path, access, channel, descriptor);
        } finally {
            if (made == null && descriptor != NO_DESCRIPTOR) {
                SystemCalls.close(descriptor);
            }
        }
        boolean locked = false;
        try {
            locked = access == Access.READ_ONLY || made.lock();
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
    private static int openDescriptor(Path path, Access access) {
        if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")) {
            return NO_DESCRIPTOR;
        }
        int use = access == Access.READ_ONLY ? 0 : SystemCalls.READ_WRITE;
        int descriptor = SystemCalls.open(path.toAbsolutePath().toString(), use | SystemCalls.CLOSE_ON_EXEC);
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

    /** {@return the name by which it was opened} */
    Path path() {
        return path;
    }

    boolean isReadOnly() {
        return access == Access.READ_ONLY;
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

    /**
     * {@return where the first byte from an offset on lies that takes room: the offset itself where the system cannot tell, a negative
     * number when there is none}
     *
     * @param offset within the file
     */
    long dataFrom(long offset) {
        int own = descriptor;
        long found = own == NO_DESCRIPTOR ? offset : LinuxCalls.seek(own, offset, LinuxCalls.SEEK_DATA);
        return found < 0 && found != -SystemCalls.ENXIO ? offset : found;
    }

    /**
     * {@return where the first byte from an offset on lies that takes no room, or the end of the file; a negative number where the system
     * cannot tell}
     *
     * @param offset within the file
     */
    long holeFrom(long offset) {
        int own = descriptor;
        return own == NO_DESCRIPTOR ? NO_DESCRIPTOR : LinuxCalls.seek(own, offset, LinuxCalls.SEEK_HOLE);
    }

    /** {@return whether an error of the file is that its file system, or its owner's share of it, has no room left} */
    boolean isForWantOfRoom(IOException error) {
        String text = error.getMessage();
        // All that Java passes on is the system's words, in the language of the process.
        return descriptor != NO_DESCRIPTOR && text != null
            && (text.contains(LinuxCalls.words(ENOSPC)) || text.contains(LinuxCalls.words(EDQUOT)));
    }

    /** {@return the file, and the room that is left where it lies, for a line to people} */
    String room() {
        try {
            return path + " (" + Files.getFileStore(path).getUsableSpace() + " bytes are free there)";
        } catch (IOException e) {
            return path.toString();
        }
    }

    /** {@return the bytes that the file system gives out at once; 0 where it does not tell} */
    long allocationBytes() {
        try {
            return Files.getFileStore(path).getBlockSize();
        } catch (IOException | UnsupportedOperationException e) {
            return 0;
        }
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
    @SuppressWarnings("restricted") // a text of the C library has no length but its end
    private static final class LinuxCalls {
        private static final int PUNCH_HOLE_KEEP_SIZE = 3;
        private static final int EXCLUSIVE_OR_REFUSED = 6;
        static final int SEEK_DATA = 3;
        static final int SEEK_HOLE = 4;
        private static final int MAX_WORDS = 256;
        private static final MethodHandle FLOCK = Downcalls.find("flock", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
        private static final MethodHandle FALLOCATE = Downcalls.find("fallocate", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);

        private static final MethodHandle LSEEK = Downcalls.find("lseek", ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT);
        private static final MethodHandle STRERROR = Downcalls.find("strerror", ValueLayout.ADDRESS, ValueLayout.JAVA_INT);

        static long seek(int descriptor, long offset, int what) {
            MemorySegment state = Downcalls.state();
            try {
                return Downcalls.result(state, (long) LSEEK.invokeExact(state, descriptor, offset, what));
            } catch (Throwable e) {
                throw Downcalls.wronglyDescribed("lseek", e);
            }
        }

        static String words(int error) {
            try {
                MemorySegment text = (MemorySegment) STRERROR.invokeExact(Downcalls.state(), error);
                return text.reinterpret(MAX_WORDS).getString(0, StandardCharsets.UTF_8);
            } catch (Throwable e) {
                throw Downcalls.wronglyDescribed("strerror", e);
            }
        }

        static long lock(int descriptor) {
            return Downcalls.checked(state -> (int) FLOCK.invokeExact(state, descriptor, EXCLUSIVE_OR_REFUSED));
        }

        static long punch(int descriptor, long offset, long bytes) {
            return Downcalls.checked(state -> (int) FALLOCATE.invokeExact(state, descriptor, PUNCH_HOLE_KEEP_SIZE, offset, bytes));
        }
    }
}
