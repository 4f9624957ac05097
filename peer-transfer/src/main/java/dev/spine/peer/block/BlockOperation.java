package dev.spine.peer.block;

/** What a request has a disk do. Any thread. */
public enum BlockOperation {
    /** Bytes go from the disk into memory. */
    READ,
    /** Bytes go from memory to the disk, which may keep them in its cache. */
    WRITE,
    /** Bytes go from memory to the medium, where they are when the request ends. */
    WRITE_THROUGH,
    /** What the disk has in its cache goes to the medium; no bytes are moved. */
    FLUSH
}
