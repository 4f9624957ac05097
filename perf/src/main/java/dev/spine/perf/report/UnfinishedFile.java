package dev.spine.perf.report;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ReplacedFile} has so far of its new content: a hidden file beside it, {@code .NAME.PROCESS-NUMBER.part}.
 *
 * <p>It was left by a writer that is dead when there is no process of that number, and nobody has a lock on it: the writer may be of
 * another container, in which numbers are others, and the operating system lets a lock go when the process ends, however it ends. A writer
 * ends its lock just before its file takes its place, and its number is what protects it then. Where a file system has no locks, files
 * that were left stay. Used by one thread.
 *
 * @param path where it is
 * @param stream takes the bytes; closing it ends the lock
 */
record UnfinishedFile(Path path, OutputStream stream) {
    private static final int MOST_NAMES = 1000;
    /** The process and the number. */
    private static final Pattern END = Pattern.compile("\\.(\\d{1,10})-\\d{1,3}\\.part");

    /**
     * Begins one, and deletes those beside the same file that dead writers have left.
     *
     * @param target the file that will be replaced
     * @param named what the user calls it
     * @throws IOException when the directory takes no file
     */
    static UnfinishedFile beside(Path target, Path named) throws IOException {
        String own = Long.toString(ProcessHandle.current().pid());
        deleteLeft(target);
        for (int i = 0; i < MOST_NAMES; i++) {
            Path path = target.resolveSibling(beginning(target) + "." + own + "-" + i + ".part");
            try {
                Files.createFile(path);
            } catch (FileAlreadyExistsException _) {
                // Another one of this process, or of one in another container that has the same number.
                continue;
            }
            UnfinishedFile begun = open(path);
            if (begun != null) {
                return begun;
            }
        }
        throw new FileSystemException(named.toString(), null, "there are " + MOST_NAMES + " unfinished files beside it; delete them");
    }

    private static String beginning(Path target) {
        return "." + target.getFileName();
    }

    /** {@return a file that was made just now; null when somebody took it for one that was left, before it was locked} */
    private static @Nullable UnfinishedFile open(Path path) throws IOException {
        // For a process that is asked to end; there is nothing to delete when all went well.
        path.toFile().deleteOnExit();
        FileOutputStream stream = new FileOutputStream(path.toFile());
        if (lock(stream.getChannel()) != Lock.OTHERS && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return new UnfinishedFile(path, stream);
        }
        stream.close();
        return null;
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

    /** Our own are left alone, too: whoever closes a file lets go all locks that its process has on it. */
    private static boolean isOfDead(Path path, String beginning) {
        String name = Objects.requireNonNull(path.getFileName()).toString();
        if (!name.startsWith(beginning)) {
            return false;
        }
        Matcher end = END.matcher(name).region(beginning.length(), name.length());
        return end.matches() && ProcessHandle.of(Long.parseLong(end.group(1))).isEmpty()
            && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
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
