package dev.spine.i2o.spec;

/**
 * One line of the specification about a constant. Immutable; any thread.
 *
 * @param constant set, name and value
 * @param publicName its name in the public headers; empty without one
 */
public record ConstantLine(ConstantSet.Constant constant, String publicName) {
}
