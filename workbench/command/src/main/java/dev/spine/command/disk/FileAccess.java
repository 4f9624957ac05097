package dev.spine.command.disk;

/** What a served file is opened for. */
enum FileAccess {
    /** Reading and writing. */
    READ_WRITE,
    /** Only reading; the file is not changed, nor made when it is not there. */
    READ_ONLY
}
