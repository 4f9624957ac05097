package dev.spine.i2o.unit;

/**
 * Hears that something was delivered to a list whose consumer may be asleep: the edge of an interrupt. Called by the thread that
 * delivers.
 */
@FunctionalInterface
public interface EdgeListener {
    /**
     * Something is in the list now. Called on the delivering thread after every delivery; it must return at once.
     */
    void onDelivery();
}
