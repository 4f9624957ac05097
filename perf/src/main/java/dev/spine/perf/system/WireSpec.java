package dev.spine.perf.system;

/** The settings of one wire, as its kind has read them. */
public interface WireSpec {
    /** {@return its name, unique in the system} */
    String name();
}
