package dev.spine.host.net;

import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.Counters;

/** What a {@link HostInterface} counts. Written on the host agent's thread; read by others roughly while it runs. */
public final class HostInterfaceCounters extends Counters<HostInterfaceCounters.Counter> {
    /** Each counter, with its label. */
    public enum Counter implements CounterName {
        /** Frames from the card that the system has. */
        TO_SYSTEM("frames to the system"),
        /** Frames of the system that the card has sent. */
        TO_CARD("frames to the card"),
        /** Frames from the card that were lost because the system takes none and as many wait as may. */
        SYSTEM_FULL("dropped: the system takes no more"),
        /** Frames from the card that the system refused. */
        SYSTEM_REFUSED("dropped: refused by the system"),
        /** Frames of the system that are too long for the card. */
        TOO_LONG("dropped: too long for the card"),
        /** Frames of the system that the card did not send: its link was down, or it was reset. */
        CARD_FAILED("dropped: not sent by the card");

        private final String label;

        Counter(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    /** Counters at 0. */
    HostInterfaceCounters() {
        super(Counter.class);
    }
}
