package dev.spine.system.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that gets its new content when all of it is written, and otherwise keeps what it held: bytes go to a file beside it, which takes
 * its place at the end. Of several who write one file at the same time, the last to end has all of it. What a run that was killed has
 * left is deleted by the next one that writes the same file.
 *
 * <p>Written in place, from the first byte on, is what another file cannot stand for: a device or a pipe; what a process has open, under
 * {@code /dev} and {@code /proc}; a file with several names, or of another owner or group than a new one would have. Of these a run
 * that fails leaves what it has written. Used by one thread.
 */
public final class ReplacedFile implements AutoCloseable {
    private static final int MAX_LINKS = 40;
    private static final String UNIX = "unix";
    /** What these name is open already, and others write there too. */
    private static final List<Path> OPEN_FILES = List.of(Path.of("/dev"), Path.of("/proc"));

    private final Path target;
    /** Where the bytes go; the target itself when that is written in place. */
    private final Path written;
    private final OutputStream out;
    /** The file beside; null when the target is written in place. */
    private final @Nullable UnfinishedFile beside;
    private boolean ended;

    private ReplacedFile(Path target, Path written, OutputStream out, @Nullable UnfinishedFile beside) {
        this.target = target;
        this.written = written;
        this.out = out;
        this.beside = beside;
    }

    /**
     * Begins a file. One that is written in place is opened for its first byte: who reads a pipe is not told of an end before.
     *
     * @param file its name; a symbolic link stays one, and what it leads to is replaced, or made where there is nothing
     * @return takes the bytes
     * @throws IOException when it cannot be written: it may not be, it is a directory, or its directory takes no file
     */
    public static ReplacedFile begin(Path file) throws IOException {
        if (!Files.exists(file)) {
            return beside(missing(file), file);
        }
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "it is a directory");
        }
        FileDescriptor own = ownDescriptor(file);
        if (own == null && !Files.isWritable(file)) {
            throw new AccessDeniedException(file.toString());
        }
        if (own != null || !isPlain(file)) {
            return inPlace(file, own);
        }
        Path target;
        try {
            target = file.toRealPath();
        } catch (IOException _) {
            // There is something that can be written, under a name that nobody else could find.
            return inPlace(file, null);
        }
        ReplacedFile replaced = beside(target, file);
        if (isOfSameOwner(target, replaced.written)) {
            return replaced;
        }
        replaced.close();
        return inPlace(file, null);
    }

    private static ReplacedFile inPlace(Path file, @Nullable FileDescriptor own) {
        return new ReplacedFile(file, file, new InPlace(file, own), null);
    }

    /** {@return where a file is to be that is not there: what a symbolic link leads to, or itself} */
    private static Path missing(Path file) throws IOException {
        Path target = file;
        for (int links = 0; Files.isSymbolicLink(target); links++) {
            if (links == MAX_LINKS) {
                throw new FileSystemException(file.toString(), null, "it is a symbolic link that leads nowhere");
            }
            target = target.resolveSibling(Files.readSymbolicLink(target));
        }
        return target;
    }

    /** {@return the descriptor of this process that a name stands for, whose place in the file is shared with whoever gave it; or null} */
    private static @Nullable FileDescriptor ownDescriptor(Path file) {
        return switch (file.toAbsolutePath().normalize().toString()) {
            case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1" -> FileDescriptor.out;
            case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2" -> FileDescriptor.err;
            default -> null;
        };
    }

    /** {@return whether there is nothing at a name but one file that has no other one} */
    private static boolean isPlain(Path file) throws IOException {
        Path absolute = file.toAbsolutePath().normalize();
        // Another who replaces it leaves the one that was looked up without a name: that is no reason to write in place.
        return Files.isRegularFile(file) && OPEN_FILES.stream().noneMatch(absolute::startsWith)
            && (!knows(file, UNIX) || ((Number) Files.getAttribute(file, UNIX + ":nlink")).intValue() <= 1);
    }

    private static boolean isOfSameOwner(Path one, Path other) throws IOException {
        if (!knows(one, "posix")) {
            return true;
        }
        PosixFileAttributes ofOne = Files.readAttributes(one, PosixFileAttributes.class);
        PosixFileAttributes ofOther = Files.readAttributes(other, PosixFileAttributes.class);
        return ofOne.owner().equals(ofOther.owner()) && ofOne.group().equals(ofOther.group());
    }

    private static boolean knows(Path file, String attributes) {
        return file.getFileSystem().supportedFileAttributeViews().contains(attributes);
    }

    private static ReplacedFile beside(Path target, Path named) throws IOException {
        try {
            UnfinishedFile begun = UnfinishedFile.beside(target, named);
            return new ReplacedFile(target, begun.path(), begun.stream(), begun);
        } catch (AccessDeniedException e) {
            throw Files.exists(target) ? new FileSystemException(named.toString(), null, "its directory takes no new file, and it is"
                + " replaced only by one that is complete") : e;
        }
    }

    /** What is opened when there is something to write. */
    private static final class InPlace extends OutputStream {
        private final Path file;
        private final @Nullable FileDescriptor own;
        private @Nullable OutputStream opened;

        InPlace(Path file, @Nullable FileDescriptor own) {
            this.file = file;
            this.own = own;
        }

        OutputStream open() throws IOException {
            OutputStream out = opened;
            if (out == null) {
                out = own == null ? Files.newOutputStream(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
                    : new FileOutputStream(own);
                opened = out;
            }
            return out;
        }

        @Override
        public void write(int one) throws IOException {
            open().write(one);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            open().write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            // What the process has open stays open: others print there.
            if (opened != null && own == null) {
                opened.close();
            }
        }
    }

    /** {@return where the bytes go; closing it does not end the file} */
    public OutputStream stream() {
        return new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                out.flush();
            }
        };
    }

    /**
     * All is written: the file holds it from now on.
     *
     * @throws IOException when it does not; it holds then what it held before, unless it is written in place
     */
    public void keep() throws IOException {
        if (out instanceof InPlace place) {
            // Of nothing, too, whoever reads it is told the end.
            place.open();
        }
        UnfinishedFile unfinished = beside;
        if (unfinished == null) {
            out.close();
        } else {
            unfinished.complete();
            keepRights();
            replace();
            // What was written is in its place: how closing ends changes nothing.
            ended = true;
            unfinished.end();
        }
        ended = true;
    }

    private void replace() throws IOException {
        try {
            Files.move(written, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            // A mount's place cannot be taken by another file, but the file in it can be written.
            if (!Files.isRegularFile(target)) {
                throw e;
            }
            try (OutputStream inPlace = Files.newOutputStream(target, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                Files.copy(written, inPlace);
            }
            Files.deleteIfExists(written);
        }
    }

    /** Who may read the file stays as it was. */
    private void keepRights() throws IOException {
        PosixFileAttributeView before = Files.getFileAttributeView(target, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (before != null && Files.exists(target)) {
            Files.setPosixFilePermissions(written, before.readAttributes().permissions());
        }
    }

    /** What was not kept is gone. */
    @Override
    public void close() throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        UnfinishedFile unfinished = beside;
        if (unfinished == null) {
            out.close();
            return;
        }
        try {
            Files.deleteIfExists(written);
        } finally {
            unfinished.end();
        }
    }
}
