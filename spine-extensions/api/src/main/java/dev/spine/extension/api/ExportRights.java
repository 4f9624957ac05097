package dev.spine.extension.api;

/** What others may do with exported memory. Any thread. */
public enum ExportRights {
    /** Read it. */
    READ,
    /** Read it, write it, and change 64 bits of it at a time: compare-and-swap, fetch-and-add. */
    READ_WRITE
}
