package dev.spine.device.disk;

import dev.spine.iop.kernel.KernelRequest;

/** One of the classes under which a disk is known: turns requests into jobs, and ended jobs into replies. On the IOP's agent. */
interface DiskFrontEnd {
    /**
     * Parses a request into a job, when its turn has come.
     *
     * @param request the request
     * @param job empty
     * @return false: the request was answered, there is nothing to do
     */
    boolean parse(KernelRequest request, BlockJob job);

    /**
     * Does what a job of {@link BlockJob.Action#CONTROL} is about, while nothing else is in work.
     *
     * @param job the job; its result says how it ended
     */
    void control(BlockJob job);

    /**
     * Goes on after a job of {@link BlockJob.Action#DATA_OUT} has brought its bytes into the staging memory.
     *
     * @param job the job; with another action it goes on, with a status it ends, otherwise it is done
     */
    default void received(BlockJob job) {
        // Most classes have no such job.
    }

    /**
     * Answers the request of a job that has ended, and ends the request.
     *
     * @param request the job's request
     * @param job the job with its result
     */
    void answer(KernelRequest request, BlockJob job);

    /**
     * Reports how far a job has come, if a reply frame is at hand.
     *
     * @param request the job's request
     * @param percent 0 to 100
     */
    void progress(KernelRequest request, int percent);

    /**
     * Answers a request that never became a job.
     *
     * @param request the request
     * @param requestStatus an abort
     * @param detailedStatus why
     */
    void abandon(KernelRequest request, int requestStatus, int detailedStatus);
}
