package dev.spine.extension.runtime;

/** Who has asked for a load or a replacement, and hears once what became of it. On the agent of the place. */
interface LoadAnswer {
    /**
     * The code runs.
     *
     * @param instance where
     * @param text that in words
     */
    void done(ExtensionInstance instance, String text);

    /** It was refused; a {@link HeldBackException} when it may be asked for again. */
    void refused(ExtensionException why);

    /** Whoever it was for has left while it was under way. */
    void abandoned();
}
