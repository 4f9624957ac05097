package dev.spine.device.disk;

import dev.spine.device.disk.DiskCounters.Counter;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.KernelRequest;
import org.jspecify.annotations.Nullable;

/**
 * Which request is next: turns requests into jobs in order of arrival, and holds jobs back that may not start yet. Belongs to the IOP's
 * agent.
 *
 * <p>One that may not start yet (all jobs in use, an overlapping write in work, a flush behind writes, a solo request behind anything)
 * holds up those behind it, so that nothing overtakes what it depends on. Nobody waits in the IOP's own queues, so aborts and resets always
 * arrive.
 */
final class JobAdmission {
    /** Carries out jobs. */
    @FunctionalInterface
    interface Starter {
        /** A job may start; it is in work already. */
        void start(BlockJob job);
    }

    private final AgentContext agent;
    private final DiskCounters counters;
    private final JobsInWork busy;
    private final Starter starter;
    private final BlockJob[] free;
    private int freeCount;
    /** The job whose turn it is, but which may not start yet. */
    private @Nullable BlockJob blocked;
    private final WaitingRequests waiting = new WaitingRequests();
    private boolean pumping;

    JobAdmission(AgentContext agent, DiskCounters counters, JobsInWork busy, BlockJob[] jobs, Starter starter) {
        this.agent = agent;
        this.counters = counters;
        this.busy = busy;
        this.starter = starter;
        this.free = jobs.clone();
        this.freeCount = jobs.length;
    }

    /** A request of a front end has arrived. */
    void accept(DiskFrontEnd frontEnd, KernelRequest request) {
        if (blocked == null && freeCount > 0 && waiting.isEmpty()) {
            begin(frontEnd, request);
        } else {
            counters.increment(Counter.REQUESTS_WAITED);
            waiting.add(frontEnd, request);
        }
    }

    private void begin(DiskFrontEnd frontEnd, KernelRequest request) {
        BlockJob job = free[--freeCount];
        job.begin(frontEnd, request);
        if (!frontEnd.prepare(request, job)) {
            release(job);
        } else if (busy.admit(job)) {
            start(job);
        } else {
            counters.increment(Counter.REQUESTS_WAITED);
            blocked = job;
        }
    }

    private void start(BlockJob job) {
        busy.add(job);
        starter.start(job);
    }

    private void release(BlockJob job) {
        job.request = null;
        job.frontEnd = NoFrontEnd.INSTANCE;
        free[freeCount++] = job;
    }

    /** A job in work has ended: what may start then does. */
    void leave(BlockJob job) {
        busy.remove(job);
        release(job);
        if (blocked != null || !waiting.isEmpty()) {
            pump();
        }
    }

    private void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        boolean going = true;
        while (going) {
            BlockJob head = blocked;
            if (head != null) {
                going = busy.admit(head);
                if (going) {
                    blocked = null;
                    start(head);
                }
            } else if (freeCount > 0 && !waiting.isEmpty()) {
                DiskFrontEnd frontEnd = waiting.frontEnd();
                begin(frontEnd, waiting.take());
            } else {
                going = false;
            }
        }
        pumping = false;
    }

    /** Answers requests that have not begun as aborted; returns how many. Call {@link #resume} after it. */
    int abort(AbortScope selection, int detailedStatus) {
        int aborted = 0;
        for (int i = 0; i < waiting.count(); ) {
            KernelRequest request = waiting.get(i);
            if (selection.contains(request)) {
                DiskFrontEnd frontEnd = waiting.frontEndOf(i);
                waiting.remove(i);
                agent.charge(Op.BUILD_FRAME);
                frontEnd.abandon(request, RequestStatus.ABORT_NO_DATA_TRANSFER, detailedStatus);
                aborted++;
            } else {
                i++;
            }
        }
        BlockJob head = blocked;
        KernelRequest request = head == null ? null : head.request;
        if (head != null && request != null && selection.contains(request)) {
            blocked = null;
            agent.charge(Op.BUILD_FRAME);
            head.frontEnd.abandon(request, RequestStatus.ABORT_NO_DATA_TRANSFER, detailedStatus);
            release(head);
            aborted++;
        }
        return aborted;
    }

    /** Drops requests of a front end that have not begun, unanswered. Call {@link #resume} after it. */
    void forget(DiskFrontEnd frontEnd) {
        for (int i = waiting.count() - 1; i >= 0; i--) {
            if (waiting.frontEndOf(i).equals(frontEnd)) {
                waiting.remove(i);
            }
        }
        BlockJob head = blocked;
        if (head != null && head.frontEnd.equals(frontEnd)) {
            blocked = null;
            release(head);
        }
    }

    /** Starts what may start, after something was taken out of the row. */
    void resume() {
        pump();
    }
}
