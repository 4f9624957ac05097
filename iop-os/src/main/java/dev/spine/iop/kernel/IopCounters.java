package dev.spine.iop.kernel;

import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.Counters;

/**
 * What an IOP counts. Written by the IOP's agent; read by others while the engine stands still, or roughly while it runs.
 */
public final class IopCounters extends Counters<IopCounters.Counter> {
    /** Each counter with its label and what it means. */
    public enum Counter implements CounterName {
        /** Frames polled from inbound queue pairs. */
        FRAMES_IN("frames polled"),
        /** Replies sent. */
        REPLIES_OUT("replies sent"),
        /** Replies that had to wait for a frame. */
        REPLIES_WAITED("replies that waited for a frame"),
        /** Requests sent to other objects. */
        REQUESTS_OUT("requests sent"),
        /** Frames whose size field lies below the header or beyond the slot. */
        MALFORMED_FRAMES("malformed frames"),
        /** Requests for a TID at which nothing lives. */
        UNKNOWN_TARGETS("requests for unknown targets"),
        /** Requests of another IOP whose initiator and target are not connected, dropped. */
        UNCONNECTED_REQUESTS("requests of peers outside a connection"),
        /** Requests that the IOP's state forbids. */
        STATE_ERRORS("requests that the state forbids"),
        /** Requests with a function that the target does not know. */
        UNKNOWN_FUNCTIONS("requests with unknown functions"),
        /** Replies for which no initiator was found. */
        STRAY_REPLIES("replies that nobody waits for"),
        /** Connections to objects of other IOPs that were opened from here. */
        CONNECTIONS_OPENED("connections opened"),
        /** Connections that another IOP opened to objects of this one. */
        CONNECTIONS_ACCEPTED("connections accepted"),
        /** Connections that could not be opened from here: refused, unanswered, or no resources. */
        CONNECTIONS_REFUSED("connections refused"),
        /** Requests for a connection that this IOP refused. */
        CONNECTS_REFUSED("connection requests refused"),
        /** Connections that were open and ended with the session between the two IOPs. */
        CONNECTIONS_LOST("connections lost"),
        /** Transport failures sent. */
        TRANSPORT_FAILURES("transport failures sent"),
        /** Requests that a module kept in its event queue. */
        DEFERRED_REQUESTS("requests deferred"),
        /** Sends that found no free frame at the target. */
        NO_FRAME("sends that found no frame"),
        /** Event reports sent. */
        EVENTS_SENT("events sent"),
        /** Event reports that nobody could wait for any longer. */
        EVENTS_LOST("events lost"),
        /** Requests that their initiators have aborted. */
        ABORTED_REQUESTS("requests aborted"),
        /** Requests that ended because their device was reset or left. */
        TERMINATED_REQUESTS("requests ended with their device"),
        /** Requests refused because somebody else has the device for himself. */
        EXCLUDED_REQUESTS("requests refused because of others' rights"),
        /** Requests from or for a device or a path that is suspended. */
        SUSPENDED_REQUESTS("requests refused while suspended"),
        /** Reports of others that a reply could not be delivered. */
        REPLY_FAULTS("replies reported undeliverable"),
        /** Parameter operations on groups that the object does not have. */
        UNKNOWN_GROUPS("operations on unknown groups"),
        /** Posts of a static frame beyond what it may have outstanding. */
        STATIC_REFUSED("posts of static frames refused"),
        /** Packets taken from wires. */
        PACKETS_IN("packets received"),
        /** Packets handed to wires. */
        PACKETS_OUT("packets sent"),
        /** Packets dropped because nobody gave a bucket for them. */
        PACKETS_NO_BUFFER("packets dropped for lack of a bucket"),
        /** Packets dropped because they were no valid MAC frames. */
        PACKETS_BAD("bad packets"),
        /** Orders about what runs on a card that came from another IOP instead of the host. */
        CONTROL_REFUSED("control requests refused to peers"),
        /** Transfers that a check refused. */
        TRANSFERS_REFUSED("transfers refused"),
        /** Failures of the IOP because an extension did not come back and its thread was given up. */
        THREADS_LOST("threads given up"),
        /** Resets that were refused because too many threads of the process were given up. */
        RESETS_REFUSED("resets refused");

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
    public IopCounters() {
        super(Counter.class);
    }
}
