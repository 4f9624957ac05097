package dev.spine.extension.services.nat;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;

/** A counter for each {@link NatEvent}. */
final class NatCounters {
    private final Counter[] counters;

    NatCounters(ExtensionContext context) {
        NatEvent[] events = NatEvent.values();
        counters = new Counter[events.length];
        for (int i = 0; i < events.length; i++) {
            counters[i] = context.counter(events[i].text());
        }
    }

    void count(NatEvent event) {
        counters[event.ordinal()].increment();
    }

    void add(NatEvent event, int many) {
        counters[event.ordinal()].add(many);
    }
}
