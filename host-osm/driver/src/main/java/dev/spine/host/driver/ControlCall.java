package dev.spine.host.driver;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.Request;
import java.lang.foreign.MemorySegment;

/** One control request: waits for a frame, is sent, and completes with a copy of its reply. Host agent's thread only. */
final class ControlCall implements ReplyHandler {
    private final String iop;
    private final int targetTid;
    private final Request message;
    private final long deadlineNs;
    private final Pending<MessageFrame> result = new Pending<>();
    private boolean started;

    ControlCall(String iop, int targetTid, Request message, long deadlineNs) {
        this.iop = iop;
        this.targetTid = targetTid;
        this.message = message;
        this.deadlineNs = deadlineNs;
    }

    int targetTid() {
        return targetTid;
    }

    Request message() {
        return message;
    }

    long deadlineNs() {
        return deadlineNs;
    }

    Pending<MessageFrame> result() {
        return result;
    }

    boolean isStarted() {
        return started;
    }

    void started() {
        started = true;
    }

    @Override
    public void onReply(MessageFrame reply) {
        if (result.isDone()) {
            // A partial reply came first; its status has been taken for the whole.
            return;
        }
        int bytes = reply.sizeBytes();
        int slotBytes = Math.max(bytes, MessageFrame.HEADER_BYTES);
        MessageFrame copy = new MessageFrame();
        copy.wrap(MemorySegment.ofArray(new byte[slotBytes]), 0, slotBytes);
        MemorySegment.copy(reply.memory(), reply.offset(), copy.memory(), 0, bytes);
        result.complete(copy);
    }

    @Override
    public void onFailure(RequestFailure why) {
        if (!result.isDone()) {
            result.fail(new RequestFailedException(iop, message.kind().function(), why));
        }
    }
}
