package dev.spine.iop.executive;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.table.SystemTable;

/** Who must know which IOPs there are, and when messages between them may flow. Called on the IOP's agent. */
public interface SystemTableListener {
    /**
     * The host has given the system table, for the first time or anew.
     *
     * @param table all IOPs; it may leave this one out, or be empty
     * @param ownIopId the number of this IOP in it
     */
    void onSystemTable(SystemTable table, int ownIopId);

    /** External operation begins: peers may be spoken to. */
    default void onEnabled() {
        // Who only wants the table need not know.
    }

    /** External operation ends for now; connections stay. */
    default void onQuiesced() {
        // Who only wants the table need not know.
    }

    /**
     * The host wants the connections with another IOP discarded; they may be made anew.
     *
     * @param iopId the other IOP's number
     */
    default void onPathReset(int iopId) {
        // Who only wants the table need not know.
    }

    /**
     * A reply to a request that was sent in the executive's name: with TID 0 as its initiator.
     *
     * @param reply the reply's private copy, valid during the call; a listener ignores what is not its own
     */
    default void onReply(MessageFrame reply) {
        // Who sends nothing gets nothing.
    }

    /** The IOP is cleared or reset: the table is no longer valid, all connections are gone, requests are forgotten. */
    void onCleared();
}
