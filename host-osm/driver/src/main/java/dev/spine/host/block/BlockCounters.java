package dev.spine.host.block;

import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.Counters;

/** What a block OSM counts. Written on the host agent's thread; read there, or roughly elsewhere. */
public final class BlockCounters extends Counters<BlockCounters.Counter> {
    /** Each counter with its label. */
    public enum Counter implements CounterName {
        /** Requests that were taken. */
        REQUESTS("requests"),
        /** Requests that ended well. */
        SUCCEEDED("requests that succeeded"),
        /** Requests that ended otherwise. */
        FAILED("requests that failed"),
        /** Requests that were not taken because as many as can be were in flight. */
        NO_SLOT("refusals at full depth"),
        /** Requests that were not taken because the IOP had returned no frame. */
        NO_FRAME("refusals without a frame"),
        /** Attempts after the first. */
        RETRIES("retries"),
        /** Requests that were aborted because their time was over. */
        ABORTS("aborts after a timeout"),
        /** Resets of the device because it answered no abort. */
        DEVICE_RESETS("resets of the device"),
        /** Requests that ended while the device may still use their memory. */
        MEMORY_HELD("requests whose memory was kept from use"),
        /** Requests whose memory came back later: the device has answered after all, or its IOP was reset. */
        MEMORY_RELEASED("requests whose memory came back"),
        /** Writes that were not made, because the device may still carry out an earlier one there after them. */
        BEHIND_HELD("writes behind one that may still be carried out"),
        /** Requests that were answered after their time was over. */
        LATE_ANSWERS("late answers"),
        /** Replies whose transfer count is impossible. */
        IMPOSSIBLE_COUNTS("impossible transfer counts"),
        /** Replies of progress. */
        PROGRESS("reports of progress"),
        /** Times that the device was attached. */
        ATTACHED("attachments"),
        /** Events of the device. */
        EVENTS("events");

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
    BlockCounters() {
        super(Counter.class);
    }
}
