package dev.spine.extension.runtime.meter;

/** Whether the code of an image is charged for what it uses. Any thread. */
public enum Metering {
    /** It is, as all code that is not trusted. */
    METERED,
    /**
     * It is verified and linked as any, but takes no fuel, no heap and no stack by count. What does not end is found by the watchdog, and
     * costs the card.
     */
    UNMETERED
}
