package dev.spine.device.os.fuse;

import dev.spine.device.os.Downcalls;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.SystemCalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A directory at which the kernel shows the files of this process. Its session's thread reads and answers; any thread may unmount.
 *
 * <p>Source: mount(2), umount(2), fuse(4).
 */
public final class FuseMount implements AutoCloseable {
    private static final String DEVICE = "/dev/fuse";
    private static final int ENOTCONN = 107;
    private static final int NO_SETUID_AND_NO_DEVICES = 2 | 4;
    private static final int DETACH = 2;
    private static final int ENTRY = SystemCalls.POLL_ENTRY_BYTES;
    private static final int EVENTS = 4;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final MethodHandle MOUNT = Downcalls.find("mount", INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS,
        ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
    private static final MethodHandle UNMOUNT = Downcalls.find("umount2", INT, ValueLayout.ADDRESS, INT);

    private final Path directory;
    private final int descriptor;
    private final int event;
    private final int user;
    private final int group;
    private final int mostWritten;
    private final Optional<String> device;
    private final MemorySegment entries = Arena.ofAuto().allocate(2L * ENTRY, Long.BYTES);
    private volatile boolean ends;
    private boolean isOpen = true;

    private FuseMount(Path directory, int descriptor, int user, int group, int mostWritten) {
        this.directory = directory;
        this.descriptor = descriptor;
        this.user = user;
        this.group = group;
        this.mostWritten = mostWritten;
        this.device = MountTable.deviceAt(directory);
        this.event = SystemCalls.eventDescriptor();
        entries.set(INT, 0, descriptor);
        entries.set(INT, ENTRY, event);
        entries.set(ValueLayout.JAVA_SHORT, EVENTS, (short) SystemCalls.POLLIN);
        entries.set(ValueLayout.JAVA_SHORT, ENTRY + EVENTS, (short) SystemCalls.POLLIN);
    }

    /**
     * Mounts. Who may look at the files, their permissions say; all are this user's.
     *
     * @param directory an empty one
     * @param name that lists of mounts show, without commas
     * @param mostWritten bytes of a write or read at most, 4,096 to 1,048,576 in pages of 4,096
     * @return the mount, to be closed
     * @throws SystemCallException when the directory or this user is none for it
     */
    public static FuseMount at(Path directory, String name, int mostWritten) {
        Path place = checked(directory.toAbsolutePath().normalize());
        int descriptor = SystemCalls.open(DEVICE, SystemCalls.READ_WRITE | SystemCalls.CLOSE_ON_EXEC | SystemCalls.NON_BLOCKING);
        if (descriptor < 0) {
            throw new SystemCallException(switch (-descriptor) {
                case SystemCalls.ENOENT, SystemCalls.ENODEV, SystemCalls.ENXIO ->
                    "there is no " + DEVICE + ": load the kernel's module fuse, or give the container this device";
                default -> DEVICE + " cannot be opened, " + SystemCallException.words(-descriptor) + ": run it as root";
            }, -descriptor);
        }
        boolean mounted = false;
        try {
            int user = number("unix:uid");
            int group = number("unix:gid");
            String options = "fd=" + descriptor + ",rootmode=40000,user_id=" + user + ",group_id=" + group
                + ",default_permissions,allow_other";
            int result = mount(place, name, options);
            if (result < 0) {
                throw new SystemCallException("nothing can be mounted at " + place + ", " + SystemCallException.words(-result)
                    + (result == -SystemCalls.EPERM ? ": run it as root, or after unshare --user --map-root-user --mount" : ""), -result);
            }
            FuseMount made = new FuseMount(place, descriptor, user, group, mostWritten);
            mounted = true;
            return made;
        } finally {
            if (!mounted) {
                SystemCalls.close(descriptor);
            }
        }
    }

    private static int mount(Path place, String name, String options) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocateFrom(name);
            MemorySegment target = arena.allocateFrom(place.toString());
            MemorySegment type = arena.allocateFrom("fuse");
            MemorySegment data = arena.allocateFrom(options);
            return (int) Downcalls.checked(state -> (int) MOUNT.invokeExact(state, source, target, type, (long) NO_SETUID_AND_NO_DEVICES,
                data));
        }
    }

    /** {@return where it is in the table of mounts, which has no symbolic links} */
    private static Path checked(Path place) {
        int opened = SystemCalls.open(place.toString(), SystemCalls.CLOSE_ON_EXEC);
        if (opened >= 0) {
            SystemCalls.close(opened);
        }
        if (opened == -ENOTCONN) {
            throw new SystemCallException(place + " is the mount of a program that has ended: unmount it first, umount " + place, ENOTCONN);
        }
        if (!Files.isDirectory(place)) {
            throw new SystemCallException(place + " is no directory: make it first", SystemCalls.ENOENT);
        }
        try (Stream<Path> entries = Files.list(place)) {
            if (entries.findAny().isPresent()) {
                throw new SystemCallException(place + " has entries, which a mount would hide: choose an empty directory",
                    SystemCalls.EEXIST);
            }
            return place.toRealPath();
        } catch (IOException e) {
            throw (SystemCallException) new SystemCallException(place + " cannot be read: choose another directory", SystemCalls.EACCES)
                .initCause(e);
        }
    }

    /** {@return a number of this process' user} */
    private static int number(String attribute) {
        try {
            return (int) Files.getAttribute(Path.of("/proc/self"), attribute);
        } catch (IOException e) {
            throw (SystemCallException) new SystemCallException("/proc/self cannot be read: mount /proc first", SystemCalls.ENOENT)
                .initCause(e);
        }
    }

    int user() {
        return user;
    }

    int group() {
        return group;
    }

    int mostWritten() {
        return mostWritten;
    }

    /** {@return bytes of the next request, -1 when there are no more: it is unmounted} */
    long read(MemorySegment memory) throws IOException {
        while (true) {
            long bytes = SystemCalls.read(descriptor, memory.address(), memory.byteSize());
            if (bytes >= 0) {
                return bytes;
            }
            switch ((int) -bytes) {
                case SystemCalls.EAGAIN -> {
                    if (ends) {
                        return -1;
                    }
                    SystemCalls.poll(entries, 2, -1);
                }
                // A request that was taken back, and a signal.
                case SystemCalls.ENOENT, SystemCalls.EINTR -> { }
                case SystemCalls.ENODEV -> {
                    ends = true;
                    return -1;
                }
                default -> throw new IOException("the kernel's requests cannot be read: " + SystemCallException.words((int) -bytes));
            }
        }
    }

    /** Answers. That a request was taken back meanwhile, or all is unmounted, is no error. */
    void write(MemorySegment answer) throws IOException {
        long bytes = SystemCalls.write(descriptor, answer.address(), answer.byteSize());
        if (bytes < 0 && bytes != -SystemCalls.ENOENT && bytes != -SystemCalls.ENODEV) {
            throw new IOException("the kernel does not take an answer: " + SystemCallException.words((int) -bytes));
        }
    }

    /** {@return whether it is known that this mount, and none of another over it, is what is seen at the directory} Any thread. */
    public boolean isSeen() {
        return device.isPresent() && device.equals(MountTable.deviceAt(directory));
    }

    /**
     * Unmounts, so that the session ends; what another has mounted over it stays. Who has files open loses them. Not on the session's
     * thread while that runs, as the kernel may ask for what it has not written yet.
     */
    public synchronized void unmount() {
        if (ends) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment target = arena.allocateFrom(directory.toString());
            if (device.isEmpty() || isSeen()) {
                Downcalls.checked(state -> (int) UNMOUNT.invokeExact(state, target, DETACH));
            }
            MemorySegment count = arena.allocateFrom(ValueLayout.JAVA_LONG, 1L);
            ends = true;
            SystemCalls.write(event, count.address(), Long.BYTES);
        }
    }

    /** Unmounts if nobody has. On the session's thread, when it has ended. */
    @Override
    public void close() {
        if (isOpen) {
            isOpen = false;
            // First the descriptor: what the kernel would ask when it unmounts, nobody answers any more.
            SystemCalls.close(descriptor);
            unmount();
            SystemCalls.close(event);
        }
    }
}
