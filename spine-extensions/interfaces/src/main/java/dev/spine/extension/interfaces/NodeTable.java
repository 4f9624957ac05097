package dev.spine.extension.interfaces;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceLevel;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that one interface joins: how many there are, which of them this card's is, and the way to each. All of it comes from the host,
 * once when the nodes are counted and once for each node; what comes from elsewhere is no order, and is counted.
 */
final class NodeTable {
    private static final int LAST_INSTANCE = 255;

    private final ExtensionContext context;
    private final Counter malformed;
    private final int handler;
    private final int returnHandler;
    private final @Nullable Route own;
    private final @Nullable Route[] routes;
    private int self = -1;
    private int size;

    /**
     * @param context makes the ways
     * @param malformed counts what is no order, and wrong ones
     * @param most the most nodes
     * @param handler of other nodes, for messages from here
     * @param returnHandler of this extension, for messages that come back
     * @param own the way to this node itself, or null when it is called like the others
     */
    NodeTable(ExtensionContext context, Counter malformed, int most, int handler, int returnHandler, @Nullable Route own) {
        this.context = context;
        this.malformed = malformed;
        this.handler = handler;
        this.returnHandler = returnHandler;
        this.own = own;
        this.routes = new Route[most];
    }

    /** Only the host may order: {@return whether a message is its own}; what comes from elsewhere to a handler of the host's is counted. */
    boolean isOrder(Message message) {
        if (message.way() != Route.Way.HOST) {
            malformed.increment();
            return false;
        }
        return true;
    }

    /** {@return whether the nodes are not counted yet, and this order (word 0: this node, word 1: how many) counts them} */
    boolean mayCount(Message order) {
        return self < 0 && order.word(1) >= 1 && order.word(1) <= routes.length && order.word(0) >= 0 && order.word(0) < order.word(1);
    }

    /** Counts the nodes: {@return whether that was right and new}. */
    boolean count(Message order) {
        boolean may = mayCount(order);
        if (may) {
            self = order.word(0);
            size = order.word(1);
        }
        return may;
    }

    /** Learns the way to a node (word 0) from its hardware address (words 1 and 2) and the number of the extension there (word 3). */
    void name(Message order) {
        int node = order.word(0);
        int instance = order.word(3);
        if (node < 0 || node >= size || instance < 1 || instance > LAST_INSTANCE) {
            malformed.increment();
            return;
        }
        long address = (long) order.word(1) << Integer.SIZE | order.word(2) & 0xFFFF_FFFFL;
        routes[node] = node == self && own != null ? own
            : context.network(address, instance << Byte.SIZE | handler, ServiceLevel.RELIABLE, returnHandler);
    }

    /** {@return the way to a node, or null when it is none of these or its way is not known yet} */
    @Nullable Route route(int node) {
        return node < 0 || node >= size ? null : routes[node];
    }

    /** {@return this card's node, or -1 before the nodes are counted} */
    int self() {
        return self;
    }

    /** {@return how many nodes there are; 0 before they are counted} */
    int size() {
        return size;
    }
}
