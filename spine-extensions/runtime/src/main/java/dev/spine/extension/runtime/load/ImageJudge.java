package dev.spine.extension.runtime.load;

import dev.spine.extension.runtime.place.RuntimePlace;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.SideThread;
import org.jspecify.annotations.Nullable;

/**
 * Where the images that a runtime does not know are judged and metered. A place names its own ({@link RuntimePlace#judge}). Belongs to the
 * agent of the place.
 */
public abstract sealed class ImageJudge permits JudgeAtOnce, JudgeBeside {
    /** What became of an image that was to be judged. */
    public enum Admission {
        /** It is judged. */
        JUDGED,
        /** It is being judged and comes back. */
        UNDER_WAY,
        /** As many wait as may. */
        FULL
    }

    /** Made by this package only. */
    ImageJudge() {}

    /**
     * {@return a judge on the agent itself}: messages wait meanwhile, and everything stays in one order, as the modelled engine needs it.
     */
    public static ImageJudge atOnce() {
        return new JudgeAtOnce();
    }

    /**
     * {@return a judge beside an agent, if its engine has a thread for that: messages go on meanwhile; otherwise one on the agent}
     *
     * @param agent the agent of a place
     */
    public static ImageJudge besideMessagesOf(AgentContext agent) {
        SideThread thread = agent.sideThread();
        return thread == null ? atOnce() : new JudgeBeside(agent, thread);
    }

    /**
     * Has an image judged.
     *
     * @param image the judge's as long as it is under way
     * @return what became of it
     */
    public abstract Admission begin(JudgedImage image);

    /** {@return an image that was under way and is judged now, or null} */
    public abstract @Nullable JudgedImage poll();
}
