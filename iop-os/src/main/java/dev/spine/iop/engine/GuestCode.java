package dev.spine.iop.engine;

import org.jspecify.annotations.Nullable;

/**
 * Code of others that an agent runs, as the watchdog of the live engine sees it. Whoever runs such code registers it with its agent's
 * context ({@link AgentContext#addGuests}).
 *
 * <p>All methods are called by the watchdog while the agent's thread may be anywhere: they block for nobody.
 */
public interface GuestCode {
    /**
     * One call of code of others that has not come back.
     *
     * @param who whose code, for people
     * @param line where it is, in its author's lines
     * @param owner who has loaded it
     * @param stamp another one for each call
     * @param isOutside whether the thread is in that code, and not in what that has called of the agent
     */
    record Activation(String who, String line, int owner, long stamp, boolean isOutside) {}

    /**
     * {@return the call that a thread is in, or null when its stack shows none of this code}
     *
     * @param stack innermost first
     */
    @Nullable Activation find(StackTraceElement[] stack);

    /**
     * The code shall be stopped when it comes back.
     *
     * @param activation what {@link #find} has found
     * @param why in one line
     */
    void condemn(Activation activation, String why);

    /** When the code comes back its thread ends, by a {@link ThreadLostError}, before it touches anything of the agent. */
    void abandon();

    /** Takes the last {@link #abandon} back: the thread has come back before. */
    void pardon();
}
