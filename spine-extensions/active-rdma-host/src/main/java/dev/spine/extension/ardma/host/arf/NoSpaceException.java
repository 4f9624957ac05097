package dev.spine.extension.ardma.host.arf;

import java.nio.file.FileSystemException;

/** The file system is full, in blocks or in numbers of files: remove files. Any thread. */
public final class NoSpaceException extends FileSystemException {
    private static final long serialVersionUID = 1L;

    NoSpaceException(String file, String reason) {
        super(file, null, reason);
    }
}
