package dev.spine.device.os;

import java.util.Map;

/**
 * The operating system refuses something that the user has asked for. The message is one line that says what was refused, why, and what to
 * change. Any thread.
 */
public final class SystemCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final Map<Integer, String> WORDS = Map.ofEntries(Map.entry(SystemCalls.EPERM, "this user may not"),
        Map.entry(SystemCalls.EACCES, "this user may not"), Map.entry(SystemCalls.ENOENT, "it is not there"),
        Map.entry(SystemCalls.EBUSY, "it is in use"), Map.entry(SystemCalls.EEXIST, "it is there already"),
        Map.entry(SystemCalls.ENODEV, "there is no such device"), Map.entry(SystemCalls.ENXIO, "there is no such device"),
        Map.entry(SystemCalls.EINVAL, "the system does not accept it"), Map.entry(SystemCalls.EMFILE, "too many open files"),
        Map.entry(SystemCalls.ENFILE, "too many open files"), Map.entry(SystemCalls.ENOMEM, "no memory"),
        Map.entry(SystemCalls.EADDRINUSE, "the address is in use"));

    private final int error;

    /**
     * A refusal.
     *
     * @param what what was refused and what to change, one line
     * @param error the error number, positive; 0 when it is not the system that refuses
     */
    public SystemCallException(String what, int error) {
        super(what);
        this.error = error;
    }

    /** {@return the error number, 0 when there is none} */
    public int error() {
        return error;
    }

    /**
     * {@return what an error number means, for people}
     *
     * @param error positive
     */
    public static String words(int error) {
        String words = WORDS.get(error);
        return words == null ? "error " + error : words;
    }
}
