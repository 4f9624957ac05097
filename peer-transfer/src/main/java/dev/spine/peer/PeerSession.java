package dev.spine.peer;

/**
 * What lies between two IOPs from when they begin to talk until one of them ends it. Belongs to the local IOP's agent.
 *
 * <p>A connection that is lost tells that nothing more comes back on it. Memory that was named in its requests is another matter: it is its
 * owner's again only when the session {@link #isOver}.
 */
public final class PeerSession {
    private boolean over;

    PeerSession() {}

    /**
     * {@return whether the other IOP has let go of everything that was asked of it in this session: no request is in work there any more,
     * and no byte moves for one}
     */
    public boolean isOver() {
        return over;
    }

    /** The other IOP has said so. */
    void end() {
        over = true;
    }
}
