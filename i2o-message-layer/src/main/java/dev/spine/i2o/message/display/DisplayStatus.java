package dev.spine.i2o.message.display;

import dev.spine.i2o.CodeNames;

/**
 * Detailed status codes of the display class, with a request status from 0x01 to 0x0A. Any thread.
 *
 * <p>The common codes {@code DEVICE_LOCKED} (the function needs the claim, which another user has) and {@code INAPPROPRIATE_FUNCTION}
 * (it needs the claim, which nobody has) are used too.
 *
 * <p>Source: this project's display class. Unregistered.
 */
public final class DisplayStatus {
    /** The window number names no window, or no longer. */
    public static final int NO_SUCH_WINDOW = 0x0101;
    /** All windows are in use: destroy one. */
    public static final int NO_WINDOW_LEFT = 0x0102;
    /** Width or height are 0, or larger than a coordinate can be. */
    public static final int BAD_GEOMETRY = 0x0103;
    /** The screen stores pixels in pairs, and column or width are odd. */
    public static final int MISALIGNED = 0x0104;
    /** The code names no pixel format, or one that this function cannot take. */
    public static final int BAD_FORMAT = 0x0105;
    /** The window is not shared with the initiator's IOP. */
    public static final int NOT_SHARED = 0x0106;
    /** Some runs leave the window's visible rectangle, or are no whole pixel groups; the others were put. */
    public static final int RUNS_REFUSED = 0x0107;
    /** A source address cannot be read: nothing of this message, or not all of it, was put. */
    public static final int SOURCE_REFUSED = 0x0108;
    /** The bus has no grant left: revoke some. */
    public static final int NO_GRANT_LEFT = 0x0109;

    private DisplayStatus() {
    }

    /**
     * The name of a status, for people.
     *
     * @param status the lower half of word 4 of a reply of the display, any value
     * @return its name, or the number in hexadecimal
     */
    public static String name(int status) {
        return Names.ALL.name(status);
    }

    /** Looked up on first use. */
    private static final class Names {
        static final CodeNames ALL = CodeNames.of(DisplayStatus.class);
    }
}
