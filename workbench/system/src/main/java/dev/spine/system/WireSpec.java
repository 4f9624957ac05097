package dev.spine.system;

/** The settings of one wire, as its kind has read them. Immutable. */
public interface WireSpec {
    /** {@return its name, unique in the system} */
    String name();

    /** {@return how many ports it has: as many devices can be on it} */
    int ports();

    /** {@return how many frames that come in a port can hold} */
    int receiveBuffers();

    /** {@return how many bytes the receive buffers of one port take, in the memory of the card at that port} */
    long portBytes();

    /** {@return whether packets can come from it with which work is left to be done: checksums, cutting} */
    default boolean leavesWorkUndone() {
        return false;
    }
}
