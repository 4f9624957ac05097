package dev.spine.command.route;

import dev.spine.device.os.SystemCallException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A setting of the kernel that several processes want at one value as long as any of them runs: the first one changes it, the last one puts
 * back what was before. Each holds a shared lock of one file, in which the value of before is; who gets the lock alone is the first or the
 * last. The kernel releases the locks of a process that was killed, so that the next one to end puts back in its place.
 *
 * <p>The last one removes the file, and its directory when nothing else is in it. Who has opened the file just before that waits for the
 * lock of one that is no more: whoever gets a lock looks whether the file that it has open still has that name, and begins again if it has
 * not. It asks the kernel what its open files are called: their numbers do not tell, a file system soon gives a new file the number of one
 * that was removed; and a process that opens and closes a file a second time loses its locks of it.
 *
 * <p>Opened and closed by any thread; within a process they take turns.
 */
final class SharedSetting implements AutoCloseable {
    /** Locks belong to the whole process: how many of it hold each file. */
    private static final Map<Path, Held> HELD = new HashMap<>();
    /** What this process has open: a link for each file, to its name, or to one that says that it has none any more. */
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");
    private static final int MAX_BYTES = 256;

    /** What is shared. */
    @FunctionalInterface
    interface Setting {
        /**
         * Gives it a value.
         *
         * @param value the new one
         * @return the old one, which is not empty
         * @throws SystemCallException it cannot be changed
         */
        String set(String value);
    }

    /** A file that this process holds. */
    private static final class Held {
        private final FileChannel channel;
        private @Nullable FileLock lock;
        private int users;

        private Held(FileChannel channel) {
            this.channel = channel;
        }
    }

    private final Path file;
    private final Setting setting;
    private final String before;
    private boolean open = true;

    private SharedSetting(Path file, Setting setting, String before) {
        this.file = file;
        this.setting = setting;
        this.before = before;
    }

    /**
     * Gives the setting a value, until the last user closes.
     *
     * @param file in which the users of this setting meet; its directory is made when it is not there
     * @param value what the setting is to be
     * @param setting is given it
     * @throws SystemCallException the file cannot be used, or the setting cannot be changed
     */
    static SharedSetting open(Path file, String value, Setting setting) {
        Path key = file.toAbsolutePath().normalize();
        synchronized (HELD) {
            try {
                Held held = HELD.get(key);
                String before = held == null ? null : enter(key, held, value, setting);
                while (held == null || before == null) {
                    held = find(key);
                    try {
                        before = enter(key, held, value, setting);
                    } finally {
                        if (before == null) {
                            held.channel.close();
                        }
                    }
                }
                held.users++;
                HELD.put(key, held);
                return new SharedSetting(key, setting, before);
            } catch (IOException e) {
                throw unusable(key, e);
            }
        }
    }

    private static SystemCallException unusable(Path file, IOException why) {
        return new SystemCallException(file + ", in which routers of a namespace meet, cannot be used: " + why.getMessage(), 0);
    }

    /** Opens the file, made when it is not there. */
    private static Held find(Path file) throws IOException {
        Path directory = Objects.requireNonNull(file.getParent());
        while (true) {
            try {
                Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
                return new Held(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
            } catch (NoSuchFileException | FileAlreadyExistsException e) {
                // Somebody has removed the directory meanwhile; then all begins again.
                if (isSomethingElse(directory)) {
                    throw e;
                }
            }
        }
    }

    /** In one look: between two of them, somebody may remove a directory. */
    private static boolean isSomethingElse(Path directory) throws IOException {
        try {
            return !Files.readAttributes(directory, BasicFileAttributes.class).isDirectory();
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    /** {@return whether this process has the file open that has this name now}: one that was removed is called otherwise. */
    private static boolean isOpenByName(Path file) throws IOException {
        try {
            Path name = Objects.requireNonNull(file.getParent()).toRealPath().resolve(Objects.requireNonNull(file.getFileName()));
            try (DirectoryStream<Path> open = Files.newDirectoryStream(OPEN_FILES)) {
                for (Path each : open) {
                    if (name.equals(target(each))) {
                        return true;
                    }
                }
            }
        } catch (NoSuchFileException _) {
            // Its directory was removed with it.
            return false;
        }
        return false;
    }

    private static @Nullable Path target(Path link) throws IOException {
        try {
            return Files.readSymbolicLink(link);
        } catch (NoSuchFileException _) {
            // Another thread has closed that file meanwhile.
            return null;
        }
    }

    /** {@return what the setting was before; null when the file that is held has been removed: the next one is to be tried} */
    private static @Nullable String enter(Path file, Held held, String value, Setting setting) throws IOException {
        while (held.lock == null) {
            FileLock alone = held.channel.tryLock();
            if (alone != null) {
                if (!isOpenByName(file)) {
                    return null;
                }
                String old;
                try {
                    old = setting.set(value);
                } catch (SystemCallException e) {
                    if (read(held.channel).isEmpty()) {
                        remove(file);
                    }
                    throw e;
                }
                String kept = read(held.channel);
                // What is kept is of some who were killed: then it was they who have changed the setting.
                if (kept.isEmpty() || !old.equals(value)) {
                    write(held.channel, old);
                }
                alone.release();
            }
            FileLock shared = held.channel.lock(0, Long.MAX_VALUE, true);
            if (!isOpenByName(file)) {
                return null;
            }
            if (read(held.channel).isEmpty()) {
                // The last one has ended meanwhile, and has put back.
                shared.release();
            } else {
                held.lock = shared;
            }
        }
        setting.set(value);
        return read(held.channel);
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(MAX_BYTES);
        int count = channel.read(bytes, 0);
        return new String(bytes.array(), 0, Math.max(0, count), StandardCharsets.US_ASCII).strip();
    }

    private static void write(FileChannel channel, String text) throws IOException {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.US_ASCII)), 0);
    }

    /** Removes a file that nobody else holds, and its directory if that was all. */
    private static void remove(Path file) throws IOException {
        Files.deleteIfExists(file);
        try {
            Files.deleteIfExists(Objects.requireNonNull(file.getParent()));
        } catch (DirectoryNotEmptyException _) {
            // The others of the directory remove it.
            return;
        }
    }

    /** {@return what the setting was before its first user} */
    String before() {
        return before;
    }

    @Override
    public void close() {
        synchronized (HELD) {
            Held held = HELD.get(file);
            if (!open || held == null) {
                return;
            }
            open = false;
            held.users--;
            if (held.users > 0) {
                return;
            }
            HELD.remove(file);
            try (FileChannel channel = held.channel) {
                FileLock shared = held.lock;
                if (shared != null) {
                    shared.release();
                }
                FileLock alone = channel.tryLock();
                if (alone != null) {
                    String old = read(channel);
                    if (!old.isEmpty()) {
                        setting.set(old);
                        channel.truncate(0);
                    }
                    if (isOpenByName(file)) {
                        remove(file);
                    }
                    alone.release();
                }
            } catch (IOException e) {
                throw unusable(file, e);
            }
        }
    }
}
