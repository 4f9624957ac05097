package dev.spine.iop.kernel;

import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.BusAgent;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of one inbound queue pair: who sends on it, and a request object for each of its frames. Belongs to the IOP's agent.
 */
public final class InboundPort {
    private static final KernelRequest[] NO_REQUESTS = {};

    private final Delivery delivery;
    private final ReplyPaths replies;
    private final QueuePair queuePair;
    private final BusAgent sender;
    private final KernelRequest[] requests;
    /** For each static frame the requests of its postings, the last of which is for one posting too many. */
    private final Map<Integer, KernelRequest[]> ofStatic = new HashMap<>();

    /**
     * A port.
     *
     * @param delivery the receiving IOP's
     * @param replies on which it answers
     * @param queuePair the queue pair; this IOP is its target
     * @param sender the bus agent at the other end
     */
    InboundPort(Delivery delivery, ReplyPaths replies, QueuePair queuePair, BusAgent sender) {
        this.delivery = delivery;
        this.replies = replies;
        this.queuePair = queuePair;
        this.sender = sender;
        int count = queuePair.frameCount();
        int slot = queuePair.slotBytes();
        MemorySegment memory = Arena.ofAuto().allocate(2L * slot * count, 64);
        this.requests = new KernelRequest[count];
        for (int i = 0; i < count; i++) {
            requests[i] = new KernelRequest(this, replies, memory, 2L * slot * i, slot);
        }
    }

    public QueuePair queuePair() {
        return queuePair;
    }

    /** {@return the bus agent that sends on it} */
    public BusAgent sender() {
        return sender;
    }

    /** The request that a posted frame becomes; null when a static frame was posted far more often than it may be. */
    @Nullable KernelRequest requestOf(Frame frame) {
        return queuePair.isStatic(frame) ? idle(frame) : requests[frame.index()];
    }

    private @Nullable KernelRequest idle(Frame frame) {
        for (KernelRequest request : ofStatic.getOrDefault(frame.index(), NO_REQUESTS)) {
            if (!request.isBusy()) {
                return request;
            }
        }
        return null;
    }

    /** A frame in work becomes static, before its sender is notified of it. */
    void makeStatic(Frame frame, int maxOutstanding) {
        int slot = queuePair.slotBytes();
        MemorySegment memory = Arena.ofAuto().allocate(2L * slot * (maxOutstanding + 1), 64);
        KernelRequest[] instances = new KernelRequest[maxOutstanding + 1];
        for (int i = 0; i <= maxOutstanding; i++) {
            instances[i] = KernelRequest.ofStaticFrame(this, replies, memory, 2L * slot * i, slot, i == maxOutstanding);
        }
        ofStatic.put(frame.index(), instances);
        queuePair.makeStatic(frame);
    }

    /** {@return how many frames are static now} */
    public int staticFrames() {
        return ofStatic.size();
    }

    /** {@return how many postings of static frames are unanswered} */
    public int staticInstances() {
        int busy = 0;
        for (KernelRequest[] instances : ofStatic.values()) {
            for (KernelRequest request : instances) {
                busy += request.isBusy() ? 1 : 0;
            }
        }
        return busy;
    }

    /**
     * Ends the life of a static frame, which returns to the free list.
     *
     * @param address its MFA
     * @return what became of it
     */
    public StaticRelease releaseStatic(int address) {
        Frame frame = queuePair.frameAt(address);
        KernelRequest[] instances = frame == null ? null : ofStatic.get(frame.index());
        if (frame == null || instances == null) {
            return StaticRelease.UNKNOWN;
        }
        for (KernelRequest request : instances) {
            if (request.isBusy()) {
                return StaticRelease.IN_USE;
            }
        }
        if (!queuePair.endStatic(frame)) {
            return StaticRelease.IN_USE;
        }
        ofStatic.remove(frame.index());
        free(frame);
        return StaticRelease.RELEASED;
    }

    /**
     * Returns the frames that are posted on the queue pair, unread: what a session that has ended left behind.
     *
     * @return how many
     */
    public int discardPosted() {
        int discarded = 0;
        for (Frame frame = queuePair.poll(); frame != null; frame = queuePair.poll()) {
            free(frame);
            discarded++;
        }
        return discarded;
    }

    void free(Frame frame) {
        queuePair.free(delivery, frame);
    }

    /** Does something with each request that a module has and has not answered. */
    void forEachInWork(Consumer<KernelRequest> action) {
        for (KernelRequest request : requests) {
            if (request.isInWork()) {
                action.accept(request);
            }
        }
        for (KernelRequest[] instances : ofStatic.values()) {
            for (KernelRequest request : instances) {
                if (request.isInWork()) {
                    action.accept(request);
                }
            }
        }
    }

    /** Drops all requests but one, and what is posted; returns their frames and those that were preserved. */
    void dropAll(@Nullable KernelRequest survivor) {
        Frame kept = null;
        for (KernelRequest request : requests) {
            if (request == survivor) {
                kept = request.inWork();
            } else {
                request.drop();
            }
        }
        for (KernelRequest[] instances : ofStatic.values()) {
            for (KernelRequest request : instances) {
                request.drop();
            }
        }
        ofStatic.clear();
        queuePair.endAllStatic();
        Frame posted = queuePair.poll();
        while (posted != null) {
            posted = queuePair.poll();
        }
        queuePair.freeHeldExcept(delivery, kept);
    }
}
