package dev.spine.peer.block;

/** What a {@link BlockClient} tells its module. Called on the card's agent, out of {@link BlockClient#doWork}. */
public interface BlockListener {
    /** {@return whether another call can be taken now; while false, what is to be told waits} */
    default boolean isReady() {
        return true;
    }

    /**
     * A disk has said what it is, or there is none.
     *
     * @param target the disk; {@link BlockTarget#isOpen} says which
     */
    void onTarget(BlockTarget target);

    /**
     * A request has ended. Its memory is the module's again. The object is used for another request after the call.
     *
     * @param request how it ended
     */
    void onEnd(PeerBlockRequest request);

    /**
     * The IOP was reset, and a request is forgotten: its memory is the module's again. Called out of {@link BlockClient#reset}, or, when a
     * disk of another IOP had it, later out of {@link BlockClient#doWork}, as soon as that IOP has let go of it. Until then the memory must
     * not be used for anything else.
     *
     * @param request what was in flight
     */
    void onDiscard(PeerBlockRequest request);
}
