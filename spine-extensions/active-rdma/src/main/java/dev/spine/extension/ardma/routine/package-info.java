/**
 * Routines: code that a client sends to run next to the data of a server. The set of instructions is a part of that of the Java virtual
 * machine, over ints and longs, with operations on areas beside it; docs/active-rdma-isa.md defines it for other implementations.
 *
 * <p>{@link dev.spine.extension.ardma.routine.RoutineReader} takes the binary form apart, {@link
 * dev.spine.extension.ardma.routine.RoutineVerifier} proves that it keeps to the rules, {@link dev.spine.extension.ardma.routine.Decoder}
 * makes {@link dev.spine.extension.ardma.routine.Instruction}s of it, and a {@link dev.spine.extension.ardma.routine.Machine} runs them.
 * What a machine touches is an {@link dev.spine.extension.ardma.routine.Area}; how a run ends is a
 * {@link dev.spine.extension.ardma.routine.Fault}, or none. A machine's state is data: it stops between two instructions when an area has
 * to bring bytes first, when a reader has to take some, or when a slice of work is over, and goes on later.
 * {@link dev.spine.extension.ardma.routine.Handover} gives that state to a compiled form of the routine and takes it back, as {@link
 * dev.spine.extension.ardma.routine.RunLayout} lays it out.
 *
 * <p>This package runs on cards, so it uses what extensions may use alone. Everything of one routine belongs to one thread.
 */
@NullMarked
package dev.spine.extension.ardma.routine;

import org.jspecify.annotations.NullMarked;
