package dev.spine.extension.services.multicast;

import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceLevel;
import org.jspecify.annotations.Nullable;

/** One generation of the tree, as a card knows it: its neighbours, and the hardware addresses of all cards. Used again for later ones. */
final class Tree {
    private final ExtensionContext context;
    private final int returnHandler;
    private final int[] nodes = new int[MulticastProtocol.MAX_NEIGHBOURS];
    private final int[] kinds = new int[MulticastProtocol.MAX_NEIGHBOURS];
    private final int[] firsts = new int[MulticastProtocol.MAX_NEIGHBOURS];
    private final int[] seconds = new int[MulticastProtocol.MAX_NEIGHBOURS];
    private final int[] handlers = new int[MulticastProtocol.MAX_NEIGHBOURS];
    private final @Nullable Route[] routes = new Route[MulticastProtocol.MAX_NEIGHBOURS];
    private final long[] addresses = new long[MulticastProtocol.MAX_CARDS + 1];
    private int generation;
    private int neighbours;
    private int addressCount;
    private long saidNeighbours;
    private long saidAddresses;
    private int duties;
    private boolean notified;
    /** Neighbours that have taken nothing for a long time, as bits. */
    private int givenUp;

    Tree(ExtensionContext context, int returnHandler) {
        this.context = context;
        this.returnHandler = returnHandler;
    }

    /** {@return whether a generation can begin like that} */
    boolean begin(Message message) {
        int neighboursToCome = message.word(3);
        int addressesToCome = message.word(4);
        if (message.word(2) == 0 || neighboursToCome < 0 || neighboursToCome > nodes.length || addressesToCome < 0
            || addressesToCome >= addresses.length) {
            return false;
        }
        generation = message.word(2);
        neighbours = neighboursToCome;
        addressCount = addressesToCome;
        duties = message.word(7);
        saidNeighbours = 0;
        saidAddresses = 0;
        notified = false;
        givenUp = 0;
        for (int i = 0; i < routes.length; i++) {
            routes[i] = null;
        }
        return true;
    }

    /** Enters a neighbour: {@return whether there can be such a one}. */
    boolean neighbour(Message message) {
        int index = message.word(3);
        int node = message.word(4);
        int kind = message.word(5);
        if (index < 0 || index >= neighbours || node < 1 || node > MulticastProtocol.MAX_CARDS
            || kind != MulticastProtocol.PEER && kind != MulticastProtocol.NETWORK) {
            return false;
        }
        nodes[index] = node;
        kinds[index] = kind;
        firsts[index] = message.word(6);
        seconds[index] = message.word(7);
        handlers[index] = message.word(8);
        saidNeighbours |= 1L << index;
        return true;
    }

    /** Enters the hardware address of a card of the tree: {@return whether there can be such a one}. */
    boolean address(Message message) {
        int index = message.word(3);
        if (index < 0 || index >= addressCount) {
            return false;
        }
        addresses[index] = (long) message.word(4) << Integer.SIZE | message.word(5) & 0xFFFF_FFFFL;
        saidAddresses |= 1L << index;
        return true;
    }

    private boolean isComplete() {
        return generation != 0 && Long.bitCount(saidNeighbours) == neighbours && Long.bitCount(saidAddresses) == addressCount;
    }

    /** {@return whether everything was said and all ways are open, which the host does not know} */
    boolean becomesReady() {
        return !notified && connect();
    }

    /** The host knows that it is there. */
    void isNotified() {
        notified = true;
    }

    /** {@return whether it waits for ways to open} */
    boolean isOpening() {
        return isComplete() && !notified;
    }

    private boolean connect() {
        if (!isComplete()) {
            return false;
        }
        boolean open = true;
        for (int i = 0; i < neighbours; i++) {
            if (routes[i] == null) {
                routes[i] = kinds[i] == MulticastProtocol.PEER ? context.peer(firsts[i], seconds[i], handlers[i], returnHandler)
                    : context.network((long) firsts[i] << Integer.SIZE | seconds[i] & 0xFFFF_FFFFL, handlers[i], ServiceLevel.RELIABLE,
                        returnHandler);
            }
            open &= routes[i] != null;
        }
        return open;
    }

    int generation() {
        return generation;
    }

    /** {@return whether the host was told that it is there} */
    boolean isReady() {
        return notified;
    }

    int neighbours() {
        return neighbours;
    }

    int node(int index) {
        return nodes[index];
    }

    @Nullable Route route(int index) {
        return routes[index];
    }

    /** A neighbour has taken nothing for a long time: nothing waits for it any more. */
    void giveUp(int index) {
        givenUp |= 1 << index;
    }

    boolean isGivenUp(int index) {
        return (givenUp & 1 << index) != 0;
    }

    boolean does(int duty) {
        return (duties & duty) != 0;
    }

    /** {@return whether a hardware address is that of a card of the tree} */
    boolean isCard(long address) {
        for (int i = 0; i < addressCount; i++) {
            if (addresses[i] == address) {
                return true;
            }
        }
        return false;
    }
}
