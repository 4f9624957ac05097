/**
 * The meter: rewrites the classes of an extension so that what they execute, allocate and nest is counted in the instance's
 * {@link dev.spine.extension.api.MeterAccount}.
 *
 * <p>{@link dev.spine.extension.runtime.meter.ClassMeter} takes all classes of an image and gives them back metered. It expects class
 * files that a verdict has accepted ({@link dev.spine.extension.runtime.verify.Verifier}). What is charged and what is promised is in
 * docs/extension-metering.md.
 */
@NullMarked
package dev.spine.extension.runtime.meter;

import org.jspecify.annotations.NullMarked;
