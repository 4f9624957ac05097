package dev.spine.extension.services.multicast;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;

/** What a card of the tree counts. */
final class MulticastCounters {
    static final int TAKEN = 0;
    static final int FORWARDED = 1;
    static final int TO_WIRE = 2;
    static final int TO_HOST = 3;
    static final int DUPLICATE = 4;
    static final int OLD_TREE = 5;
    static final int NO_TREE = 6;
    static final int NEIGHBOUR_BUSY = 7;
    static final int NEIGHBOUR_LOST = 8;
    static final int WIRE_FULL = 9;
    static final int HOST_BUSY = 10;
    static final int HOPS = 11;
    static final int UNFINISHED = 12;
    static final int OF_THE_TREE = 13;
    static final int MALFORMED = 14;

    private static final int COUNT = 15;

    private final Counter[] counters = new Counter[COUNT];

    MulticastCounters(ExtensionContext context) {
        for (int i = 0; i < COUNT; i++) {
            counters[i] = context.counter(text(i));
        }
    }

    private static String text(int what) {
        return switch (what) {
            case TAKEN -> "packets taken";
            case FORWARDED -> "packets to neighbours";
            case TO_WIRE -> "packets to the wire";
            case TO_HOST -> "packets to the host";
            case DUPLICATE -> "dropped: has been here";
            case OLD_TREE -> "dropped: of an old tree";
            case NO_TREE -> "not taken: no tree";
            case NEIGHBOUR_BUSY -> "dropped: neighbour takes no more";
            case NEIGHBOUR_LOST -> "dropped: neighbour is gone";
            case WIRE_FULL -> "dropped: wire full";
            case HOST_BUSY -> "dropped: host takes no more";
            case HOPS -> "dropped: too many hops";
            case UNFINISHED -> "not taken: work left to be done";
            case OF_THE_TREE -> "not taken: sent by the tree";
            default -> "dropped: malformed";
        };
    }

    void count(int what) {
        counters[what].increment();
    }

    void add(int what, int many) {
        counters[what].add(many);
    }
}
