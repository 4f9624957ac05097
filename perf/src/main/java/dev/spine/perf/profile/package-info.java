/**
 * Machine profiles as text files: what a described machine's processors, bus, DMA engines and wires cost, each value with its source.
 *
 * <p>{@link dev.spine.perf.profile.ProfileFile} reads one as a {@link dev.spine.perf.profile.Profile}, which is a number and a source for
 * each {@link dev.spine.perf.profile.ProfileKey}, and gives the {@link dev.spine.iop.engine.MachineProfile} that the modelled engine
 * calculates with. Bundled profiles are found by name; any other name is taken as a file. A file that is based on a bundled profile has
 * only what differs. A source begins with the word of its {@link dev.spine.perf.profile.Origin}.
 *
 * <p>A profile is named in records and plans by a reference: its name or file and the {@link dev.spine.perf.profile.ProfileChange changes}
 * behind it, {@code "lanai-33 with bus.clock-hz=66000000"}, so that what is reported says what was calculated.
 */
@NullMarked
package dev.spine.perf.profile;

import org.jspecify.annotations.NullMarked;
