package dev.spine.extension.api;

/** What may be done with a part of memory that is made narrower; never more than with the whole. Any thread. */
public enum Rights {
    /** Read it. */
    READ,
    /** Read it, and write it if the whole can be written. */
    READ_WRITE
}
