package dev.spine.extension.router.host;

/** Is notified of what happens to the routers on cards. Called on the host's agent: do little, and do not wait. */
public interface RouterListener {
    /** Nobody hears. */
    RouterListener NONE = new RouterListener() {
        @Override
        public void onStopped(String card, String why) {
            // Nobody hears.
        }

        @Override
        public void onRunning(String card) {
            // Nobody hears.
        }
    };

    /**
     * A card's router does not run any more; packets for it are dropped meanwhile. It is loaded again by itself.
     *
     * @param card the name of its port
     * @param why in words: its failure, that somebody has unloaded it, or that the card is lost
     */
    void onStopped(String card, String why);

    /**
     * A card's router runs, and is being told everything.
     *
     * @param card the name of its port
     */
    void onRunning(String card);
}
