package dev.spine.device.disk;

import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;

/**
 * Transfers between buffers and the medium's memory that were prepared in one turn, submitted one right after the other. Between the
 * preparing of two requests a processor forgets where it was in the medium; copies in a row go faster than copies with a request each in
 * between (docs/performance.md, "Block reads"). Belongs to the IOP's agent.
 */
final class MoveBatch {
    /** Submitted as soon as there are so many; fewer at the card's next turn. */
    private static final int MAX = 32;

    private final AgentContext agent;
    private final DmaEngine dma;
    private final DiskControl control;
    private final JobDeadlines deadlines;
    private final BlockJob[] jobs = new BlockJob[MAX];
    private int count;

    MoveBatch(AgentContext agent, DmaEngine dma, DiskControl control, JobDeadlines deadlines) {
        this.agent = agent;
        this.dma = dma;
        this.control = control;
        this.deadlines = deadlines;
    }

    /** Adds a job whose transfer is prepared. */
    void add(BlockJob job) {
        jobs[count++] = job;
        if (count == MAX) {
            submit();
        }
    }

    /** Submits all transfers, those of jobs that were given up meanwhile too: they come back without having moved. */
    void submit() {
        for (int i = 0; i < count; i++) {
            submit(jobs[i]);
        }
        count = 0;
    }

    /** Submits one transfer, without a batch. */
    void submit(BlockJob job) {
        agent.submit(dma, job.transfer);
        if (job.transfer.outcome() == Transfer.Outcome.PENDING) {
            // It takes its time.
            deadlines.limit(job, control.timeoutNs(job));
        }
    }
}
