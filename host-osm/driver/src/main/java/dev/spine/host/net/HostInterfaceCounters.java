package dev.spine.host.net;

/** What a {@link HostInterface} counts. Written on the host agent's thread; read by others roughly while it runs. */
public final class HostInterfaceCounters {
    /** Each counter, with its label. */
    public enum Counter {
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

        /** {@return words for people} */
        public String label() {
            return label;
        }
    }

    private final long[] values = new long[Counter.values().length];

    /** Counters at 0. */
    HostInterfaceCounters() {
        // All begin at 0.
    }

    void increment(Counter counter) {
        values[counter.ordinal()]++;
    }

    /**
     * {@return the count so far}
     *
     * @param counter which
     */
    public long get(Counter counter) {
        return values[counter.ordinal()];
    }

    /** Every counter that is not 0, for people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Counter counter : Counter.values()) {
            if (get(counter) != 0) {
                text.append(text.isEmpty() ? "" : ", ").append(counter.label()).append(' ').append(get(counter));
            }
        }
        return text.isEmpty() ? "nothing" : text.toString();
    }
}
