package dev.spine.device.display;

import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.Counters;

/**
 * What a display counts. Written by the display's agent; read by others while the engine stands still, or roughly while it runs.
 */
public final class DisplayCounters extends Counters<DisplayCounters.Counter> {
    /** Each counter with its label. */
    public enum Counter implements CounterName {
        /** Messages that put runs or packets. */
        PUTS("put messages"),
        /** Runs that were put on the screen. */
        RUNS_PUT("runs put"),
        /** Runs that leave the visible rectangle or are no whole pixel groups. */
        RUNS_REFUSED("runs refused"),
        /** Packets whose visible pixels were put on the screen. */
        PACKETS_PUT("packets put"),
        /** Packets with a malformed payload header. */
        PACKETS_REFUSED("packets refused"),
        /** Bytes of pixels that the display pulled. */
        BYTES_PULLED("bytes pulled"),
        /** Pulled bytes that the card's processor converted into another pixel format. */
        BYTES_CONVERTED("bytes converted"),
        /** Transfers that the bus refused because of a source address. */
        TRANSFERS_REFUSED("transfers refused"),
        /** Times at which requests had to wait because all transfers, or all waiting moves, were in use. */
        TIMES_HELD("times held"),
        /** Requests that were answered with an error. */
        REQUESTS_REFUSED("requests refused"),
        /** Windows made, moved and destroyed. */
        WINDOW_CHANGES("window changes"),
        /** Grants given. */
        GRANTS_GIVEN("grants given"),
        /** Grants revoked. */
        GRANTS_REVOKED("grants revoked");

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
    DisplayCounters() {
        super(Counter.class);
    }
}
