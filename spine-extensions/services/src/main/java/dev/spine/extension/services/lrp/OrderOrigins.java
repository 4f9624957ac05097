package dev.spine.extension.services.lrp;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Route;

/**
 * Tells what the host orders from what others send to the same handlers, and counts that by where it has come from. A stranger gets no
 * answer: what the card says about a socket goes to the host, which would take it for the answer to its own order.
 */
final class OrderOrigins {
    private final Counter peer;
    private final Counter node;
    private final Counter card;
    private final Counter malformed;

    /**
     * @param context makes the counters
     * @param malformed counts what the host sends and is no order
     */
    OrderOrigins(ExtensionContext context, Counter malformed) {
        this.peer = context.counter("orders refused: of a peer");
        this.node = context.counter("orders refused: of another node");
        this.card = context.counter("orders refused: of this card");
        this.malformed = malformed;
    }

    /** {@return whether a message is an order of the host, of the kind that such an order has; any other is counted} */
    boolean isOrder(Message message, Message.Kind kind) {
        if (message.way() == Route.Way.HOST && message.kind() == kind) {
            return true;
        }
        refuse(message);
        return false;
    }

    /** Counts what is no order, and nothing that the card itself has told. */
    void refuse(Message message) {
        switch (message.way()) {
            case PEER -> peer.increment();
            case NETWORK -> node.increment();
            case LOCAL -> card.increment();
            case HOST, NONE -> malformed.increment();
        }
    }
}
