package dev.spine.extension.host.kernel;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.kernel.FrameRoute;
import org.jspecify.annotations.Nullable;

/** The way from the host's extensions to an object on an IOP, through the IOP's message driver. Belongs to the host's agent. */
final class IopRoute implements FrameRoute {
    private final AnswerPool answers;
    private final int iopId;
    private final int tid;
    private AnswerPool.@Nullable Place open;

    IopRoute(AnswerPool answers, int iopId, int tid) {
        this.answers = answers;
        this.iopId = iopId;
        this.tid = tid;
    }

    int iopId() {
        return iopId;
    }

    /** {@return whether the IOP is in operation: what is sent to one that comes up has nobody to answer it} */
    boolean isOpen() {
        return answers.iop().isInOperation();
    }

    @Override
    public @Nullable MessageFrame open() {
        AnswerPool.Place place = open;
        if (place == null) {
            place = answers.open(tid);
            open = place;
        }
        return place == null ? null : place.frame();
    }

    @Override
    public void post() {
        AnswerPool.Place place = open;
        if (place == null) {
            throw new IllegalStateException("no frame is open on the route to TID " + tid + ": open before post");
        }
        open = null;
        place.post();
    }

    @Override
    public void cancel() {
        AnswerPool.Place place = open;
        open = null;
        if (place != null) {
            place.cancel();
        }
    }

    @Override
    public int initiator() {
        return Tid.HOST;
    }

    @Override
    public int target() {
        return tid;
    }

    @Override
    public BusAgent receiver() {
        return answers.iop().busAgent();
    }

    @Override
    public int freeFrames() {
        return Math.min(answers.freePlaces(), answers.iop().freeFrames());
    }

    @Override
    public void wakeMe() {
        // The driver asks for it whenever it has no frame to give.
    }
}
