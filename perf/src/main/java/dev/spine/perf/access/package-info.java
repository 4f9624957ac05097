/**
 * What it costs the processors of a machine to reach its parts, measured on the modelled engine.
 *
 * <p>{@link AccessCosts} measures; {@code spine profile access} prints it.
 */
@NullMarked
package dev.spine.perf.access;

import org.jspecify.annotations.NullMarked;
