/**
 * The meter: rewrites the classes of an extension so that what they execute, allocate and nest is counted in the instance's
 * {@link dev.spine.extension.api.metered.MeterAccount}.
 *
 * <p>{@link dev.spine.extension.runtime.meter.ClassMeter} takes all classes of an image and gives them back metered. It expects class
 * files that a verdict has accepted ({@link dev.spine.extension.runtime.verify.Verifier}). Two steps: {@code Lowering} turns what javac
 * leaves to dynamic linking into ordinary code (lambdas into classes, joined text into the work of a builder, switches on patterns into
 * tests), and {@code MethodMeter} writes the charges into each method, and with {@link dev.spine.extension.runtime.meter.Probes} what is
 * wanted beside them: its lines, or which of its {@code Blocks} run. The library's own classes go through the same
 * ({@link dev.spine.extension.runtime.meter.MeteredLibrary}). What is charged and what is promised is in docs/extension-rules.md.
 */
@NullMarked
package dev.spine.extension.runtime.meter;

import org.jspecify.annotations.NullMarked;
