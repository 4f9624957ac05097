package dev.spine.peer.plan;

import dev.spine.iop.bus.Access;
import dev.spine.peer.PeerConnection;
import org.jspecify.annotations.Nullable;

/**
 * What decides between routes.
 *
 * @param connection the state of the connection from the source's card to the destination, or null when none was asked for
 * @param grant whether the source's card holds a grant of the destination
 * @param sourceAccess what other bus agents may do with the source's memory
 * @param sourceCard what the source's card does with bytes that the destination stores in another format
 */
public record Conditions(PeerConnection.@Nullable State connection, Grant grant, Access sourceAccess, SourceCard sourceCard) {
    /** What runs on the source's card. */
    public enum SourceCard {
        /** Nothing that looks at the bytes: they are moved as they are. */
        MOVES,
        /** Something that converts bytes into the destination's format before they are moved. */
        CONVERTS
    }

    /** The grant under which the source's card may write into the destination. */
    public enum Grant {
        /** Valid now. */
        HELD,
        /** It was held and has been revoked: the destination has moved or is gone. */
        REVOKED,
        /** Asked for and refused. */
        REFUSED,
        /** Never asked for. */
        NOT_ASKED
    }
}
