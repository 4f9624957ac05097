package dev.spine.extension.runtime.load;

import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.WorkerThread;
import org.jspecify.annotations.Nullable;

/**
 * Where the images that a runtime does not know are verified and metered. A place names its own ({@link ExecutionEnvironment#verifier}).
 * Belongs to the agent of the place.
 */
public abstract sealed class ImageVerifier permits VerifyAtOnce, VerifyInWorker {
    /** What became of an image that was to be verified. */
    public enum Admission {
        /** It is verified. */
        VERIFIED,
        /** It is being verified and comes back. */
        IN_FLIGHT,
        /** As many wait as may. */
        FULL
    }

    /** Made by this package only. */
    ImageVerifier() {}

    /**
     * {@return a verifier on the agent itself}: messages wait meanwhile, and everything stays in one order, as the modelled engine needs
     * it.
     */
    public static ImageVerifier atOnce() {
        return new VerifyAtOnce();
    }

    /**
     * {@return a verifier beside an agent, if its engine has a thread for that: messages go on meanwhile; otherwise one on the agent}
     *
     * @param agent the agent of a place
     */
    public static ImageVerifier besideMessagesOf(AgentContext agent) {
        WorkerThread thread = agent.workerThread();
        return thread == null ? atOnce() : new VerifyInWorker(agent, thread);
    }

    /**
     * Has an image verified.
     *
     * @param image the verifier's as long as it is in flight
     * @return what became of it
     */
    public abstract Admission begin(VerifiedImage image);

    /** {@return an image that was in flight and is verified now, or null} */
    public abstract @Nullable VerifiedImage poll();
}
