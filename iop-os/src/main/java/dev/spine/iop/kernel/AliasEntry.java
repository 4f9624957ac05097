package dev.spine.iop.kernel;

import dev.spine.i2o.unit.FrameLane;
import dev.spine.iop.bus.Box;

/**
 * One row of the external connection table: a TID of this IOP that stands for an object on another IOP, for one local object.
 *
 * @param alias the TID in this IOP's space
 * @param remoteTid the object's TID in its own IOP's space
 * @param remoteIopId the IOP_ID of its IOP
 * @param remote the other IOP as the bus knows it
 * @param localTid the local object that is connected
 * @param aliasOfLocal the TID under which the other IOP knows the local object
 * @param requestLane for requests to the remote object; this IOP is its sender
 * @param replyLane for replies to the remote object, reserved for this connection; this IOP is its sender
 * @param createdHere whether this IOP asked for the connection
 */
public record AliasEntry(int alias, int remoteTid, int remoteIopId, Box remote, int localTid, int aliasOfLocal, FrameLane requestLane,
    FrameLane replyLane, boolean createdHere) {}
