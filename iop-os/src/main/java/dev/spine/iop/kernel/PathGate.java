package dev.spine.iop.kernel;

/**
 * Whether requests may be sent to one object of another IOP now. Every {@link MessageRoute} to it asks, so a path is stopped without
 * telling who sends: a sender finds no frame, as when the other IOP is slow. Belongs to the IOP's agent.
 */
public final class PathGate {
    /** The gate of a way that nobody stops: to the host, and within the IOP. */
    public static final PathGate OPEN = new PathGate();

    private boolean closed;

    PathGate() {
        // Made by PathControl.
    }

    /** {@return whether requests have to wait} */
    public boolean isClosed() {
        return closed;
    }

    void close(boolean close) {
        closed = close;
    }
}
