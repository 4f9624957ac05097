package dev.spine.perf.benchmarks.hop;

import dev.spine.i2o.MessageFrame;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.kernel.MessageRoute;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A device that sends requests of 64 bytes to a device of another IOP. */
final class AskingDevice implements DeviceModule {
    private static final int WORDS = 16;
    private static final int FUNCTION = 0xFF;

    private final ThreadState state = new ThreadState();
    private @Nullable DeviceContext context;
    private @Nullable MessageRoute route;
    private int allowed;

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("asking", 0xFFF, 0, 1, 0, "asking");
    }

    @Override
    public void attach(DeviceContext place) {
        context = place;
    }

    /** Says whom to ask. */
    void connect(int alias) {
        route = Objects.requireNonNull(Objects.requireNonNull(context).route(alias));
    }

    int tid() {
        return Objects.requireNonNull(context).tid();
    }

    /** Sends a request; false when there is no frame for it. */
    boolean ask() {
        MessageRoute way = Objects.requireNonNull(route);
        MessageFrame frame = way.open();
        if (frame == null) {
            return false;
        }
        int number = (int) ++state.position;
        frame.header(WORDS, 0, 0, FUNCTION, way.initiator(), way.target());
        frame.contexts(number, number);
        Payload.write(frame, Payload.REQUEST_FIRST, number);
        way.post();
        return true;
    }

    /** {@return how many replies have come} */
    long replies() {
        return state.seen;
    }

    /** Lets it send so many requests in its next turn. */
    void allow(int requests) {
        allowed = requests;
    }

    @Override
    public int doWork(int limit) {
        int sent = 0;
        while (sent < allowed && ask()) {
            sent++;
        }
        allowed = 0;
        return sent;
    }

    @Override
    public void onReply(MessageFrame reply) {
        Payload.read(reply, Payload.REPLY_FIRST, state.scratch);
        state.seen++;
    }

    @Override
    public void onMessage(KernelRequest request) {
        request.finish();
    }

    @Override
    public void reset() {
        allowed = 0;
    }
}
