package dev.spine.i2o.message.display;

/**
 * Events of the display class, beside those that every object may send ({@link dev.spine.i2o.message.EventIndicator}). Any thread.
 *
 * <p>Source: this project's display class. Unregistered.
 */
public final class DisplayEvent {
    /** Grants for a window have ended; data: the number of the window, how many grants. */
    public static final int GRANTS_REVOKED = 0x0000_0001;

    private DisplayEvent() {
    }
}
