package dev.spine.extension.runtime;

import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.Store;
import dev.spine.extension.api.Surface;
import dev.spine.extension.runtime.message.TransferFences;
import dev.spine.extension.runtime.network.MessageSink;
import dev.spine.iop.kernel.IncomingRequest;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A message that waits for its handler on this card, or for its data: local sends are queued, never nested. Preallocated. Belongs to the
 * card's agent.
 */
final class MessageSlot implements MessageSink.Arriving {
    private final MessageQueues queues;
    final int[] words = new int[Message.WORDS];
    Message.Kind kind = Message.Kind.SMALL;
    Route source = Route.NOWHERE;
    /** Which way it has come; NONE for reports. */
    Route.Way way = Route.Way.NONE;
    ReturnReason reason = ReturnReason.NONE;
    int user;
    int instance;
    int handler;
    @Nullable Surface surface;
    @Nullable Store store;
    @Nullable HostRegion region;
    @Nullable Lease lease;
    /** A peer's request that is answered when the message has left the queue, so that its sender knows of the room. */
    @Nullable IncomingRequest request;
    /** Of the report that all transfers have ended: what is notified that it has left the queue, with its place there. */
    @Nullable TransferFences fences;
    int fence;
    /** Whether its data are still on their way. */
    boolean isArriving;
    /** Whether its data could not be fetched, so that no handler runs for it. */
    boolean isLost;
    /** Whether it has left its queue before its data had arrived. */
    boolean isDropped;
    /** Whether it takes the room of messages; reports have room of their own. */
    boolean isMessage;
    /** The next in the same queue, or in the pool. */
    @Nullable MessageSlot next;

    MessageSlot(MessageQueues queues) {
        this.queues = queues;
    }

    @Override
    public void put(MemorySegment from, long offset, int at, int bytes) {
        Lease memory = lease;
        if (memory != null) {
            memory.put(from, offset, at, bytes);
        }
    }

    /** Its data do not come, and it has not entered a queue. */
    @Override
    public void cancel() {
        queues.putBackWithData(this);
    }

    /** Nothing of a message stays for the next one. */
    void clear() {
        kind = Message.Kind.SMALL;
        source = Route.NOWHERE;
        way = Route.Way.NONE;
        reason = ReturnReason.NONE;
        user = 0;
        surface = null;
        store = null;
        region = null;
        lease = null;
        request = null;
        fences = null;
        isArriving = false;
        isLost = false;
        isDropped = false;
    }
}
