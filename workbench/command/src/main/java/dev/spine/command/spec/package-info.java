/**
 * {@code spine spec}: prints the specification that the code itself holds.
 *
 * <p>{@link SpecCommand} takes the options; {@link SpecTables} writes aligned tables for people,
 * {@link SpecTsv} lines for programs. Both print {@link dev.spine.i2o.spec.Specification} and nothing else, so a field
 * that is printed here is the field that the message layer reads and writes.
 */
@NullMarked
package dev.spine.command.spec;

import org.jspecify.annotations.NullMarked;
