package dev.spine.peer.batch;

/**
 * The numbers of the messages of one device, over all of its windows: what answers a message of a window that has ended, however late,
 * names none of a later window. Belongs to the card's agent.
 */
public final class BatchNumbers {
    private int last;

    /** {@return a number of 24 bits that no message has had for long} */
    int next() {
        last = last + 1 & 0xFF_FFFF;
        return last;
    }
}
