package dev.spine.device.wire.fault;

import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.Counters;

/** What one faulty direction of a port did to its frames. Written by the device's agent; read by others roughly while it runs. */
public final class FaultCounters extends Counters<FaultCounters.Counter> {
    /** Each counter, with its label. */
    public enum Counter implements CounterName {
        /** Frames lost. */
        LOST("lost"),
        /** Frames with a bit turned over that were dropped by the check sequence. */
        DROPPED("damaged and dropped"),
        /** Frames with a bit turned over that went on. */
        DAMAGED("damaged and passed on"),
        /** Frames that went on twice. */
        REPEATED("repeated"),
        /** Frames that went on later. */
        DELAYED("delayed"),
        /** Frames that went on once or at once because too many were held already. */
        NO_ROOM("not repeated or delayed: no room");

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
    public FaultCounters() {
        super(Counter.class);
    }

    /** {@return frames that went in minus those that came out, but for those that are held} */
    long missing() {
        return get(Counter.LOST) + get(Counter.DROPPED) - get(Counter.REPEATED);
    }
}
