package dev.spine.perf.report;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;

/**
 * A file that gets its new content when all of it is written, and otherwise keeps what it held: bytes go to a file beside it, which takes
 * its place at the end. What is no plain file, a device or a pipe, is written as it is. Used by one thread.
 */
public final class ReplacedFile implements AutoCloseable {
    private static final int MOST_NAMES = 1000;

    private final Path target;
    /** Where the bytes go; the target itself when that is no plain file. */
    private final Path written;
    private final OutputStream out;
    private boolean ended;

    private ReplacedFile(Path target, Path written, OutputStream out) {
        this.target = target;
        this.written = written;
        this.out = out;
    }

    /**
     * Begins a file.
     *
     * @param file its name; a symbolic link stays one, and what it leads to is replaced
     * @return takes the bytes
     * @throws IOException when it cannot be written: it may not be, it is a directory, or its directory takes no file
     */
    public static ReplacedFile begin(Path file) throws IOException {
        boolean there = Files.exists(file);
        Path target = there ? file.toRealPath() : file;
        if (there && !Files.isRegularFile(target)) {
            return new ReplacedFile(target, target, Files.newOutputStream(target, StandardOpenOption.WRITE));
        }
        if (there && !Files.isWritable(target)) {
            throw new AccessDeniedException(file.toString());
        }
        for (int i = 0; i < MOST_NAMES; i++) {
            Path beside = target.resolveSibling("." + target.getFileName() + "." + ProcessHandle.current().pid() + "-" + i + ".part");
            try {
                OutputStream out = Files.newOutputStream(beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                // For a process that is ended from outside; there is nothing to delete when all went well.
                beside.toFile().deleteOnExit();
                return new ReplacedFile(target, beside, out);
            } catch (FileAlreadyExistsException _) {
                // Another one of this process, or left by one of old that had the same number.
            } catch (AccessDeniedException e) {
                throw there ? new FileSystemException(file.toString(), null, "its directory takes no new file, and it is replaced only by"
                    + " one that is complete") : e;
            }
        }
        throw new FileSystemException(file.toString(), null, "there are " + MOST_NAMES + " unfinished files beside it; delete them");
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
     * @throws IOException when it does not; it holds then what it held before
     */
    public void keep() throws IOException {
        out.close();
        if (!written.equals(target)) {
            keepRights();
            Files.move(written, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
        ended = true;
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
        try {
            out.close();
        } finally {
            if (!written.equals(target)) {
                Files.deleteIfExists(written);
            }
        }
    }
}
