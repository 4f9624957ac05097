/**
 * What it costs the processors of a machine to reach its parts, measured on the modelled engine.
 *
 * <p>{@link dev.spine.perf.access.AccessCosts} measures; {@link dev.spine.perf.access.ProfileAccessCommand} is the command.
 */
@NullMarked
package dev.spine.perf.access;

import org.jspecify.annotations.NullMarked;
