package dev.spine.host.display;

/** Is notified of the end of batches. Called on the host agent's thread. */
@FunctionalInterface
public interface RunListener {
    /**
     * A batch has ended: {@link RunBatch#isPut} says whether its pixels are on the screen, {@link RunBatch#token} names what can be used
     * again. The listener may begin further batches.
     *
     * <p>After {@link RunBatch#failure} the display may still read the sources: a timeout says nothing about what it does.
     *
     * @param batch valid during the call only
     */
    void onPut(RunBatch batch);
}
