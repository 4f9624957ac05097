package dev.spine.perf.move;

/** What is moved. */
public enum MoveWorkload {
    /** Packets from the network to a disk. */
    STORE_IN("store-in", "packets from the network to a disk"),
    /** Blocks of a disk to the network. */
    STORE_OUT("store-out", "blocks of a disk to the network"),
    /** Pictures of a disk to a screen. */
    SHOW("show", "pictures of a disk to a screen");

    private final String title;
    private final String description;

    MoveWorkload(String title, String description) {
        this.title = title;
        this.description = description;
    }

    /** {@return its name in records and tables} */
    public String title() {
        return title;
    }

    /** {@return what it is, for people} */
    public String description() {
        return description;
    }
}
