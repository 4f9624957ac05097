/**
 * Machine profiles as text files: what a described machine's processors, bus, DMA engines and wires cost, each value with its source.
 *
 * <p>{@link dev.spine.perf.profile.ProfileFile} reads one into a {@link dev.spine.iop.engine.MachineProfile}. Bundled profiles are found by
 * name; any other name is taken as a file. A source is a citation, or begins with {@code assumed}.
 */
@NullMarked
package dev.spine.perf.profile;

import org.jspecify.annotations.NullMarked;
