package dev.spine.i2o.message;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * Who sends a request to whom, and the cookies by which the sender will know the reply. Immutable; any thread.
 *
 * @param target TID of the receiver
 * @param initiator TID of the sender
 * @param initiatorContext the sender's cookie for its handler
 * @param transactionContext the sender's cookie for the transaction; messages that use its place otherwise ignore it
 */
public record Header(int target, int initiator, int initiatorContext, int transactionContext) {
    /** The header of every frame. */
    public static final Layout LAYOUT = Layout.of("MessageHeader", MessageFrame.HEADER_BYTES,
        Field.bits("VersionOffset.Version", 0, 2, 0),
        Field.bits("VersionOffset.SglOffset", 0, 7, 4),
        Field.u8("MsgFlags", 1),
        Field.u16("MessageSize", 2),
        Field.bits("TargetAddress", 4, 11, 0),
        Field.bits("InitiatorAddress", 4, 23, 12),
        Field.bits("Function", 4, 31, 24),
        Field.u32("InitiatorContext", 8),
        Field.u32("TransactionContext", 12));

    /**
     * The header of a request of the host.
     *
     * @param target TID of the receiver
     * @param initiatorContext the host's cookie for its handler
     * @param transactionContext the host's cookie for the transaction
     * @return the header
     */
    public static Header fromHost(int target, int initiatorContext, int transactionContext) {
        return new Header(target, Tid.HOST, initiatorContext, transactionContext);
    }

    /**
     * The header of a frame.
     *
     * @param frame a checked frame
     * @return its parts
     */
    public static Header of(MessageFrame frame) {
        return new Header(frame.target(), frame.initiator(), frame.initiatorContext(), frame.transactionContext());
    }
}
