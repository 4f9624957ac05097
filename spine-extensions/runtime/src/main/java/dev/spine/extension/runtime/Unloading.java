package dev.spine.extension.runtime;

import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.kernel.KernelRequest;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Instances that are on their way off the card. One that still has something under way leaves when the last of it has come back, because
 * devices still use its memory; meanwhile everything else goes on. Who asked is answered then, or, if that takes too long, by a failure:
 * the instance is stopped and leaves later by itself. Belongs to the card's agent.
 */
final class Unloading {
    /** How long who asked for an unload waits for its answer. */
    static final long ANSWER_NS = 5_000_000_000L;

    /** Who waits for instances to leave, and for how many. */
    private static final class Requester {
        final KernelRequest request;
        final int answer;
        final long deadlineNs;
        int left;

        Requester(KernelRequest request, int answer, long deadlineNs) {
            this.request = request;
            this.answer = answer;
            this.deadlineNs = deadlineNs;
        }
    }

    private final Instances instances;
    private final AgentContext agent;
    private final @Nullable ExtensionInstance[] leaving = new ExtensionInstance[CardLimits.MAX_INSTANCES + 1];
    private final @Nullable Requester[] requesters = new Requester[CardLimits.MAX_INSTANCES + 1];
    private int count;

    Unloading(Instances instances, AgentContext agent) {
        this.instances = instances;
        this.agent = agent;
    }

    /** {@return whether an instance is on its way off the card} */
    boolean isLeaving(ExtensionInstance instance) {
        return leaving[instance.number()] == instance;
    }

    /** Stops instances, those that leave already excepted; the request is answered when all of them have left the card. */
    void begin(List<ExtensionInstance> ending, KernelRequest request, int answer) {
        Requester requester = new Requester(request, answer, agent.nowNs() + ANSWER_NS);
        // One more until all are stopped: the end of one may let another one leave at once.
        requester.left = 1;
        for (ExtensionInstance instance : ending) {
            int number = instance.number();
            boolean ran = instance.isRunning();
            instance.stop();
            if (ran) {
                instances.unloaded(instance);
            }
            if (instance.isDrained()) {
                instances.remove(instance);
            } else {
                leaving[number] = instance;
                requesters[number] = requester;
                requester.left++;
                count++;
            }
        }
        if (--requester.left == 0) {
            answer(request, RequestStatus.SUCCESS, 0, answer);
        } else {
            agent.wakeAt(requester.deadlineNs);
        }
    }

    private static void answer(KernelRequest request, int requestStatus, int detailedStatus, int number) {
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
                instances.remove(instance);
                Requester requester = requesters[number];
                requesters[number] = null;
                if (requester != null && --requester.left == 0) {
                    answer(requester.request, RequestStatus.SUCCESS, 0, requester.answer);
                }
            }
        }
    }

    /** Answers who has waited too long. */
    int expire() {
        int expired = 0;
        for (int number = 1; count > 0 && number < requesters.length; number++) {
            Requester requester = requesters[number];
            if (requester == null) {
                continue;
            }
            if (requester.deadlineNs <= agent.nowNs()) {
                for (int other = number; other < requesters.length; other++) {
                    requesters[other] = requesters[other] == requester ? null : requesters[other];
                }
                answer(requester.request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.TIMEOUT, requester.answer);
                expired++;
            } else {
                agent.wakeAt(requester.deadlineNs);
            }
        }
        return expired;
    }

    /** The IOP is reset: nothing is answered any more. */
    void reset() {
        Arrays.fill(leaving, null);
        Arrays.fill(requesters, null);
        count = 0;
    }
}
