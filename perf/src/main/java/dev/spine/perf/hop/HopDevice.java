package dev.spine.perf.hop;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.kernel.MessageRoute;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A device that asks one of another IOP by requests of 64 bytes, a number of them under way all the time, or answers such requests by 64
 * bytes. The IOP's thread.
 */
final class HopDevice implements DeviceModule {
    private static final int WORDS = 16;
    private static final int FUNCTION = 0xFF;
    private static final int ANSWER_WORDS = 11;

    private final int window;
    /** Written by the IOP's thread, read by others. */
    private final AtomicLong replies = new AtomicLong();
    private @Nullable DeviceContext context;
    private @Nullable MessageRoute route;
    private int sent;

    /** A device that has so many requests under way; 0 for one that answers. */
    HopDevice(int window) {
        this.window = window;
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("hop", 0xFFF, 0, 1, 0, "hop");
    }

    @Override
    public void attach(DeviceContext place) {
        context = place;
    }

    private DeviceContext context() {
        return Objects.requireNonNull(context, "attached when the IOP is built");
    }

    int tid() {
        return context().tid();
    }

    /** Says whom to ask. */
    void connect(int alias) {
        route = Objects.requireNonNull(context().route(alias));
    }

    /** {@return how many replies have come; any thread} */
    long replies() {
        return replies.getAcquire();
    }

    private boolean ask() {
        MessageRoute way = Objects.requireNonNull(route, "connected before the engine is started");
        MessageFrame frame = way.open();
        if (frame == null) {
            return false;
        }
        context().agent().charge(Op.BUILD_FRAME);
        frame.header(WORDS, 0, 0, FUNCTION, way.initiator(), way.target());
        frame.contexts(sent, sent);
        fill(frame, Replies.SINGLE_WORDS);
        way.post();
        sent++;
        return true;
    }

    private static void fill(MessageFrame frame, int first) {
        for (int word = first; word < WORDS; word++) {
            frame.setWord(word, word);
        }
    }

    @Override
    public int doWork(int limit) {
        int work = 0;
        while (work < limit && sent - replies.getPlain() < window && ask()) {
            work++;
        }
        return work;
    }

    @Override
    public void onReply(MessageFrame reply) {
        replies.setRelease(replies.getPlain() + 1);
    }

    @Override
    public void onMessage(KernelRequest request) {
        MessageFrame reply = request.openReply();
        context().agent().charge(Op.BUILD_FRAME);
        Replies.singleWithRoom(request.frame(), reply, RequestStatus.SUCCESS, 0, ANSWER_WORDS);
        fill(reply, Replies.SINGLE_WORDS);
        request.sendReply();
    }

    @Override
    public void reset() {
        // It keeps nothing that a reset would end.
    }
}
