package dev.spine.device.disk;

/** Whether an abort is about requests that have begun, too. */
enum AbortDepth {
    /** Only those that wait. */
    NOT_STARTED,
    /** All. */
    ALL
}
