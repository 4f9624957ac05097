package dev.spine.extension.host.library;

import dev.spine.host.driver.HostException;

/** An operation of an interface was not carried out, or nobody knows whether it was. The message says which, and what to do. Any thread. */
public final class InterfaceException extends HostException {
    private static final long serialVersionUID = 1L;

    /**
     * Reports an operation.
     *
     * @param message what became of it
     */
    public InterfaceException(String message) {
        super(message);
    }
}
