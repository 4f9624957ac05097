package dev.spine.extension.ardma.host.arf;

import java.io.IOException;

/**
 * A run of the file system's routine has ended by a fault: another client changed what it read, or the file system is damaged. Or it was
 * not begun, as the superblock is. Any thread.
 */
public final class ArfFaultException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * A fault.
     *
     * @param message which, and where
     */
    public ArfFaultException(String message) {
        super(message);
    }
}
