package dev.spine.iop.kernel;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;

/**
 * A device driver module (DDM) as the IOP kernel sees it: one addressable object with a TID.
 *
 * <p>All methods are called on the IOP's agent. Nothing that arrives in a message may make them throw: it is counted and answered.
 */
public interface DeviceModule {
    /** {@return what the logical configuration table says of it} */
    DeviceDescription description();

    /**
     * Gives the module its place. Called once, before anything else; the module declares the lists that it consumes here.
     *
     * @param context what it may use
     */
    void attach(DeviceContext context);

    /** External operation begins (ExecSysEnable): messages to this device will follow. */
    default void enable() {
        // Most modules are ready once attached.
    }

    /** External operation ends (ExecSysQuiesce, ExecIopClear): finish or abort what is in work, answer it, and stop own traffic. */
    default void quiesce() {
        // Most modules have no traffic of their own.
    }

    /** The IOP is reset: forget all requests without answering, release what is held, return to the state after {@link #attach}. */
    void reset();

    /** {@return the TID of the adapter or module that this device hangs on, or {@link Tid#NONE}} */
    default int parentTid() {
        return Tid.NONE;
    }

    /**
     * An initiator wants to be rid of requests. The module ends those that are selected and can still be stopped, each by a reply of its
     * own with one of the ABORT statuses of {@link dev.spine.i2o.RequestStatus}, now, or as soon as what is in transfer has come to rest.
     * Requests in the event queue are left to {@link #selectsWaiting} and {@link #abortWaiting}.
     *
     * @param selection which
     * @return how many it has ended, or will end by such a reply; each transaction of a request that carries several counts
     */
    default int abort(AbortSelection selection) {
        return 0;
    }

    /**
     * {@return whether an abort means a request that waits in the event queue} Modules whose requests carry several transactions look at
     * the contexts of all of them.
     *
     * @param selection what an initiator wants to be rid of
     * @param waiting a request that the module has not got yet; it stays where it is
     */
    default boolean selectsWaiting(AbortSelection selection, KernelRequest waiting) {
        return selection.selects(waiting);
    }

    /**
     * Ends a request of the event queue that was selected, by a reply with the status
     * {@link dev.spine.i2o.RequestStatus#ABORT_NO_DATA_TRANSFER}. Modules whose replies are of another form make them here.
     *
     * @param waiting the request, taken out of the queue
     * @return how many transactions it was, 1 unless its class has requests with several
     */
    default int abortWaiting(KernelRequest waiting) {
        waiting.abort(RequestStatus.ABORT_NO_DATA_TRANSFER, DetailedStatus.SUCCESS);
        return 1;
    }

    /** The module leaves the card: after {@link #reset}, it is called no more, unless the card is reset and it is attached again. */
    default void detach() {
        // Most modules hold nothing that outlives their requests.
    }

    /**
     * A request for this device, checked: its size lies between its header and its slot, its target is this module.
     *
     * <p>The module must end it exactly once, now or later: {@link KernelRequest#sendReply} or {@link KernelRequest#finish}.
     *
     * @param request the request with its private copy of the frame
     */
    void onMessage(KernelRequest request);

    /**
     * A reply to a request that this module sent. The frame is valid during the call only.
     *
     * @param reply the reply's private copy
     */
    default void onReply(MessageFrame reply) {
        // A module that sends no requests gets no replies.
    }

    /**
     * Does at most {@code limit} pieces of work of its own: arrivals, completions, deferred requests.
     *
     * @param limit at least 1
     * @return how many were done
     */
    default int doWork(int limit) {
        return 0;
    }

    /**
     * The agent's thread was given up: it hangs in code of others that this module or another of the card has called, and may still read
     * and write what that code was shown. Called on the new thread, with the card out of service until a reset.
     *
     * @return what takes this module's place, and is attached next: a new one that shares nothing with the code that hangs, or this one
     *     when it runs no such code
     */
    default DeviceModule renewed() {
        return this;
    }

    /** As a module that was {@link #renewed}: the thread has ended, so what its code was shown may be used again. On the agent's thread. */
    default void threadEnded() {
        // Most modules run no code of others.
    }
}
