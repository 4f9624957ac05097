package dev.spine.i2o.message.display;

/**
 * The functions of the display class: private ones for control (function 0xFF, this project's organisation), class functions for pixels.
 * Any thread.
 *
 * <p>Even codes obtain something, odd ones send or carry nothing, as everywhere in I2O. All codes are <b>unregistered</b>.
 *
 * <p>Source: I2O 1.5 private messages and function ranges; this project's display class.
 */
public final class DisplayFunction {
    /** Class function: put runs of pixels, each anywhere in the initiator's memory. See {@link PutRuns}. */
    public static final int PUT_RUNS = 0x83;
    /** Class function: put the pixels of RFC 4175 packets, whose payload headers are in the message. See {@link PutPackets}. */
    public static final int PUT_PACKETS = 0x85;

    /** Private function: geometry and format. See {@link ModeGet}. */
    public static final int MODE_GET = 0x0010;
    /** Private function: a new window. See {@link WindowCreate}. */
    public static final int WINDOW_CREATE = 0x0011;
    /** Private function: a window gets another place or size. See {@link WindowMove}. */
    public static final int WINDOW_MOVE = 0x0013;
    /** Private function: a window goes. See {@link WindowDestroy}. */
    public static final int WINDOW_DESTROY = 0x0015;
    /** Private function: a grant of a window's visible rectangle for the initiator's bus agent. See {@link WindowShare}. */
    public static final int WINDOW_SHARE = WindowShare.CODE;

    private DisplayFunction() {
    }

    /**
     * {@return whether the display understands a private function of this project}
     *
     * @param extendedFunction an XFunctionCode, any value
     */
    public static boolean isPrivate(int extendedFunction) {
        return switch (extendedFunction) {
            case MODE_GET, WINDOW_CREATE, WINDOW_MOVE, WINDOW_DESTROY, WINDOW_SHARE -> true;
            default -> false;
        };
    }
}
