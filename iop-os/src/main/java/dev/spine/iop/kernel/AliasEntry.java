package dev.spine.iop.kernel;

import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.BusAgent;
import org.jspecify.annotations.Nullable;

/**
 * One row of the external connection table: a TID of this IOP that stands for an object on another IOP, for one local object.
 * Immutable; any thread.
 *
 * <p>Requests travel in the directions for which there is a queue pair. A connection that was asked for here has a request queue pair and
 * no reply queue pair: the local object asks, the remote one answers. At the other IOP it is the reverse.
 *
 * @param alias the TID in this IOP's space
 * @param remoteTid the object's TID in its own IOP's space
 * @param remoteIopId the IOP_ID of its IOP
 * @param remoteHostUnitId the host unit of its IOP
 * @param remote the other IOP as the bus knows it
 * @param localTid the local object that is connected
 * @param aliasOfLocal the TID under which the other IOP knows the local object
 * @param requestQueuePair for requests to the remote object, with this IOP as the sender; null when the local object sends it none
 * @param replyQueuePair for replies to the remote object, reserved for this connection, with this IOP as the sender; null when the remote
 *     object sends no requests
 * @param createdHere whether this IOP asked for the connection
 */
public record AliasEntry(int alias, int remoteTid, int remoteIopId, int remoteHostUnitId, BusAgent remote, int localTid, int aliasOfLocal,
    @Nullable QueuePair requestQueuePair, @Nullable QueuePair replyQueuePair, boolean createdHere) {}
