/**
 * Machine profiles as text files: what a described machine's processors, bus, DMA engines and wires cost, each value with its source.
 *
 * <p>{@link ProfileFile} reads one as a {@link Profile}, which is a number and a source for
 * each {@link ProfileKey}, and gives the {@link dev.spine.iop.engine.MachineProfile} that the modelled engine
 * calculates with. Bundled profiles are found by name; any other name is taken as a file. A file that is based on a bundled profile has
 * only what differs. A source begins with the word of its {@link Origin}.
 *
 * <p>A profile is named in records and plans by a reference: its name or file and the {@link ProfileChange changes}
 * behind it, {@code "lanai-33 with bus.clock-hz=66000000"}, so that what is reported says what was calculated.
 */
@NullMarked
package dev.spine.system.profile;

import org.jspecify.annotations.NullMarked;
