package dev.spine.extension.router;

/**
 * Why a router drops a packet. Each is a counter of the extension under its {@link #title}, on the card that drops: what is about the
 * packet or its route on the card by which it came in, what is about the way out on the card that was to send it.
 */
public enum DropReason {
    /** IPv4 or IPv6, but the frame is too short for the header, or for the length that the header states (RFC 1812, 5.2.2). */
    TOO_SHORT("dropped: too short"),
    /** The version does not fit the Ethernet type, or the header length is less than 20 bytes (RFC 1812, 5.2.2). */
    BAD_HEADER("dropped: bad header"),
    /** The checksum of the IPv4 header is wrong (RFC 1812, 5.2.2). */
    CHECKSUM("dropped: header checksum"),
    /** The source is no address of a host: 0.0.0.0/8, 127.0.0.0/8, multicast, 240.0.0.0/4, ::, ::1 (RFC 1812, 5.3.7; RFC 4291). */
    MARTIAN_SOURCE("dropped: martian source"),
    /** It comes from outside, and its source is an address of this router (RFC 1812, 5.3.8; Linux: martian source). */
    OWN_SOURCE("dropped: own address as source"),
    /** The destination can be on no wire: 0.0.0.0/8, 127.0.0.0/8, 240.0.0.0/4 but broadcast, ::, ::1 (RFC 1812, 5.3.7; RFC 4291). */
    MARTIAN_DESTINATION("dropped: martian destination"),
    /** The routes lead to its source by another port, or not at all, and that port is to let no such packets in (RFC 3704). */
    REVERSE_PATH("dropped: reverse path"),
    /** TTL or hop limit has come to its end; the sender is told (RFC 1812, 5.3.1; RFC 8200, 3). */
    EXPIRED("dropped: TTL expired"),
    /** There is no route; the sender is told. */
    NO_ROUTE("dropped: no route"),
    /** The route says so, without a word. */
    BLACKHOLE("dropped: blackhole"),
    /** The route says that the destination cannot be reached; the sender is told. */
    UNREACHABLE("dropped: unreachable"),
    /** The route says that it is prohibited; the sender is told. */
    PROHIBITED("dropped: prohibited"),
    /** Larger than the next wire takes, and not to be fragmented; the sender is told (RFC 1191, RFC 8201). */
    TOO_BIG("dropped: too big"),
    /** A fragment that is to be cut again and whose pieces would begin beyond 65,535 bytes, where no header can say that (RFC 791, 3.1). */
    FRAGMENT_BEYOND("dropped: fragment beyond 65535"),
    /** A source of this link only, to a destination beyond it; the sender is told (RFC 4291, 2.5.6; RFC 4443, 3.1). */
    BEYOND_SCOPE("dropped: beyond scope of source"),
    /** Longer than a batch, so that no card can be given it. */
    OVERSIZE("dropped: longer than a batch"),
    /** The card by which it should leave has not taken earlier batches yet. */
    PEER_BUSY("dropped: egress card busy"),
    /** There is no way to the card by which it should leave: it is being connected, or is gone. */
    PEER_ABSENT("dropped: no egress card"),
    /** It was in a batch that the other card did not take, or that was on its way when that was lost. */
    BATCH_LOST("dropped: batch came back"),
    /** This card has no memory for a batch. */
    NO_MEMORY("dropped: no memory for a batch"),
    /** The wire takes none, and as many batches wait for it as may. */
    WIRE_FULL("dropped: wire full"),
    /** A stage of the parameter egress is not there. */
    NO_STAGE("dropped: egress stage missing"),
    /** A stage has dropped it, or has failed. */
    STAGE("dropped: by egress stage"),
    /** A stage takes complete packets only, and with this one work is left to be done: the wire that it came from must leave none. */
    UNFINISHED("dropped: work left to be done before a stage"),
    /** A packet in more fragments than one activation can make. */
    NO_FUEL("dropped: no fuel left"),
    /** A batch, a fence or a command that makes no sense, or shows another key. */
    MALFORMED("dropped: malformed message");

    private final String title;

    DropReason(String title) {
        this.title = title;
    }

    /** {@return the name of the counter} */
    public String title() {
        return title;
    }
}
