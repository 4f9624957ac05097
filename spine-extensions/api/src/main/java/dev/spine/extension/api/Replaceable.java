package dev.spine.extension.api;

/**
 * An extension that can be replaced by another version of itself, while it runs, without losing what it knows. The card's agent.
 *
 * <p>Between two messages the runtime calls {@link #save} of the version that runs and then {@link #restore} of the new one, in place of
 * {@link #start}. From then on all messages, packets, timers and ends of transfers go to the handlers that the new version has installed.
 * If either version does not implement this, the new one begins with {@code start}, and what the old one has kept is released when the
 * replacement holds. {@link #stop} is not called on a version that was replaced.
 *
 * <p>The new version is on trial for its first activations. If it fails meanwhile, the old one goes on where it was when it was replaced:
 * it has seen nothing of what came in between, and buffers have the contents that the new version has left in them.
 */
public interface Replaceable extends Extension {
    /**
     * Writes down what the next version shall go on with. This version must stay as it is, because it goes on if the next one fails. An
     * exception refuses the replacement, and this version goes on.
     *
     * @param state empty
     */
    void save(State state);

    /**
     * Takes over in place of {@link #start}: installs the handlers, and takes what it needs out of what the old version has written.
     * Buffers that it does not take are released. An exception refuses the replacement, and the old version goes on.
     *
     * @param context as for {@code start}
     * @param state what the old version has written; {@link State#schema} says in which form
     */
    void restore(ExtensionContext context, State state);
}
