package dev.spine.extension.services.nat;

/** What the service counts; the texts are the names of its counters. */
enum NatEvent {
    OUT("packets masked"),
    IN("packets unmasked"),
    OPENED("connections opened"),
    EXPIRED("connections expired"),
    EVICTED("connections ended for want of room"),
    TABLE_FULL("refused: no room for a connection"),
    NO_PORT("refused: no port free"),
    ANSWERED("refusals told to the sender"),
    UNTRANSLATABLE("refused: protocol without ports"),
    UNSOLICITED("dropped: nobody inside asked"),
    NO_CONNECTION("dropped: no such connection"),
    MALFORMED("dropped: headers wrong or cut"),
    TINY_FRAGMENT("dropped: fragment hides its header"),
    FRAGMENT_REFUSED("dropped: fragment of a refused packet"),
    FRAGMENT_HELD("fragments held for their first one"),
    ERROR_TRANSLATED("ICMP errors translated"),
    ERROR_DROPPED("dropped: ICMP error of no connection"),
    UNFINISHED("dropped: work left to be done"),
    NO_ROUTER("dropped: no router to give it to"),
    NO_NEIGHBOUR("dropped: the router would need the host for it");

    private final String text;

    NatEvent(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
