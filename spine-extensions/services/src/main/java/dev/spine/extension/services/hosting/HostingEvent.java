package dev.spine.extension.services.hosting;

/** What the service counts; the texts are the names of its counters. */
enum HostingEvent {
    TO_SERVER("packets to servers"),
    TO_CLIENT("packets to clients"),
    OPENED("connections opened"),
    EXPIRED("connections expired"),
    EVICTED("connections ended for want of room"),
    AGREED("connections agreed to by the card"),
    CHOSEN("connections given by the host of their request"),
    DEFAULTED("connections given to the service without hosts"),
    NEXT_SERVER("connections given to another server"),
    UNKNOWN_HOST("refused: unknown host"),
    NO_HOST("refused: request without host"),
    LONG_HEAD("refused: no host in the first bytes"),
    NO_SERVER("refused: no server takes it"),
    SLOW_REQUEST("refused: request too slow"),
    NO_CONNECTION("refused: no such connection"),
    TABLE_FULL("dropped: no room for a connection"),
    NO_PLACE("dropped: no place for a request"),
    NOT_IN_ORDER("dropped: not in order"),
    SAME_PORTS("dropped: server has the client's port already"),
    MALFORMED("dropped: headers wrong or cut"),
    UNFINISHED("dropped: work left to be done"),
    FRAGMENT("dropped: fragment"),
    ERROR_TRANSLATED("ICMP errors translated"),
    WIRE_FULL("dropped: wire full"),
    NO_ROUTER("dropped: no router to give it to"),
    NO_NEIGHBOUR("dropped: the router would need the host for it");

    private final String text;

    HostingEvent(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
