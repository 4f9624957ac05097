package dev.spine.host.block;

import dev.spine.host.block.BlockCounters.Counter;
import dev.spine.host.block.BlockRequest.Stage;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.AbortType;
import dev.spine.i2o.message.UtilAbort;
import dev.spine.i2o.message.block.DeviceReset;

/**
 * What becomes of requests that were not answered in time. A request is aborted; if the device does not say that it has aborted it, the
 * device is reset; if that is not answered either, the request ends for its caller, but its memory stays out of use, because the device may
 * still read or write it. It comes back with the request's own answer, however late, or when the IOP has forgotten everything: it was reset
 * or cleared. Host agent's thread.
 */
final class UnansweredRequests {
    private final BlockOsm osm;
    private final IopDriver iop;
    private final int tid;
    private final BlockSettings settings;
    private final BlockCounters counters;
    private int held;

    UnansweredRequests(BlockOsm osm, IopDriver iop, int tid, BlockSettings settings, BlockCounters counters) {
        this.osm = osm;
        this.iop = iop;
        this.tid = tid;
        this.settings = settings;
        this.counters = counters;
    }

    /** Requests whose memory is out of use now. */
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
            .then(aborted -> aborted || !isAborting(request, attempt) ? Pending.of(aborted) : resetDevice())
            .whenDone(done -> {
                if (isAborting(request, attempt)) {
                    settle(request, done.failure() == null && done.get());
                }
            });
    }

    private static boolean isAborting(BlockRequest request, int attempt) {
        return request.stage == Stage.ABORTING && request.transaction() == attempt;
    }

    /** An abort that has found nothing tells nothing: the device may be one that cannot abort. */
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
        if (over || !request.hasMemory()) {
            iop.abandon(request.context);
            osm.end(request, BlockStatus.NO_ANSWER, 0);
        } else {
            counters.increment(Counter.MEMORY_HELD);
            held++;
            request.stage = Stage.HELD;
            osm.tellEnd(request, BlockStatus.UNSETTLED, 0);
        }
    }

    /** A request whose memory is out of use is over now. */
    void release(BlockRequest request) {
        counters.increment(Counter.MEMORY_RELEASED);
        held--;
        BlockCompletion completion = request.completion;
        osm.free(request);
        completion.onMemoryReleased(request.cookie);
    }
}
