package dev.spine.device.remote;

import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.SharedCounters;
import java.util.stream.Collectors;

/** What a remote card has seen of its clients. Written by the server's threads, read by any. */
public final class RemoteCounters extends SharedCounters<RemoteCounters.Counter> {
    /** What is counted. */
    public enum Counter implements CounterName {
        /** Clients that were accepted. */
        CLIENTS,
        /** Messages that were carried out. */
        MESSAGES,
        /** Messages that are none: unknown command, wrong size, wrong number of descriptors. The connection was closed. */
        MALFORMED,
        /** Messages that were begun and not ended in time, or answers that were not taken. The connection was closed. */
        STALLED,
        /** Connections that ended in the middle of a message. */
        CUT,
        /** Accesses to BAR addresses where the card does not answer, and accesses of impossible size. */
        STRAY_ACCESSES,
        /** Memory maps that were taken over. */
        MEMORY_MAPS,
        /** Files that were mapped; most maps name files that are mapped already. */
        MAPPINGS,
        /** Regions that could not be mapped: no shared memory, or memory that can shrink. They stay unreachable. */
        REFUSED_MEMORY,
        /** Interrupts that were raised. */
        INTERRUPTS,
        /** Resets by a client. */
        RESETS,
        /** Clients that could not be accepted: the process has no descriptor for them. They wait. */
        ACCEPTS_FAILED,
        /** Memory maps whose memory of before the card did not leave in time. That memory stays mapped until it has. */
        LATE_DRAINS,
        /** Requests that are answered in the client's memory and were not taken up in time; the answer came after their write had ended. */
        LATE_ANSWERS
    }

    /** All at 0. */
    RemoteCounters() {
        super(Counter.class);
    }

    /** Every counter by its name in code, 0 or not. */
    @Override
    public String toString() {
        return names().stream().map(counter -> counter + " " + get(counter)).collect(Collectors.joining(", "));
    }
}
