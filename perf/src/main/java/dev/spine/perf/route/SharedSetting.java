package dev.spine.perf.route;

import dev.spine.device.os.SystemCallException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
 * <p>Opened and closed by any thread; within a process they take turns.
 */
final class SharedSetting implements AutoCloseable {
    /** Locks belong to the whole process: how many of it hold each file. */
    private static final Map<Path, Held> HELD = new HashMap<>();
    private static final int MOST_BYTES = 256;

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
                if (held == null) {
                    Files.createDirectories(Objects.requireNonNull(key.getParent()), PosixFilePermissions.asFileAttribute(
                        PosixFilePermissions.fromString("rwxr-xr-x")));
                    held = new Held(FileChannel.open(key, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
                }
                String before = enter(held, value, setting);
                held.users++;
                HELD.put(key, held);
                return new SharedSetting(key, setting, before);
            } catch (IOException e) {
                throw unusable(key, e);
            }
        }
    }

    private static SystemCallException unusable(Path file, IOException why) {
        return new SystemCallException(file + ", in which routers of a name space meet, cannot be used: " + why.getMessage(), 0);
    }

    private static String enter(Held held, String value, Setting setting) throws IOException {
        while (held.lock == null) {
            FileLock alone = held.channel.tryLock();
            if (alone != null) {
                String old = setting.set(value);
                String kept = read(held.channel);
                // What is kept is of some who were killed: then it was they who have changed the setting.
                if (kept.isEmpty() || !old.equals(value)) {
                    write(held.channel, old);
                }
                alone.release();
            }
            FileLock shared = held.channel.lock(0, Long.MAX_VALUE, true);
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
        ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
        int count = channel.read(bytes, 0);
        return new String(bytes.array(), 0, Math.max(0, count), StandardCharsets.US_ASCII).strip();
    }

    private static void write(FileChannel channel, String text) throws IOException {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.US_ASCII)), 0);
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
                    alone.release();
                }
            } catch (IOException e) {
                throw unusable(file, e);
            }
        }
    }
}
