package dev.spine.extension.video;

/**
 * The messages by which an application steers the video extension: handlers and the meaning of their words.
 *
 * <p>MAKE: a stream begins to be shown in a window. UPDATE: the window has moved or changed its size; its rectangle is asked for again.
 * DROP: the stream is not shown any more. Up to {@link #MAX_WINDOWS} windows at a time.
 *
 * <p>Only the application on the host orders: what comes from another card, another node or another extension is refused and counted. An
 * application may give its stream a number, in word {@link #STREAM} of MAKE; then its orders name it, too, and those that name another are
 * refused: late ones of an application that was there before, or those of a second one. Orders that name none are of a stream without
 * number.
 *
 * <p>PROPOSE, PAUSE and SETTLE move a window without a pixel outside of it (docs/video.md). The picture takes all of the display's
 * window, or a frame on a larger one, for example one of the screen's size.
 */
public final class VideoProtocol {
    /**
     * Make window data. A stream of the same number that is made again in the midst of a move is not drawn before SETTLE; one of another
     * number is of an application that knows where the window is, and is drawn at once. Words: slot, IOP_ID and TID of the display, its
     * window, UDP port, code of the stream's pixel format, frame, number of the stream.
     */
    public static final int MAKE = 1;
    /** The window of a slot has changed. Words: slot. */
    public static final int UPDATE = 2;
    /** Forget a slot, and the move that is under way. Words: slot. */
    public static final int DROP = 3;
    /** The window of a slot is about to move: draw nothing when it was agreed. Words: slot, number of the move, new frame. */
    public static final int PROPOSE = 4;
    /** The window of a slot is about to move: draw nothing and drop packets. Words: slot, number of the move. */
    public static final int PAUSE = 5;
    /**
     * The window of a slot is in its place. Words: slot, number of the move, frame, 1 when the surface has to be asked for again, and the
     * display's window to ask for.
     */
    public static final int SETTLE = 6;
    /** Where the answers of displays arrive; slot {@code n} listens at this number plus {@code n}. */
    public static final int FIRST_SURFACE_HANDLER = 16;
    /** Where the ends of transfers of converted pixels are reported, by slot. */
    public static final int FIRST_TRANSFER_HANDLER = 32;
    /** Where the end of all transfers to an old place is reported, by slot. */
    public static final int FIRST_FENCE_HANDLER = 48;
    /** Where the timers arrive that end the keeping of packets, by slot. */
    public static final int FIRST_KEEPING_HANDLER = 64;

    /**
     * The host's handler that is told when a window's rectangle has been granted or refused. Words: display's window, 0 or why not.
     */
    public static final int HOST_WINDOW_READY = 1;

    /** The host's handler that is told of moves. Words: slot, number of the move, one of the answers. */
    public static final int HOST_MOVE_ANSWER = 2;
    /** Answer: nothing is drawn any more until the window is settled. */
    public static final int ANSWER_STOPPED = 1;
    /** Answer: there can be no such frame; nothing has changed. */
    public static final int ANSWER_REFUSED = 2;
    /** Answer: video is drawn at the window's place. */
    public static final int ANSWER_SETTLED = 3;

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

    /** First of four words of MAKE: the frame on the display's window, as x, y, width, height in pixels; width 0 for all of it. */
    public static final int MAKE_FRAME = 6;
    /** Word of every message: the number that the application gives its stream, 0 for none. */
    public static final int STREAM = 10;
    /** Word of PROPOSE, PAUSE and SETTLE: the number of the move, later than that of the move before. */
    public static final int MOVE = 1;
    /** First of four words of PROPOSE and SETTLE: the frame, as x, y, width, height in pixels. */
    public static final int FRAME = 2;
    /** Word of SETTLE: whether the surface has to be asked for again. */
    public static final int RENEW = 6;
    /** Word of SETTLE: the display's window to ask for, when it has to be asked for. */
    public static final int SETTLE_WINDOW = 7;

    private VideoProtocol() {}
}
