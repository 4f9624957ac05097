package dev.spine.peer.plan;

/** A way of bytes from one device to another, best first. Any thread. */
public enum TransferRoute {
    /** The source's card writes into the destination's memory under a grant: one crossing of the bus. */
    DEVICE_TO_DEVICE("device to device under a grant", 1),
    /** The source tells the destination by a peer message where the bytes are, and the destination's card pulls them: one crossing. */
    PEER_MESSAGE_AND_PULL("peer message and pull", 1),
    /** The source's card writes into host memory, and the destination's card pulls from there: two crossings. */
    THROUGH_HOST_MEMORY("through host memory", 2);

    private final String label;
    private final int crossings;

    TransferRoute(String label, int crossings) {
        this.label = label;
        this.crossings = crossings;
    }

    /** {@return words for people and records} */
    public String label() {
        return label;
    }

    /** {@return how often each byte crosses the bus} */
    public int crossings() {
        return crossings;
    }
}
