package dev.spine.device.disk;

import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;

/** When jobs in work have taken too long. Belongs to the IOP's agent. */
final class JobDeadlines {
    /** Is notified of jobs whose time is over. */
    @FunctionalInterface
    interface Listener {
        /** A job has taken too long; told once. */
        void onExpired(BlockJob job);
    }

    private final AgentContext agent;
    private final JobsInWork busy;
    private final Listener listener;
    /** No job's deadline is before this; it may be too early, never too late. */
    private long nextNs = Long.MAX_VALUE;

    JobDeadlines(AgentContext agent, JobsInWork busy, Listener listener) {
        this.agent = agent;
        this.busy = busy;
        this.listener = listener;
    }

    /** A job that did not end at once gets a timeout, unless it has one; none if it is 0. */
    void limit(BlockJob job, long limitNs) {
        if (limitNs > 0 && job.deadlineNs == Long.MAX_VALUE) {
            job.deadlineNs = agent.nowNs() + limitNs;
            if (job.deadlineNs < nextNs) {
                nextNs = job.deadlineNs;
            }
            agent.wakeAt(nextNs);
        }
    }

    /** The last job in work has ended. */
    void clear() {
        nextNs = Long.MAX_VALUE;
    }

    /** Tells of jobs whose time is over; returns how many. */
    int expire() {
        if (nextNs == Long.MAX_VALUE) {
            return 0;
        }
        long now = agent.nowNs();
        if (now < nextNs) {
            agent.wakeAt(nextNs);
            return 0;
        }
        int expired = 0;
        long next = Long.MAX_VALUE;
        for (int i = busy.count() - 1; i >= 0; i--) {
            BlockJob job = busy.get(i);
            if (job.request == null) {
                // It is answered, and waits for its last step only: nobody has to be told of that.
                continue;
            }
            if (job.deadlineNs <= now) {
                agent.charge(Op.TIMER);
                job.deadlineNs = Long.MAX_VALUE;
                listener.onExpired(job);
                expired++;
            } else {
                next = Math.min(next, job.deadlineNs);
            }
        }
        nextNs = next;
        if (next != Long.MAX_VALUE) {
            agent.wakeAt(next);
        }
        return expired;
    }
}
