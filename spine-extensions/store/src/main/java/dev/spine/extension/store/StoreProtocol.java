package dev.spine.extension.store;

/**
 * The messages by which an application steers the store extension: handlers and the meaning of their words. Positions and sizes of 64 bits
 * take two words, the low one first.
 */
public final class StoreProtocol {
    /** Use a disk. Words: IOP_ID and TID of the disk. The answer goes to {@link #HOST_READY}. */
    public static final int OPEN = 1;
    /** Write arriving packets to the disk. Words: UDP port. */
    public static final int RECEIVE = 2;
    /**
     * Send an extent as packets. Words: position (2), bytes (2), bytes of a packet, low 32 and high 16 bits of the receiver's hardware
     * address, sender's and receiver's IP address, UDP port, {@link #LAPS_WORD}, delay.
     */
    public static final int SEND = 3;
    /** Use a window. Words: IOP_ID and TID of the display, window. The answer goes to {@link #HOST_READY}. */
    public static final int WINDOW = 4;
    /**
     * Show an extent in the window. Words: position (2), bytes (2) as a multiple of the window's picture, nothing (6),
     * {@link #LAPS_WORD}, delay.
     */
    public static final int SHOW = 5;

    /** Word of SEND and SHOW: how often, times 2, plus 1 to be told of the end at {@link #HOST_DONE}. */
    public static final int LAPS_WORD = 10;
    /** Word of SEND and SHOW: microseconds from the order to the beginning. */
    public static final int DELAY_WORD = 11;

    /** The host's handler that hears of disks and windows. Words: the order's handler, 0 or why not. */
    public static final int HOST_READY = 1;
    /** The host's handler that hears of ends. Words: the order's handler, how many chunks failed. */
    public static final int HOST_DONE = 2;

    /** Name of the counter of chunks that were written, sent or shown. */
    public static final String CHUNKS_DONE = "chunks done";
    /** Name of the counter of chunks that the disk, the wire or the screen refused. */
    public static final String CHUNKS_FAILED = "chunks failed";

    static final int STORE_HANDLER = 16;
    static final int SURFACE_HANDLER = 17;
    static final int WRITTEN_HANDLER = 18;
    static final int SEND_READ_HANDLER = 19;
    static final int SEND_TIMER_HANDLER = 20;
    static final int SHOW_READ_HANDLER = 21;
    static final int SHOW_TRANSFER_HANDLER = 22;
    static final int SHOW_TIMER_HANDLER = 23;

    private StoreProtocol() {}
}
