package dev.spine.extension.runtime.network;

import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.Counters;

/** What a card counts of its traffic with other nodes. Written by the card's agent. */
public final class NetworkCounters extends Counters<NetworkCounters.Counter> {
    /** What is counted. */
    public enum Counter implements CounterName {
        /** Messages sent, each once, however often its frames were. */
        MESSAGES_SENT,
        /** Messages handed to the runtime. */
        MESSAGES_DELIVERED,
        /** Unreliable messages that the wire or this card's extension could not take. */
        MESSAGES_LOST,
        /** Messages that came back to their sender. */
        MESSAGES_RETURNED,
        /** Messages, under way or on their way back, whose sender has left the card: nobody is told what becomes of them. */
        MESSAGES_ABANDONED,
        /** Messages of others that this card could not take and said so. */
        MESSAGES_REFUSED,
        /** Times that a stream was told to wait because its receiver here had no room. */
        STREAMS_HELD,
        /** Times that a sender here was told to wait because its stream was full. */
        SENDERS_HELD,
        /** Frames sent again. */
        FRAMES_REPEATED,
        /** Frames that had arrived before. */
        FRAMES_DUPLICATE,
        /** Frames that came too early and were dropped, to come again. */
        FRAMES_EARLY,
        /** Frames of a life, session or generation that is over. */
        FRAMES_STALE,
        /** Frames that are no frames between runtimes, whatever their EtherType says. */
        FRAMES_MALFORMED,
        /** Sessions that the other side no longer knew. */
        SESSIONS_LOST,
        /** Nodes that did not answer any more. */
        NODES_SILENT,
        /** Frames of nodes for which there was no place. */
        NODES_REFUSED
    }

    /** All at 0. */
    NetworkCounters() {
        super(Counter.class);
    }

    /** {@return the counts that are not 0, for people} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Counter counter : names()) {
            long count = get(counter);
            if (count != 0) {
                text.append(text.isEmpty() ? "" : ", ").append(count).append(' ').append(counter.label());
            }
        }
        return text.isEmpty() ? "no traffic" : text.toString();
    }
}
