/**
 * What if the described machine were another one? One number of its profile takes many values, every path of a workload runs at each of
 * them on the modelled engine, and the values are found at which moving work to the cards begins to pay.
 *
 * <p>{@link SweptPath} is one path, asked for any profile. {@link Sweep} runs the paths of a
 * workload over a {@link dev.spine.system.profile.ProfileRange} and keeps what each gave. {@link Crossings} finds,
 * by halving, where one of two paths overtakes the other. {@link SweepComparison} is all of that as results of
 * {@code spine compare}.
 */
@NullMarked
package dev.spine.perf.whatif;

import org.jspecify.annotations.NullMarked;
