package dev.spine.extension.services.hosting;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;

/** A counter for each {@link HostingEvent}. */
final class HostingCounters {
    private final Counter[] counters;

    HostingCounters(ExtensionContext context) {
        HostingEvent[] events = HostingEvent.values();
        counters = new Counter[events.length];
        for (int i = 0; i < events.length; i++) {
            counters[i] = context.counter(events[i].text());
        }
    }

    void count(HostingEvent event) {
        counters[event.ordinal()].increment();
    }

    void add(HostingEvent event, int many) {
        counters[event.ordinal()].add(many);
    }
}
