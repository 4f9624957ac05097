/**
 * {@code spine calibrate}: measures the machine at hand and sets the model beside it.
 */
@NullMarked
package dev.spine.command.calibrate;

import org.jspecify.annotations.NullMarked;
