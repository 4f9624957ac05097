/**
 * What tests measure that must not hang on the machine's mood.
 *
 * <p>{@link dev.spine.measure.ThreadAllocation} asks what one round of a piece of work allocates on a thread. The virtual machine charges
 * things of its own to the same thread now and then (a class linked late, a compiled method given up), so the least of several rounds
 * counts: what the code itself allocates is in every round.
 *
 * <pre>{@code
 * long least = ThreadAllocation.least(thread, MESSAGES / 10, () -> exchange(MESSAGES));
 * assertTrue(least < MESSAGES / 10, least + " bytes for " + MESSAGES + " messages");
 * }</pre>
 *
 * <p>{@link dev.spine.measure.GarbageCollection} tells whether classes and objects are gone that nobody should reach any longer.
 *
 * <p>Nothing here measures time.
 */
@NullMarked
package dev.spine.measure;

import org.jspecify.annotations.NullMarked;
