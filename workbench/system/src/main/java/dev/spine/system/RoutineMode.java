package dev.spine.system;

/** What a server of Active RDMA in a system file does with routines that run much. Any thread. */
public enum RoutineMode {
    /** They stay interpreted: the host loads nothing for the server. */
    INTERPRETED,
    /** The host compiles them, metered and checked like any extension. */
    CHECKED,
    /** The host compiles them without meter, steps, and bounds and rights of each access: for clients that are trusted. */
    UNCHECKED
}
