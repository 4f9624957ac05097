/**
 * How layouts are declared: a {@link dev.spine.i2o.layout.Field} is a name and a place, a {@link dev.spine.i2o.layout.Layout} is a name and
 * its fields.
 *
 * <p>Every message, table and parameter group of the catalogue states its layout once, as constants of these types, and reads and writes
 * its bytes through them. So the declaration that a test compares with the architecture's numbers, and that the printed specification
 * lists, is the one that the code runs on. Fields are records in {@code static final} constants: the just-in-time compiler folds them into
 * plain loads and stores.
 *
 * <p>All types are immutable and may be used from any thread.
 */
@NullMarked
package dev.spine.i2o.layout;

import org.jspecify.annotations.NullMarked;
