package dev.spine.extension.video;

/**
 * The messages by which an application steers the video extension: handlers and the meaning of their words.
 *
 * <p>MAKE: a stream begins to be shown in a window. UPDATE: the window has moved or changed its size; its rectangle is asked for again.
 * DROP: the stream is not shown any more. Up to {@link #MAX_WINDOWS} windows at a time.
 */
public final class VideoProtocol {
    /** Make window data. Words: slot, IOP_ID and TID of the display, its window, UDP port, code of the stream's pixel format. */
    public static final int MAKE = 1;
    /** The window of a slot has changed. Words: slot. */
    public static final int UPDATE = 2;
    /** Forget a slot. Words: slot. */
    public static final int DROP = 3;
    /** Where the answers of displays arrive; slot {@code n} listens at this number plus {@code n}. */
    public static final int FIRST_SURFACE_HANDLER = 16;
    /** Where the ends of transfers of converted pixels are reported, by slot. */
    public static final int FIRST_TRANSFER_HANDLER = 32;

    /**
     * The host's handler that is told when a window's rectangle has been granted or refused. Words: display's window, 0 or why not.
     */
    public static final int HOST_WINDOW_READY = 1;

    /** Windows that can be shown at a time. */
    public static final int MAX_WINDOWS = 16;

    /** Word of every message: the slot, 0 to 15. */
    public static final int SLOT = 0;
    /** Word of MAKE: IOP_ID of the display's IOP. */
    public static final int DISPLAY_IOP = 1;
    /** Word of MAKE: TID of the display. */
    public static final int DISPLAY_TID = 2;
    /** Word of MAKE: the window's number at the display. */
    public static final int WINDOW = 3;
    /** Word of MAKE: UDP destination port of the stream. */
    public static final int PORT = 4;
    /** Word of MAKE: code of the stream's pixel format, RGB888 or UYVY. */
    public static final int FORMAT = 5;

    private VideoProtocol() {}
}
