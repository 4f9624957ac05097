package dev.spine.i2o.spec;

/**
 * One line of the specification about a field. A field that appears in several public structures has a line for each.
 * Immutable; any thread.
 *
 * @param structure name of the structure
 * @param field name of the field; of bits that have no field of their own, the public one
 * @param byteOffset bytes from the start of the structure
 * @param firstBit lowest bit in the unit at {@code byteOffset}
 * @param bits how many bits; of a list, those of its first element
 * @param publicName {@code STRUCT.Field} as the public headers spell it; empty without one
 */
public record FieldLine(String structure, String field, int byteOffset, int firstBit, int bits, String publicName) {
    static FieldLine of(String structure, String field, FieldPosition place, String publicName) {
        return new FieldLine(structure, field, place.byteOffset(), place.firstBit(), place.bits(), publicName);
    }
}
