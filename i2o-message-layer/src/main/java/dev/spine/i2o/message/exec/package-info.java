/**
 * The messages of the executive class, what their replies hold, and the values of their fields: hosts and other IOPs send them to the
 * executive of an IOP, its TID 0.
 *
 * <p>Records, for control, tests and people; any thread. Source: I2O 1.5 executive messages; SIG executive header.
 */
@NullMarked
package dev.spine.i2o.message.exec;

import org.jspecify.annotations.NullMarked;
