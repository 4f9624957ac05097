package dev.spine.device.os.fuse;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** An operation on files that was not done, with the error number that whoever asked for it gets. Any thread. */
public final class FuseException extends IOException {
    /** Not permitted. */
    public static final int EPERM = 1;
    /** No such name. */
    public static final int ENOENT = 2;
    /** Input or output went wrong. */
    public static final int EIO = 5;
    /** The name is taken. */
    public static final int EEXIST = 17;
    /** No directory. */
    public static final int ENOTDIR = 20;
    /** Makes no sense. */
    public static final int EINVAL = 22;
    /** No space is left. */
    public static final int ENOSPC = 28;
    /** The name is too long. */
    public static final int ENAMETOOLONG = 36;
    /** There is no such operation; the kernel does not ask for it again. */
    public static final int ENOSYS = 38;
    /** The directory has entries. */
    public static final int ENOTEMPTY = 39;
    /** The name's bytes are no text. */
    public static final int EILSEQ = 84;
    /** The file is gone. */
    public static final int ESTALE = 116;

    private static final long serialVersionUID = 1L;

    private final int error;

    /**
     * Something that was not done.
     *
     * @param error the error number, positive
     */
    public FuseException(int error) {
        super("error " + error);
        this.error = error;
    }

    /**
     * {@return the error number of what went wrong}
     *
     * @param problem what
     */
    public static int error(IOException problem) {
        return switch (problem) {
            case FuseException known -> known.error;
            case NoSuchFileException _ -> ENOENT;
            case FileAlreadyExistsException _ -> EEXIST;
            case NotDirectoryException _ -> ENOTDIR;
            case DirectoryNotEmptyException _ -> ENOTEMPTY;
            default -> EIO;
        };
    }
}
