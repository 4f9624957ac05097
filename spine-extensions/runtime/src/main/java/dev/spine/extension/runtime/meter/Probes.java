package dev.spine.extension.runtime.meter;

/**
 * What metered code tells of itself beside what it uses. Fuel, heap and stack are the same with and without. Immutable.
 *
 * @param lines which line of its source it has reached: for somebody who looks at single activations
 * @param blocks which of its basic blocks have run: for a processor that is modelled, whose time follows them
 */
public record Probes(boolean lines, boolean blocks) {
    /** Nothing: as on the live engine. */
    public static final Probes NONE = new Probes(false, false);
}
