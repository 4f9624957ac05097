package dev.spine.command.control;

import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.SharedCounters;

/** What the control socket counts. Any thread. */
public final class ControlCounters extends SharedCounters<ControlCounters.Counter> {
    /** Each counter. */
    public enum Counter implements CounterName {
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
        DEFECTS
    }

    /** Zero everywhere. */
    public ControlCounters() {
        super(Counter.class);
    }
}
