package dev.spine.peer;

import org.jspecify.annotations.Nullable;

/**
 * Message connections to devices on other IOPs, as the modules of one IOP see them. Published to the IOP's services; used on its agent.
 *
 * <p>A connection joins one local object with one remote object. Opening one takes an IopConnect between the two IOPs, once, and a
 * ConnSetup for the pair (I2O 1.5, peer connections).
 */
public interface PeerConnections {
    /**
     * {@return the connection of a pair of objects, or null when it was never asked for, or has ended and made room for others}
     *
     * @param localTid the object here
     * @param iopId the IOP_ID of the other IOP
     * @param remoteTid the object there
     */
    @Nullable PeerConnection find(int localTid, int iopId, int remoteTid);

    /**
     * Asks for a connection. Asking again for one that exists returns it; for one that was refused or lost, tries again. The result may
     * then be another object: the table of connections is bounded, and ended ones make room. When it is full of others, the connection is
     * refused and counted.
     *
     * @param localTid the object here
     * @param iopId the IOP_ID of the other IOP, as in the system table
     * @param remoteTid the object there
     * @return the connection, in whatever state it is
     */
    PeerConnection open(int localTid, int iopId, int remoteTid);
}
