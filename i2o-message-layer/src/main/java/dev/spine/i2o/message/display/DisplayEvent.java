package dev.spine.i2o.message.display;

/**
 * Events of the display class, beside those that every object may send ({@link dev.spine.i2o.message.EventIndicator}).
 *
 * <p>Source: this project's display class. Unregistered.
 */
public final class DisplayEvent {
    /** Grants for a window have ended; data: {@link #data}. */
    public static final int GRANTS_REVOKED = 0x0000_0001;

    private static final int WINDOW_SHIFT = 16;
    private static final int GRANTS_MASK = 0xFFFF;

    private DisplayEvent() {
    }

    /**
     * {@return the data word of {@link #GRANTS_REVOKED}}
     *
     * @param window number of the window, 16 bits
     * @param grants how many have ended, 1 to 65535
     */
    public static int data(int window, int grants) {
        return window << WINDOW_SHIFT | grants & GRANTS_MASK;
    }

    /**
     * {@return the number of the window}
     *
     * @param data the data word
     */
    public static int window(int data) {
        return data >>> WINDOW_SHIFT;
    }

    /**
     * {@return how many grants have ended}
     *
     * @param data the data word
     */
    public static int grants(int data) {
        return data & GRANTS_MASK;
    }
}
