/**
 * Runs PANIC programs, one activation at a time.
 *
 * <p>{@link dev.spine.extension.panic.machine.Linker} makes a {@link dev.spine.extension.panic.machine.LinkedProgram} of a {@link
 * dev.spine.extension.panic.program.Program}, once: an object for each instruction. A {@link dev.spine.extension.panic.machine.Machine}
 * has the data area of one program in a buffer of the card and runs its start-up block, or the block of a trigger with a {@link
 * dev.spine.extension.panic.machine.Packet}. What it needs from the card it asks of an {@link
 * dev.spine.extension.panic.machine.Environment}.
 *
 * <p>A program may have a compiled form as well, a {@link dev.spine.extension.panic.machine.CompiledProgram} that the host's half makes of
 * the same file; {@code Linker} joins the two. The machine then runs that, and the operations where it cannot go on. Results, steps and the
 * state after each slice are the same in both forms.
 *
 * <p>An activation ends by AWAIT, by STOP or by a {@link dev.spine.extension.panic.machine.Fault}, which touches nothing else. It runs in
 * slices. When the environment answers {@link dev.spine.extension.panic.machine.Environment#WAIT}, the machine stops before that
 * instruction, with the stack as it was, and asks again in the next slice. Slices and waits never change the result or the number of steps.
 *
 * <p>A step is an instruction, and one more for each 8 bytes that the card's processor copies for it (PKCOPY and the sends). A budget of
 * steps ends an activation that does not end by itself.
 *
 * <p>Nothing here allocates while a program runs. The objects of one program belong to one thread. The package runs on cards, so it uses
 * only what extensions may use.
 */
@NullMarked
package dev.spine.extension.panic.machine;

import org.jspecify.annotations.NullMarked;
