package dev.spine.host.driver;

/**
 * A row of an IOP's table of external connections, group 0x0104: a TID that stands for an object on another IOP.
 *
 * @param aliasTid the TID on this IOP
 * @param remoteTid the object's TID on the other IOP
 * @param remoteIopId the number of the other IOP
 * @param remoteUnitId the host unit of the other IOP
 * @param createdHere whether this IOP asked for the connection
 */
public record ExternalConnection(int aliasTid, int remoteTid, int remoteIopId, int remoteUnitId, boolean createdHere) {}
