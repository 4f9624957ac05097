package dev.spine.device.wire;

import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.Counters;

/** What one direction of a port counts. Written by one agent or thread; read by others roughly while it runs. */
public final class WireCounters extends Counters<WireCounters.Counter> {
    /** Each counter, with its label. */
    public enum Counter implements CounterName {
        /** Frames that passed. */
        FRAMES("frames"),
        /** Their bytes. */
        BYTES("bytes"),
        /** Frames dropped because the receiver had no free receive buffer. */
        NO_RECEIVE_BUFFER("dropped: no receive buffer"),
        /** Frames dropped because they were shorter than a header or longer than the receiver takes. */
        BAD_LENGTH("dropped: bad length"),
        /** Frames dropped because the link was down. */
        LINK_DOWN("dropped: link down"),
        /** Frames dropped inside a wire that has queues of its own, because one was full. */
        QUEUE_FULL("dropped: queue in the wire full"),
        /** Frames dropped because the wire carries only some kinds of frame. */
        UNSUPPORTED("dropped: not carried by this wire"),
        /** Frames that the operating system refused. */
        SYSTEM_REFUSED("dropped: refused by the operating system");

        private final String label;

        Counter(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }

        /** {@return whether it counts frames that were lost} */
        public boolean isDrop() {
            return this != FRAMES && this != BYTES;
        }
    }

    /** Counters at 0. */
    public WireCounters() {
        super(Counter.class);
    }

    /**
     * Counts a frame that passed. For the writer.
     *
     * @param bytes its length
     */
    public void passed(int bytes) {
        increment(Counter.FRAMES);
        add(Counter.BYTES, bytes);
    }

    /**
     * Counts a frame that was lost. For the writer.
     *
     * @param why the reason
     */
    public void dropped(Counter why) {
        increment(why);
    }

    /** {@return frames that passed} */
    public long frames() {
        return get(Counter.FRAMES);
    }

    /** {@return frames lost, for whatever reason} */
    public long drops() {
        long sum = 0;
        for (Counter counter : Counter.values()) {
            sum += counter.isDrop() ? get(counter) : 0;
        }
        return sum;
    }
}
