package dev.spine.device.display.monitor.vnc;

import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import java.io.IOException;

/** A connection that must end: because of what the viewer did, or because it has gone. Stays within the threads of that viewer. */
final class ViewerEndedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Counter counter;

    /**
     * The end of a viewer.
     *
     * @param counter what is counted
     * @param reason for a person at the viewer
     */
    ViewerEndedException(Counter counter, String reason) {
        super(reason);
        this.counter = counter;
    }

    /** {@return what is counted} */
    Counter counter() {
        return counter;
    }
}
