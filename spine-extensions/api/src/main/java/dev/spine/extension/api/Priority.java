package dev.spine.extension.api;

/**
 * Whose waiting messages come first on a card. Those of a higher priority come before all of a lower one; but whoever waits is passed over
 * at most eight times in a row, so that nobody waits forever. Packets come in the order of their handlers, whatever the priority.
 * Any thread.
 */
public enum Priority {
    /** Before the others: for what must answer soon and does little. */
    HIGH,
    /** What an extension has when it says nothing. */
    NORMAL,
    /** After the others. */
    LOW
}
