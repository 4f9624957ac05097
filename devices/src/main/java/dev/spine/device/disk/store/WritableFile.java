package dev.spine.device.disk.store;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Gives the blocks of a file back to the operating system, so that they read as zeros. On Linux by {@code fallocate}; elsewhere, and on
 * file systems that cannot, it refuses, and the caller writes zeros.
 *
 * <p>Source: the Linux manual pages fallocate(2) and proc_pid_fd(5).
 */
interface HolePuncher extends AutoCloseable {
    /** Punches nothing. */
    HolePuncher NONE = (_, _) -> false;

    /**
     * Punches a hole.
     *
     * @param offset of its first byte
     * @param bytes how many, at least 1
     * @return false: nothing was done
     */
    boolean punch(long offset, long bytes);

    @Override
    default void close() {
        // Nothing to close unless a file was opened.
    }

    /**
     * The name under which the file of this puncher, and no other, is opened once more: between two openings of a path somebody may have
     * put another file there.
     *
     * @param path under which it was opened here
     * @return that, or a name of the open file itself
     */
    default Path sameFile(Path path) {
        return path;
    }

    /** A puncher for a file that exists and may be written. */
    static HolePuncher of(Path path) {
        if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")) {
            return NONE;
        }
        int descriptor = LinuxCalls.open(path);
        if (descriptor < 0) {
            return NONE;
        }
        if (!Files.exists(LinuxPuncher.nameOf(descriptor))) {
            // Without it nobody can say that it is the same file.
            LinuxCalls.close(descriptor);
            return NONE;
        }
        return new LinuxPuncher(descriptor);
    }

    /** A file descriptor of its own: that of a channel cannot be had. */
    final class LinuxPuncher implements HolePuncher {
        private final int descriptor;

        LinuxPuncher(int descriptor) {
            this.descriptor = descriptor;
        }

        private static Path nameOf(int descriptor) {
            return Path.of("/proc/self/fd/" + descriptor);
        }

        @Override
        public Path sameFile(Path path) {
            return nameOf(descriptor);
        }

        @Override
        public boolean punch(long offset, long bytes) {
            return LinuxCalls.punch(descriptor, offset, bytes);
        }

        @Override
        public void close() {
            LinuxCalls.close(descriptor);
        }
    }

    /** The calls of the operating system, bound on first use. */
    final class LinuxCalls {
        private static final int READ_WRITE_CLOSE_ON_EXEC = 0x8_0002;
        private static final int PUNCH_HOLE_KEEP_SIZE = 3;
        private static final MethodHandle OPEN = bind("open",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT), Linker.Option.firstVariadicArg(2));
        private static final MethodHandle FALLOCATE = bind("fallocate", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
        private static final MethodHandle CLOSE = bind("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

        private LinuxCalls() {
        }

        @SuppressWarnings("restricted")
        private static MethodHandle bind(String name, FunctionDescriptor type, Linker.Option... options) {
            Linker linker = Linker.nativeLinker();
            SymbolLookup library = linker.defaultLookup();
            return linker.downcallHandle(library.findOrThrow(name), type, options);
        }

        static int open(Path path) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment name = arena.allocateFrom(path.toAbsolutePath().toString());
                return (int) OPEN.invokeExact(name, READ_WRITE_CLOSE_ON_EXEC);
            } catch (Throwable e) {
                throw new IllegalStateException("open(2) cannot be called: allow native access", e);
            }
        }

        static boolean punch(int descriptor, long offset, long bytes) {
            try {
                return (int) FALLOCATE.invokeExact(descriptor, PUNCH_HOLE_KEEP_SIZE, offset, bytes) == 0;
            } catch (Throwable e) {
                throw new IllegalStateException("fallocate(2) cannot be called: allow native access", e);
            }
        }

        static void close(int descriptor) {
            try {
                int _ = (int) CLOSE.invokeExact(descriptor);
            } catch (Throwable e) {
                throw new IllegalStateException("close(2) cannot be called: allow native access", e);
            }
        }
    }
}
