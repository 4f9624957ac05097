package dev.spine.i2o.unit;

/**
 * Whoever is at the other end of a card's interrupt line. The line is a level; both of its changes are told.
 *
 * <p>Called by the thread that caused the change, while registers are locked: by an agent or a host. It must return at once and must not
 * touch the registers.
 */
public interface InterruptListener {
    /** Nobody: for hosts that poll. */
    InterruptListener NOBODY = new InterruptListener() {
        @Override
        public void onAsserted() {
            // A host that polls finds the reply itself.
        }

        @Override
        public void onReleased() {
            // Nothing was asserted for anybody.
        }
    };

    /** A reply waits and is not masked. */
    void onAsserted();

    /** No reply waits any more, or replies are masked. */
    void onReleased();
}
