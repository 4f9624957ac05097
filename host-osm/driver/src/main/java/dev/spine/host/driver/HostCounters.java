package dev.spine.host.driver;

import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.Counters;

/**
 * What the host's agent counts. Written by the agent; read by others while the engine stands still, or roughly while it runs.
 */
public final class HostCounters extends Counters<HostCounters.Counter> {
    /** Each counter with its label. */
    public enum Counter implements CounterName {
        /** Frames posted to IOPs. */
        MESSAGES_SENT("messages sent"),
        /** Frames found on outbound queue pairs. */
        MESSAGES_RECEIVED("messages received"),
        /** What an interrupt-driven host would be interrupted for: bursts of replies after idleness, unless the machine says other. */
        INTERRUPTS("interrupts"),
        /** Requests that could not be opened because the IOP had returned no frame. */
        NO_FRAME("opens without a free frame"),
        /** Requests that could not be opened because all contexts were in use. */
        NO_CONTEXT("opens without a free context"),
        /** Replies to contexts that are in use for something else by now, or for nothing. */
        LATE_REPLIES("late replies"),
        /** Replies whose context was never given out. */
        STRAY_REPLIES("stray replies"),
        /** Frames on outbound queue pairs that are no replies, or whose size is impossible. */
        MALFORMED_REPLIES("malformed replies"),
        /** Requests that an IOP could not deliver. */
        TRANSPORT_FAILURES("transport failures"),
        /** Preserved frames returned as no-operations. */
        PRESERVED_RETURNED("preserved frames returned"),
        /** Transport failures that name a frame which the IOP does not preserve. */
        PRESERVED_UNKNOWN("unknown preserved frames"),
        /** Requests whose time was over. */
        TIMEOUTS("timeouts"),
        /** IOPs reset. */
        RESETS("IOP resets");

        private final String label;

        Counter(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    /** All at 0. */
    public HostCounters() {
        super(Counter.class);
    }

    /** {@return messages that the host sent or received so far} */
    public long messages() {
        return get(Counter.MESSAGES_SENT) + get(Counter.MESSAGES_RECEIVED);
    }
}
