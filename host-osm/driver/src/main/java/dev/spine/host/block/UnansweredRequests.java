package dev.spine.host.block;

import dev.spine.host.block.BlockCounters.Counter;
import dev.spine.host.block.BlockRequest.Stage;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostTimer;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.AbortType;
import dev.spine.i2o.message.UtilAbort;
import dev.spine.i2o.message.block.DeviceReset;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What becomes of requests that were not answered in time. A request is aborted; then its own answer says that it is over. If that does not
 * come, whatever the device has counted as aborted, the device is reset; if that is not answered either, the request ends for its caller,
 * but its memory stays out of use, because the device may still read or write it, and a write of the same blocks is not made, because the
 * device may still carry out this one after it. That ends with the request's own answer, however late, or when the IOP has forgotten
 * everything: it was reset or cleared. Host agent's thread.
 *
 * <p>Source: I2O 1.5 utility messages: aborted requests are answered by replies of their own, and the abort with their number.
 */
final class UnansweredRequests {
    private final BlockOsm osm;
    private final IopDriver iop;
    private final int tid;
    private final BlockSettings settings;
    private final BlockCounters counters;
    /** Requests that the device says it has aborted, and that it has not answered: in the order of their time. */
    private final Deque<Aborted> aborted = new ArrayDeque<>();
    private final HostAgent host;
    private final HostTimer timer;
    private int held;

    /** An aborted request whose answer must come by a time. */
    private record Aborted(BlockRequest request, int attempt, long dueNs, Pending<Boolean> isOver) {}

    UnansweredRequests(BlockOsm osm, HostAgent host, IopDriver iop, int tid, BlockSettings settings, BlockCounters counters) {
        this.osm = osm;
        this.host = host;
        this.timer = host.timer(this::onTime);
        this.iop = iop;
        this.tid = tid;
        this.settings = settings;
        this.counters = counters;
    }

    /** Requests that the device may still carry out. */
    int held() {
        return held;
    }

    /** The device may still move bytes for a request that was not answered, so it does not end before it was aborted. */
    void abort(BlockRequest request) {
        counters.increment(Counter.ABORTS);
        request.stage = Stage.ABORTING;
        int attempt = request.transaction();
        iop.call(tid, new UtilAbort(AbortType.EXACT, request.function, attempt), settings.abortNs()).map(UnansweredRequests::hasAborted)
            .orElse(_ -> Pending.of(Boolean.FALSE))
            .then(found -> found && isAborting(request, attempt) ? ownAnswer(request, attempt) : Pending.of(Boolean.FALSE))
            .then(_ -> isAborting(request, attempt) ? resetDevice() : Pending.of(Boolean.FALSE))
            .whenDone(done -> {
                if (isAborting(request, attempt)) {
                    settle(request, done.failure() == null && done.get());
                }
            });
    }

    /**
     * The abort was answered with a count: what is aborted is answered, too, when nothing of it moves any more, which may be later.
     *
     * @return done when it was, or the time for it is over
     */
    private Pending<Boolean> ownAnswer(BlockRequest request, int attempt) {
        Pending<Boolean> isOver = new Pending<>();
        long dueNs = host.context().nowNs() + settings.abortNs();
        aborted.add(new Aborted(request, attempt, dueNs, isOver));
        if (!timer.isSet()) {
            timer.set(dueNs);
        }
        return isOver;
    }

    private void onTime() {
        long nowNs = host.context().nowNs();
        for (Aborted first = aborted.peek(); first != null && (first.dueNs <= nowNs || !isAborting(first.request, first.attempt));
            first = aborted.peek()) {
            aborted.remove();
            first.isOver.complete(Boolean.TRUE);
        }
        Aborted next = aborted.peek();
        if (next != null) {
            timer.set(next.dueNs);
        }
    }

    private static boolean isAborting(BlockRequest request, int attempt) {
        return request.stage == Stage.ABORTING && request.transaction() == attempt;
    }

    /** Whether it was found. An abort that has found nothing tells nothing: the device may be one that cannot abort. */
    private static boolean hasAborted(MessageFrame reply) {
        return reply.requestStatus() == RequestStatus.SUCCESS && reply.wordOrZero(MessageFrame.STATUS_WORD) != 0;
    }

    /** What the abort did not bring about: the device forgets all requests, which are made again. */
    private Pending<Boolean> resetDevice() {
        if (!osm.isOpen() || iop.isResetting()) {
            return Pending.of(Boolean.FALSE);
        }
        counters.increment(Counter.DEVICE_RESETS);
        return iop.call(tid, new DeviceReset(DeviceReset.HARD, 0), settings.abortNs())
            .map(reply -> reply.requestStatus() == RequestStatus.SUCCESS)
            .orElse(_ -> Pending.of(Boolean.FALSE));
    }

    private void settle(BlockRequest request, boolean over) {
        if (over || !request.hasMemory() && !request.changesMedium()) {
            iop.abandon(request.context);
            osm.end(request, BlockOutcome.NO_ANSWER, 0);
            return;
        }
        held++;
        request.stage = Stage.HELD;
        if (request.hasMemory()) {
            counters.increment(Counter.MEMORY_HELD);
            osm.notifyEnd(request, BlockOutcome.IN_DOUBT, 0);
        } else {
            osm.notifyEnd(request, BlockOutcome.NO_ANSWER, 0);
        }
    }

    /** A request that the device might have carried out is over now. */
    void release(BlockRequest request) {
        held--;
        boolean hadMemory = request.hasMemory();
        BlockCompletion completion = request.completion;
        osm.free(request);
        if (hadMemory) {
            counters.increment(Counter.MEMORY_RELEASED);
            completion.onMemoryReleased(request.cookie);
        }
    }
}
