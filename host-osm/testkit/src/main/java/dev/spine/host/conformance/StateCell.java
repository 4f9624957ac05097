package dev.spine.host.conformance;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;

/**
 * One cell of the table of states and messages: what one message does in one state. Immutable; any thread.
 *
 * @param state the state before
 * @param message its name
 * @param receiver who gets it
 * @param words makes the frame, for a host in that state
 * @param expected what must happen
 * @param after the state after it
 */
public record StateCell(
    IopState state, String message, Receiver receiver, StateTable.Words words, Expected expected, IopState after) {

    /** Who gets a message. */
    public enum Receiver {
        /** TID 0. */
        EXECUTIVE,
        /** The target's device; without one, the cell is left out. */
        DEVICE
    }

    /** {@return a name for reports, for example {@code HOLD x ExecSysEnable: STATE_ERROR, then HOLD}} */
    public String name() {
        return state + " x " + message + (receiver == Receiver.DEVICE ? " to a device" : "") + ": " + expected + ", then " + after;
    }

    /**
     * Checks the cell.
     *
     * @param target an IOP that was just switched on
     * @return false when the target cannot be brought into the state, or has no device: nothing was checked
     * @throws NonconformanceError the IOP does something else
     */
    public boolean check(ConformanceTarget target) {
        RegisterHost host = new RegisterHost(target);
        int tid = receiver == Receiver.DEVICE ? target.deviceTid() : 0;
        if ((receiver == Receiver.DEVICE && target.deviceTid() == 0) || !host.bringTo(state)) {
            return false;
        }
        int[] posted = words.of(host, tid);
        host.post(posted);
        switch (expected) {
            case SILENT, DROPPED -> host.assertNoReply();
            case STATE_ERROR -> host.checkFailure(checkedReply(host, posted), FailureCode.STATE_ERROR);
            default -> checkStatus(checkedReply(host, posted));
        }
        if (after != IopState.INITIALIZING) {
            host.await(after + " afterwards", () -> host.state() == after.code());
        }
        return true;
    }

    private static MessageFrame checkedReply(RegisterHost host, int[] words) {
        MessageFrame reply = host.reply();
        RegisterHost.check("the addresses and the function of the request, not swapped", reply.word(1) == words[1], reply);
        RegisterHost.check("the initiator's context", reply.initiatorContext() == RegisterHost.INITIATOR_CONTEXT, reply);
        RegisterHost.check("the flags of a final reply",
            (reply.flags() & MessageFlags.FINAL_REPLY) == MessageFlags.FINAL_REPLY, reply);
        return reply;
    }

    private void checkStatus(MessageFrame reply) {
        RegisterHost.check("no transport failure", !reply.isFail(), reply);
        RegisterHost.check("the transaction's context", reply.transactionContext() == RegisterHost.TRANSACTION_CONTEXT, reply);
        boolean refused = reply.requestStatus() == RequestStatus.TRANSACTION_ERROR;
        boolean good = switch (expected) {
            case DONE -> reply.word(4) == 0;
            case DONE_OR_UNSUPPORTED -> reply.word(4) == 0
                || (refused && reply.detailedStatus() == DetailedStatus.UNSUPPORTED_FUNCTION);
            case UNKNOWN -> refused && reply.detailedStatus() == DetailedStatus.UNKNOWN_FUNCTION;
            default -> true;
        };
        RegisterHost.check(expected.toString(), good, reply);
    }
}
