package dev.spine.host.nbd;

import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.Counters;

/** What an NBD server counts. Written by the host's agent; read by others while the engine stands still, or roughly while it runs. */
public final class NbdCounters extends Counters<NbdCounters.Counter> {
    /** Each counter with its label. */
    public enum Counter implements CounterName {
        /** Clients that connected. */
        CONNECTIONS("connections"),
        /** Clients that were closed at once because there are as many as may be. */
        REFUSED_CONNECTIONS("connections refused"),
        /** Clients that were closed at once because there was no memory for them. */
        MEMORY_REFUSALS("connections refused for want of memory"),
        /** Times at which a client could not be accepted because the process had no descriptor for it; it waited. */
        ACCEPTS_FAILED("connections that had to wait for a descriptor"),
        /** Negotiations that took too long. */
        NEGOTIATION_TIMEOUTS("negotiation timeouts"),
        /** Negotiations that broke the protocol: wrong magic, unknown flags. */
        BAD_NEGOTIATIONS("bad negotiations"),
        /** Options whose data is not what the protocol prescribes. */
        MALFORMED_OPTIONS("malformed options"),
        /** Options that are longer than any option is. */
        OVERSIZE_OPTIONS("oversize options"),
        /** Options that are not supported. */
        UNSUPPORTED_OPTIONS("unsupported options"),
        /** Clients closed because they sent too many options. */
        OPTION_FLOODS("option floods"),
        /** Names of exports that do not exist. */
        UNKNOWN_EXPORTS("unknown exports"),
        /** Connections closed because a request did not begin as requests do. */
        BAD_REQUESTS("bad requests"),
        /** Connections closed because the client left a message half sent or replies unread, or moved them too slowly. */
        STALLS("stalled connections"),
        /** Connections that ended in the middle of a message. */
        CUTS("connections cut in a message"),
        /** Connections that the operating system reported as broken. */
        BROKEN("broken connections"),
        /** Read requests. */
        READS("reads"),
        /** Write requests. */
        WRITES("writes"),
        /** Flush requests. */
        FLUSHES("flushes"),
        /** Trim requests. */
        TRIMS("trims"),
        /** Requests to write zeros. */
        ZEROES("write-zeroes"),
        /** Cache requests. */
        CACHES("caches"),
        /** Questions for the status of blocks. */
        STATUS_REQUESTS("block-statuses"),
        /** Bytes sent in answers to read requests, holes included. */
        BYTES_READ("bytes read"),
        /** Bytes received in write requests. */
        BYTES_WRITTEN("bytes written"),
        /** Parts of requests that are no whole block and were written by reading, changing and writing the block. */
        PARTIAL_BLOCKS("partial blocks written"),
        /** Requests answered with an error. */
        ERRORS("errors answered"),
        /** Requests that had to wait for memory, for the device, or for another write. */
        WAITS("requests that waited");

        private final String label;

        Counter(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    /** Made by a server. */
    NbdCounters() {
        super(Counter.class);
    }
}
