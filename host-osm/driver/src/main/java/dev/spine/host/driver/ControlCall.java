package dev.spine.host.driver;

import dev.spine.i2o.MessageFrame;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/** One control request: waits for a frame, is sent, and completes with a copy of its reply. Host agent's thread only. */
final class ControlCall implements ReplyHandler {
    private final String iop;
    private final int targetTid;
    private final int functionCode;
    private final int words;
    private final int sglOffsetWords;
    private final Consumer<MessageFrame> body;
    private final long deadlineNs;
    private final Pending<MessageFrame> result = new Pending<>();
    private boolean started;

    ControlCall(String iop, int targetTid, int functionCode, int words, int sglOffsetWords, Consumer<MessageFrame> body, long deadlineNs) {
        this.iop = iop;
        this.targetTid = targetTid;
        this.functionCode = functionCode;
        this.words = words;
        this.sglOffsetWords = sglOffsetWords;
        this.body = body;
        this.deadlineNs = deadlineNs;
    }

    int targetTid() {
        return targetTid;
    }

    int functionCode() {
        return functionCode;
    }

    int words() {
        return words;
    }

    int sglOffsetWords() {
        return sglOffsetWords;
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

    void start(OutgoingRequest request) {
        started = true;
        body.accept(request.frame());
    }

    @Override
    public void onReply(MessageFrame reply) {
        if (result.isDone()) {
            // A progress report came first; its status has been taken for the whole.
            return;
        }
        int bytes = reply.sizeBytes();
        MessageFrame copy = new MessageFrame();
        copy.wrap(MemorySegment.ofArray(new byte[Math.max(bytes, 2 * MessageFrame.HEADER_BYTES)]), 0, bytes);
        MemorySegment.copy(reply.memory(), reply.offset(), copy.memory(), 0, bytes);
        result.complete(copy);
    }

    @Override
    public void onFailure(RequestFailure why) {
        if (!result.isDone()) {
            result.fail(new RequestFailedException(iop, functionCode, why));
        }
    }
}
