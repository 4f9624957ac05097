package dev.spine.command.control;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** What the control socket counts. Any thread. */
public final class ControlCounters {
    /** Each counter. */
    public enum Counter {
        /** Connections taken. */
        CONNECTIONS,
        /** Connections turned away because their user, or all together, have as many as they may. */
        TURNED_AWAY,
        /** Connections that could not be taken, for want of descriptors. */
        ACCEPTS_FAILED,
        /** Requests carried out. */
        REQUESTS,
        /** Requests not carried out. */
        REFUSED,
        /** Lines that are no request. */
        MALFORMED,
        /** Lines longer than is allowed; their connection is closed. */
        TOO_LONG,
        /** Connections closed because a request or the reading of a reply took too long. */
        STALLED,
        /** Connections closed because nothing was asked for a long time. */
        IDLE,
        /** Requests that waited because their user asks too often. */
        PACED,
        /** Requests at which Spine itself failed. */
        DEFECTS;

        /** {@return words for people} */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private final AtomicLongArray values = new AtomicLongArray(Counter.values().length);

    /** Zero everywhere. */
    public ControlCounters() {}

    void increment(Counter counter) {
        values.incrementAndGet(counter.ordinal());
    }

    /**
     * {@return a count}
     *
     * @param counter which
     */
    public long get(Counter counter) {
        return values.get(counter.ordinal());
    }

    /** {@return all counts by their labels} */
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        for (Counter counter : Counter.values()) {
            members.put(counter.label(), get(counter));
        }
        return members;
    }
}
