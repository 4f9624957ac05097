package dev.spine.perf.move;

/** What is moved. Any thread. */
public enum MoveWorkload {
    /** Packets from the network to a disk. */
    STORE_IN("store-in"),
    /** Blocks of a disk to the network. */
    STORE_OUT("store-out"),
    /** Pictures of a disk to a screen. */
    SHOW("show");

    private final String title;

    MoveWorkload(String title) {
        this.title = title;
    }

    /** {@return its name in records and tables} */
    public String title() {
        return title;
    }
}
