package dev.spine.extension.runtime;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.kernel.Request;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Instances that are on their way off the card. One that still has something under way leaves when the last of it has come back, because
 * devices still use its memory; meanwhile everything else goes on. Who asked is answered then, or, if that takes too long, by a failure:
 * the instance is stopped and leaves later by itself. Belongs to the card's agent.
 */
final class Unloading {
    /** How long who asked for an unload waits for its answer. */
    static final long ANSWER_NS = 5_000_000_000L;

    private final RuntimeModule runtime;
    private final AgentContext agent;
    private final @Nullable ExtensionInstance[] leaving = new ExtensionInstance[RuntimeModule.MAX_INSTANCES + 1];
    private final @Nullable Request[] askers = new Request[RuntimeModule.MAX_INSTANCES + 1];
    private final long[] deadlinesNs = new long[RuntimeModule.MAX_INSTANCES + 1];
    private int count;
    private int waiting;

    Unloading(RuntimeModule runtime, AgentContext agent) {
        this.runtime = runtime;
        this.agent = agent;
    }

    /** Stops an instance; the request is answered when it has left the card. */
    void begin(ExtensionInstance instance, Request request) {
        int number = instance.number();
        if (leaving[number] != null) {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.DEVICE_BUSY, 0);
            return;
        }
        instance.stop();
        if (instance.isDrained()) {
            runtime.remove(instance);
            answer(request, RequestStatus.SUCCESS, 0, number);
            return;
        }
        leaving[number] = instance;
        askers[number] = request;
        deadlinesNs[number] = agent.nowNs() + ANSWER_NS;
        count++;
        waiting++;
        agent.wakeAt(deadlinesNs[number]);
    }

    private static void answer(Request request, int requestStatus, int detailedStatus, int number) {
        Replies.single(request.frame(), request.openReply(), requestStatus, detailedStatus, number, 0);
        request.sendReply();
    }

    /** Something of an instance has come back: if it was the last thing of one that leaves, it is gone now. */
    void finish() {
        for (int number = 1; count > 0 && number < leaving.length; number++) {
            ExtensionInstance instance = leaving[number];
            if (instance != null && instance.isDrained()) {
                leaving[number] = null;
                count--;
                runtime.remove(instance);
                end(number, RequestStatus.SUCCESS, 0);
            }
        }
    }

    private void end(int number, int requestStatus, int detailedStatus) {
        Request asker = askers[number];
        if (asker != null) {
            askers[number] = null;
            waiting--;
            answer(asker, requestStatus, detailedStatus, number);
        }
    }

    /** Answers who has waited too long. */
    int expire() {
        if (waiting == 0) {
            return 0;
        }
        int expired = 0;
        long now = agent.nowNs();
        for (int number = 1; number < askers.length; number++) {
            if (askers[number] == null) {
                continue;
            }
            if (deadlinesNs[number] <= now) {
                end(number, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.TIMEOUT);
                expired++;
            } else {
                agent.wakeAt(deadlinesNs[number]);
            }
        }
        return expired;
    }

    /** The IOP is reset: nothing is answered any more. */
    void reset() {
        Arrays.fill(leaving, null);
        Arrays.fill(askers, null);
        count = 0;
        waiting = 0;
    }
}
