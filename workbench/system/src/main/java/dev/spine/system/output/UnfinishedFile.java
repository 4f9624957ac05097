package dev.spine.system.output;

import dev.spine.system.ending.Ending;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ReplacedFile} has so far of its new content: a hidden file beside it, {@code .NAME.PROCESS-RANDOM.part}, of a name that no
 * file had before.
 *
 * <p>Its writer has a lock on it from just after it was made until it has its place or is deleted; the operating system lets a lock go
 * when the process ends, however it ends. So it was left by a writer that is dead when nobody has a lock on it, this process did not
 * make it, and there is no other process of that number. The number alone says nothing: in another container numbers
 * are others, and a number is given again. Where a file system has no locks, files that were left stay. Used by one thread.
 *
 * @param path where it is
 * @param channel takes the bytes; closing it ends the lock
 */
record UnfinishedFile(Path path, FileChannel channel) {
    private static final int MAX_TRIES = 100;
    private static final int NAME_BYTES = 8;
    private static final SecureRandom NAMES = new SecureRandom();
    /** The process and the random part; and what an earlier version wrote there, a number. */
    private static final Pattern END = Pattern.compile("\\.(\\d{1,10})-[0-9a-f]{1,16}\\.part");
    /** Those of this process that are neither in their place nor deleted. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    static {
        Ending.atLast(UnfinishedFile::deleteOwn);
    }

    /**
     * Begins one, and deletes those beside the same file that dead writers have left.
     *
     * @param target the file that will be replaced
     * @param named what the user calls it
     * @throws IOException when the directory takes no file
     */
    static UnfinishedFile beside(Path target, Path named) throws IOException {
        deleteLeft(target);
        byte[] random = new byte[NAME_BYTES];
        for (int i = 0; i < MAX_TRIES; i++) {
            NAMES.nextBytes(random);
            UnfinishedFile begun = make(target.resolveSibling(beginning(target) + "." + ProcessHandle.current().pid() + "-"
                + HexFormat.of().formatHex(random) + ".part").toAbsolutePath());
            if (begun != null) {
                return begun;
            }
        }
        throw new FileSystemException(named.toString(), null, "others delete what is written beside it");
    }

    private static String beginning(Path target) {
        return "." + target.getFileName();
    }

    /** For a process that is asked to end while it writes, and has nothing else to close. */
    private static void deleteOwn() {
        OWN.forEach(path -> path.toFile().delete());
    }

    /** {@return a file that was made just now; null when somebody took it for one that was left, before it was locked} */
    private static @Nullable UnfinishedFile make(Path path) throws IOException {
        OWN.add(path);
        boolean made = false;
        try {
            FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW,
                LinkOption.NOFOLLOW_LINKS);
            if (lock(channel) != Lock.OTHERS && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                made = true;
                return new UnfinishedFile(path, channel);
            }
            channel.close();
            return null;
        } finally {
            if (!made) {
                OWN.remove(path);
            }
        }
    }

    /** {@return what takes the bytes; not to be closed, which would end the lock} */
    OutputStream stream() {
        return Channels.newOutputStream(channel);
    }

    /**
     * All is written, and nothing that the operating system still has to do with it can fail. It stays locked.
     *
     * @throws IOException when the bytes have no room
     */
    void complete() throws IOException {
        channel.force(true);
    }

    /**
     * It has its place, or is deleted: ends the lock. Not before, or others might take it for one that was left.
     *
     * @throws IOException when it cannot be closed
     */
    void end() throws IOException {
        try {
            channel.close();
        } finally {
            OWN.remove(path);
        }
    }

    /** Who has a lock now. */
    private enum Lock { OURS, OTHERS, THERE_ARE_NONE }

    private static Lock lock(FileChannel channel) {
        try {
            // It is let go when the channel is closed.
            FileLock lock = channel.tryLock();
            return lock == null ? Lock.OTHERS : Lock.OURS;
        } catch (OverlappingFileLockException _) {
            return Lock.OTHERS;
        } catch (IOException _) {
            return Lock.THERE_ARE_NONE;
        }
    }

    private static void deleteLeft(Path target) {
        Path directory = target.toAbsolutePath().getParent();
        String beginning = beginning(target);
        if (directory == null) {
            return;
        }
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, path -> isOfDead(path, beginning))) {
            for (Path path : left) {
                tryDelete(path);
            }
        } catch (IOException | DirectoryIteratorException _) {
            // What cannot be listed or deleted is in nobody's way.
        }
    }

    /** Our own are left alone: whoever closes a file lets go all locks that its process has on it. */
    private static boolean isOfDead(Path path, String beginning) {
        String name = Objects.requireNonNull(path.getFileName()).toString();
        if (!name.startsWith(beginning)) {
            return false;
        }
        Matcher end = END.matcher(name).region(beginning.length(), name.length());
        return end.matches() && !OWN.contains(path.toAbsolutePath()) && isOfNobodyElse(Long.parseLong(end.group(1)))
            && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** A container begins its numbers anew each time: one that was killed there had ours. */
    private static boolean isOfNobodyElse(long process) {
        return process == ProcessHandle.current().pid() || ProcessHandle.of(process).isEmpty();
    }

    private static void tryDelete(Path path) {
        try {
            deleteIfLeft(path);
        } catch (IOException _) {
            // Its writer was faster, or it is somebody else's.
        }
    }

    private static void deleteIfLeft(Path path) throws IOException {
        Object key = keyOf(path);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            // The same file before and after is the one that is locked.
            if (lock(channel) == Lock.OURS && Objects.equals(key, keyOf(path))) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static @Nullable Object keyOf(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    }
}
