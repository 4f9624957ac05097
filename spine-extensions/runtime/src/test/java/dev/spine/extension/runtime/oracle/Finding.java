package dev.spine.extension.runtime.oracle;

import java.util.Locale;

/**
 * A program that takes more than it is charged for.
 *
 * @param name the program
 * @param machine where
 * @param kind what is wrong
 * @param ratio how much of it: times of an ordinary loop, bytes for each byte charged; 0 when it is no ratio
 * @param what the activation, or what happened
 */
record Finding(String name, Machine machine, Kind kind, double ratio, String what) {
    /** What can be wrong. */
    enum Kind {
        /** It does not come back, or ends the virtual machine. */
        ACCIDENT,
        /** It takes too much time. */
        TIME,
        /** It allocates too much. */
        BYTES,
        /** It is charged otherwise than elsewhere. */
        FUEL
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%-8s %-40s %-11s %10.1f  %s", kind, name, machine, ratio, what);
    }
}
