package dev.spine.peer.block;

/** Which way the bytes of a request go. Any thread. */
public enum BlockDirection {
    /** From the disk into memory. */
    READ,
    /** From memory to the disk. */
    WRITE
}
