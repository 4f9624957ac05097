package dev.spine.iop.kernel;

/** What became of the wish to end the life of a static frame. Any thread. */
public enum StaticRelease {
    /** The frame is an ordinary one again. */
    RELEASED,
    /** It has been posted and not answered. */
    IN_USE,
    /** There is no static frame at the address. */
    UNKNOWN
}
