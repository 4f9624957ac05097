package dev.spine.extension.api;

/**
 * Where a message goes: one of the dispatcher's four ways. Made by the runtime; an extension cannot make up a destination.
 * The card's agent.
 */
public final class Route {
    /** The four ways, and none. */
    public enum Way {
        /** To no one: a message to it is dropped and counted. */
        NONE,
        /** To a handler on this card. */
        LOCAL,
        /** To a device or runtime on another IOP of this node. */
        PEER,
        /** To the host. */
        HOST,
        /** To a runtime of another node over the wire. */
        NETWORK
    }

    /** No destination. */
    public static final Route NOWHERE = new Route(Way.NONE, 0, 0);

    /** Where in the address of a route over the network the service level is; see {@link RuntimeAccess#networkAddress}. */
    static final int LEVEL_SHIFT = 48;

    private static final ServiceLevel[] LEVELS =
        {ServiceLevel.UNRELIABLE, ServiceLevel.RETURN_TO_SENDER, ServiceLevel.RELIABLE, ServiceLevel.RELIABLE};

    private final Way way;
    private final int handler;
    private final long address;

    Route(Way way, int handler, long address) {
        this.way = way;
        this.handler = handler;
        this.address = address;
    }

    /** {@return which way} */
    public Way way() {
        return way;
    }

    /** {@return the handler at the destination, 0 to 65535} */
    public int handler() {
        return handler;
    }

    /** {@return what is promised; for ways other than NETWORK {@link ServiceLevel#RELIABLE}} */
    public ServiceLevel level() {
        return way == Way.NETWORK ? LEVELS[(int) (address >>> LEVEL_SHIFT) & 3] : ServiceLevel.RELIABLE;
    }

    long address() {
        return address;
    }

    @Override
    public String toString() {
        return "route " + way + " to handler " + handler;
    }
}
