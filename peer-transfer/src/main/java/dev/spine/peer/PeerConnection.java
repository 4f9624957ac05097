package dev.spine.peer;

import dev.spine.iop.kernel.MessageRoute;
import org.jspecify.annotations.Nullable;

/** One connection between a local and a remote object. Belongs to the local IOP's agent. */
public interface PeerConnection {
    /** The life of a connection. */
    enum State {
        /** Asked for; the other IOP has not answered yet. */
        OPENING,
        /** Messages can be sent. */
        OPEN,
        /** The other IOP refused, or does not answer. */
        REFUSED,
        /** It was open; the other IOP or the object is gone. */
        LOST
    }

    /** {@return where in its life it is} */
    State state();

    /** {@return the route for requests while the connection is open, otherwise null; one object per connection} */
    @Nullable MessageRoute route();

    /** {@return the session in which it was opened last, or null when it never was} */
    @Nullable PeerSession session();

    /** {@return why it is not open, in words for people; empty while it is} */
    String reason();
}
