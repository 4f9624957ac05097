package dev.spine.host.display;

/** Is notified of events of a display. Called on the host agent's thread. */
public interface DisplayListener {
    /**
     * Grants for a window have ended, because it was moved or destroyed: peers that drew into it must ask again.
     *
     * @param window number of the window
     * @param grants how many have ended, at least 1
     */
    default void onRevoked(int window, int grants) {
        // Peers learn it from their next transfer.
    }

    /** The display was reset by one of its users: all windows are gone, and all grants. The claim stays. */
    default void onReset() {
        // Batches for windows that are gone are answered as such.
    }
}
