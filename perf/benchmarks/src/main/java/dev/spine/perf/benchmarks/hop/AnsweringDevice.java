package dev.spine.perf.benchmarks.hop;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;

/** A device that reads requests of 64 bytes, and answers them by 64 bytes unless it is to be silent. */
final class AnsweringDevice implements DeviceModule {
    /** What it does with a request. */
    enum Manner {
        /** A reply of 64 bytes. */
        ANSWERS,
        /** Nothing but to end it: one way. */
        LISTENS
    }

    private final Manner manner;
    private final ThreadState state = new ThreadState();

    AnsweringDevice(Manner manner) {
        this.manner = manner;
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("answering", 0xFFF, 0, 2, 0, "answering");
    }

    @Override
    public void attach(DeviceContext context) {
        // It sends nothing of its own.
    }

    /** {@return how many requests have come} */
    long received() {
        return state.seen;
    }

    @Override
    public void onMessage(KernelRequest request) {
        MessageFrame frame = request.frame();
        Payload.read(frame, Payload.REQUEST_FIRST, state.scratch);
        state.seen++;
        if (manner == Manner.LISTENS) {
            request.finish();
            return;
        }
        MessageFrame reply = request.openReply();
        Replies.singleWithRoom(frame, reply, RequestStatus.SUCCESS, 0, 11);
        reply.setWord(Replies.SINGLE_WORDS, (int) state.seen);
        Payload.write(reply, Payload.REPLY_FIRST, state.seen);
        request.sendReply();
    }

    @Override
    public void reset() {
        // It keeps nothing.
    }
}
