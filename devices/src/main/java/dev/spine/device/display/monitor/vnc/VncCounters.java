package dev.spine.device.display.monitor.vnc;

import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.SharedCounters;

/** What a VNC monitor counts. Any thread, at any time. */
public final class VncCounters extends SharedCounters<VncCounters.Counter> {
    /** Each counter with its label. */
    public enum Counter implements CounterName {
        /** Connections that were accepted. */
        CONNECTIONS("connections"),
        /** Connections that were turned away because all places were taken. */
        TURNED_AWAY("connections turned away"),
        /** Viewers that passed the handshake. */
        VIEWERS("viewers"),
        /** Viewers that went by closing their connection. */
        VIEWERS_GONE("viewers gone"),
        /** Handshakes that were no RFB. */
        BAD_HANDSHAKES("bad handshakes"),
        /** Handshakes that took too long. */
        HANDSHAKES_TIMED_OUT("handshakes timed out"),
        /** Wrong answers to the challenge. */
        WRONG_PASSWORDS("wrong passwords"),
        /** Messages of viewers that have been understood. */
        MESSAGES("messages"),
        /** Messages that are no RFB, or ask for what cannot be: the viewer is closed. */
        BAD_MESSAGES("bad messages"),
        /** Connections that broke in the middle of a message. */
        CUT_MESSAGES("cut messages"),
        /** Times at which a viewer sent more messages than are read in a second, and had to wait. */
        FLOODS_HELD("floods throttled"),
        /** Key, pointer and cut text messages: understood and ignored. */
        INPUT_EVENTS("input events ignored"),
        /** Encodings that were announced and are not known. */
        UNKNOWN_ENCODINGS("unknown encodings"),
        /** Requests for an update. */
        UPDATE_REQUESTS("update requests"),
        /** Updates that were sent. */
        UPDATES("updates"),
        /** Rectangles that were sent as they are. */
        RAW_RECTANGLES("raw rectangles"),
        /** Rectangles that were sent as a copy from elsewhere on the viewer's screen. */
        COPIED_RECTANGLES("copied rectangles"),
        /** Rectangles that were sent run-length encoded and compressed. */
        ZRLE_RECTANGLES("ZRLE rectangles"),
        /** Times at which a viewer was told another size of the screen. */
        SIZE_CHANGES("size changes"),
        /** Bytes that were sent. */
        BYTES_SENT("bytes sent"),
        /** Viewers that were closed because they did not take what they had asked for. */
        STALLED_VIEWERS("stalled viewers"),
        /** Viewers that were closed because another one asked for the screen alone. */
        VIEWERS_REPLACED("viewers replaced"),
        /** Viewers that were closed because the screen has another size now, which they cannot follow. */
        VIEWERS_OUTGROWN("viewers that cannot follow a new size"),
        /** Viewers that were closed because the monitor failed to serve them: a defect, to be reported. */
        VIEWERS_FAILED("viewers that the monitor failed to serve"),
        /** Connections that the operating system broke off or refused. */
        CONNECTIONS_FAILED("connections failed"),
        /** Times at which a viewer could not be accepted because the process had no descriptor for it; it waited. */
        ACCEPTS_FAILED("viewers that had to wait for a descriptor");

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
    VncCounters() {
        super(Counter.class);
    }
}
