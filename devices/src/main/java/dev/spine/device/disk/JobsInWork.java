package dev.spine.device.disk;

import dev.spine.device.disk.BlockJob.Action;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;

/** The jobs that are in work, and which further ones may join them. Belongs to the IOP's agent. */
final class JobsInWork {
    private final AgentContext agent;
    private final BlockJob[] jobs;
    private int count;
    private int writes;
    private boolean solo;

    /** Room for as many jobs as the queue is deep. */
    JobsInWork(AgentContext agent, int depth) {
        this.agent = agent;
        jobs = new BlockJob[depth];
    }

    int count() {
        return count;
    }

    BlockJob get(int index) {
        return jobs[index];
    }

    /** Whether a job may start: nothing overlaps it of which one writes, nobody wants to be alone, a flush has no write before it. */
    boolean admit(BlockJob job) {
        if (count == 0) {
            return true;
        }
        if (solo || job.solo) {
            return false;
        }
        return switch (job.action) {
            case CONTROL -> false;
            case FLUSH -> writes == 0;
            default -> writes == 0 && !job.action.writes() || !overlaps(job);
        };
    }

    private boolean overlaps(BlockJob job) {
        for (int i = 0; i < count; i++) {
            agent.charge(Op.BLOCK_CONFLICT);
            if (job.conflictsWith(jobs[i])) {
                return true;
            }
        }
        return false;
    }

    void add(BlockJob job) {
        job.place = count;
        jobs[count++] = job;
        job.writing = job.action.writes();
        writes += job.writing ? 1 : 0;
        solo |= job.solo || job.action == Action.CONTROL;
    }

    void remove(BlockJob job) {
        BlockJob last = jobs[--count];
        jobs[job.place] = last;
        last.place = job.place;
        job.place = -1;
        writes -= job.writing ? 1 : 0;
        if (count == 0) {
            solo = false;
        }
    }
}
