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
    private final AgentContext agent;
    private final DiskCounters counters;
    private final JobsInWork busy;
    private final BlockJob[] free;
    private int freeCount;
    /** The job whose turn it is, but which may not start yet. */
    private @Nullable BlockJob blocked;
    private final WaitingRequests waiting = new WaitingRequests();

    JobAdmission(AgentContext agent, DiskCounters counters, JobsInWork busy, BlockJob[] jobs) {
        this.agent = agent;
        this.counters = counters;
        this.busy = busy;
        this.free = jobs.clone();
        this.freeCount = jobs.length;
    }

    /** A request of a front end has arrived. */
    void add(DiskFrontEnd frontEnd, KernelRequest request) {
        if (blocked != null || freeCount == 0 || !waiting.isEmpty()) {
            counters.increment(Counter.REQUESTS_WAITED);
        }
        waiting.add(frontEnd, request);
    }

    /** The job that may start now; it is in work from here on. Null while none may. */
    @Nullable BlockJob next() {
        BlockJob job = blocked == null ? parsed() : blocked;
        if (job == null) {
            return null;
        }
        if (busy.admit(job)) {
            blocked = null;
            busy.add(job);
            return job;
        }
        if (blocked == null) {
            counters.increment(Counter.REQUESTS_WAITED);
            blocked = job;
        }
        return null;
    }

    /** The job of the request that waits longest; null while there is none, or no job is free. */
    private @Nullable BlockJob parsed() {
        while (freeCount > 0 && !waiting.isEmpty()) {
            agent.charge(Op.BLOCK_JOB);
            BlockJob job = free[--freeCount];
            DiskFrontEnd frontEnd = waiting.frontEnd();
            KernelRequest request = waiting.take();
            job.begin(frontEnd, request);
            if (frontEnd.parse(request, job)) {
                return job;
            }
            release(job);
        }
        return null;
    }

    private void release(BlockJob job) {
        job.request = null;
        job.frontEnd = NoFrontEnd.INSTANCE;
        free[freeCount++] = job;
    }

    /** A job in work has ended. */
    void leave(BlockJob job) {
        busy.remove(job);
        release(job);
    }

    /** Answers requests that have not begun as aborted; returns how many. {@link #next} may have one after it. */
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

    /** Drops requests of a front end that have not begun, unanswered. {@link #next} may have one after it. */
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
}
