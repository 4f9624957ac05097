package dev.spine.device.os.netlink;

/** What the kernel does with packets of a route. Source: rtnetlink(7), {@code rtm_type}. Any thread. */
public enum RouteType {
    /** None is given. */
    UNSPECIFIED,
    /** Sent to a gateway, or to a neighbour on the link. */
    UNICAST,
    /** An address of the machine itself. */
    LOCAL,
    /** Sent as a broadcast, taken in as one. */
    BROADCAST,
    /** Sent as a broadcast, taken in as unicast. */
    ANYCAST,
    /** Sent as multicast. */
    MULTICAST,
    /** Dropped, nobody is told. */
    BLACKHOLE,
    /** Dropped; the sender is told that nobody is there. */
    UNREACHABLE,
    /** Dropped; the sender is told that it is forbidden. */
    PROHIBIT,
    /** The look-up goes on in the next table. */
    THROW,
    /** Addresses are translated. */
    NAT,
    /** An external resolver is asked. */
    EXTERNAL,
    /** A number that this list does not have. */
    UNKNOWN;

    private static final RouteType[] ALL = values();

    static RouteType of(int number) {
        return number < UNKNOWN.ordinal() ? ALL[number] : UNKNOWN;
    }
}
