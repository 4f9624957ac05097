package dev.spine.extension.ardma.host.arf;

/** What an operation returns in place of a result: negative numbers. */
final class ArfStatus {
    /** Another client changes something now, or has while this one read. */
    static final int BUSY = -1;
    static final int NOT_FOUND = -2;
    static final int EXISTS = -3;
    static final int NOT_DIRECTORY = -4;
    static final int IS_DIRECTORY = -5;
    static final int NOT_EMPTY = -6;
    static final int NO_SPACE = -7;
    static final int NO_INODES = -8;
    static final int BAD_NAME = -9;
    /** The inode has another file now. */
    static final int STALE = -10;
    static final int TOO_LARGE = -11;
    /** A directory would be within itself, or an argument makes no sense. */
    static final int INVALID = -12;
    static final int DAMAGED = -13;
    /** The lease was taken by another client, as this one had not answered. */
    static final int LOST = -14;
    static final int NO_PLACE = -15;

    private ArfStatus() {}
}
