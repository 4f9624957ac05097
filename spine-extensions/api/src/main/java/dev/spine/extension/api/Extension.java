package dev.spine.extension.api;

/**
 * The entry of an extension: its image names one class that implements this and has a public constructor without arguments.
 * The card's agent.
 */
public interface Extension {
    /**
     * Installs the extension's handlers. Called once, after loading; an exception refuses the extension.
     *
     * @param context what the extension may use, valid until {@link #stop} has returned
     */
    void start(ExtensionContext context);

    /** The extension is about to be unloaded. Its handlers, buffers, timers and surfaces go by themselves. */
    default void stop() {
        // Most extensions have nothing that the runtime does not know of.
    }
}
