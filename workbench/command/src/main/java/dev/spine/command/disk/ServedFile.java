package dev.spine.command.disk;

import dev.spine.system.file.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that is served as a disk, and the name under which clients ask for it.
 *
 * @param export its name
 * @param file where it is
 */
record ServedFile(String export, Path file) {
    static final int BLOCK_BYTES = 512;
    static final long MAX_BYTES = 1L << 40;

    /** Something about a file that the person must change; the message is one line. */
    static final class UnfitException extends Exception {
        private static final long serialVersionUID = 1;

        UnfitException(String message) {
            super(message);
        }
    }

    /**
     * Sees to it that the file is there and fit to be a disk.
     *
     * @param size of a new file, which is sparse; bytes
     * @param sizeGiven whether the person asked for that size, so that another one is a mistake
     * @param access what will be done with it
     * @return its size
     */
    long prepare(long size, boolean sizeGiven, FileAccess access) throws UnfitException {
        try {
            if (Files.notExists(file) && access == FileAccess.READ_WRITE) {
                create(size);
            }
            if (!Files.isRegularFile(file)) {
                throw new UnfitException(file + (Files.exists(file) ? " is no regular file: name a file"
                    : " is not there: check the name"));
            }
            long found = Files.size(file);
            if (found == 0 || found % BLOCK_BYTES != 0 || found > MAX_BYTES) {
                throw new UnfitException(file + " has " + found + " bytes, and a disk has a multiple of " + BLOCK_BYTES + " up to 1 TiB: "
                    + "make it so with 'truncate -s 64M " + file + "'");
            }
            if (sizeGiven && found != size) {
                throw new UnfitException(file + " is there already and has " + ByteSize.show(found) + ", not " + ByteSize.show(size)
                    + ": leave --size out, or name another file");
            }
            checkAccess(access);
            return found;
        } catch (AccessDeniedException e) {
            throw new UnfitException(file + " may not be "
                + (access == FileAccess.READ_ONLY ? "read" : "written (--read-only only reads it)")
                + ": change its permissions");
        } catch (NoSuchFileException e) {
            throw new UnfitException("the directory of " + file + " is not there: make it first");
        } catch (FileSystemException e) {
            throw new UnfitException(file + ": " + e.getReason() + ": name another file");
        } catch (IOException e) {
            throw new UnfitException(file + ": " + e.getMessage());
        }
    }

    private void create(long size) throws IOException, UnfitException {
        if (size < BLOCK_BYTES || size % BLOCK_BYTES != 0 || size > MAX_BYTES) {
            throw new UnfitException("--size " + size + ": a disk has a multiple of " + BLOCK_BYTES + " bytes, up to 1T");
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE,
                StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.allocate(1), size - 1);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            // What has no room for its end is no disk, and would be refused as one from then on.
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** Whether another process writes it is found when the disk opens it, and locks it for as long as it serves. */
    private void checkAccess(FileAccess access) throws IOException {
        if (access == FileAccess.READ_ONLY) {
            FileChannel.open(file, StandardOpenOption.READ).close();
        } else {
            FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE).close();
        }
    }
}
