/**
 * The model beside the truth, on the machine at hand: {@link dev.spine.perf.validation.Validation} measures it, runs the workloads on the
 * live engine and on a profile of the same machine, and {@link dev.spine.perf.validation.ValidationText} says how far they are apart.
 */
@NullMarked
package dev.spine.perf.validation;

import org.jspecify.annotations.NullMarked;
