package dev.spine.iop.kernel;

import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.FrameLane;
import dev.spine.iop.bus.Box;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of one inbound lane: who sends on it, and a request object for each of its frames. Belongs to the IOP's agent.
 */
public final class InboundPort {
    private final IopKernel kernel;
    private final FrameLane lane;
    private final Box sender;
    private final Request[] requests;

    /**
     * A port.
     *
     * @param kernel the receiving IOP
     * @param lane the lane; this IOP is its target
     * @param sender the box at the other end
     */
    InboundPort(IopKernel kernel, FrameLane lane, Box sender) {
        this.kernel = kernel;
        this.lane = lane;
        this.sender = sender;
        int count = lane.frameCount();
        int slot = lane.slotBytes();
        MemorySegment memory = Arena.ofAuto().allocate(2L * slot * count, 64);
        this.requests = new Request[count];
        for (int i = 0; i < count; i++) {
            requests[i] = new Request(kernel, sender, memory, 2L * slot * i, slot);
        }
    }

    /** {@return the lane} */
    public FrameLane lane() {
        return lane;
    }

    /** {@return the box that sends on it} */
    public Box sender() {
        return sender;
    }

    Request requestOf(Frame frame) {
        return requests[frame.index()];
    }

    /**
     * Returns the frames that are posted on the lane, unread: what a session that has ended left behind.
     *
     * @param delivery the IOP's
     * @return how many
     */
    public int discardPosted(Delivery delivery) {
        int discarded = 0;
        for (Frame frame = lane.poll(); frame != null; frame = lane.poll()) {
            lane.free(delivery, frame);
            discarded++;
        }
        return discarded;
    }

    /** Does something with each request that a module has and has not answered. */
    void forEachInWork(Consumer<Request> action) {
        for (Request request : requests) {
            if (request.isInWork()) {
                action.accept(request);
            }
        }
    }

    /** Drops all requests but one, and what is posted; returns their frames and those that were preserved. */
    void dropAll(@Nullable Request survivor) {
        Frame kept = null;
        for (Request request : requests) {
            if (request == survivor) {
                kept = request.inWork();
            } else {
                request.drop();
            }
        }
        Frame posted = lane.poll();
        while (posted != null) {
            posted = lane.poll();
        }
        lane.freeHeldExcept(kernel.agent(), kept);
    }
}
