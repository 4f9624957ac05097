/**
 * Makes classes of routines, off the card. {@link dev.spine.extension.ardma.host.compile.RoutineCompiler} takes a verified routine and
 * gives the class of a {@link dev.spine.extension.ardma.compiled.CompiledRoutine} and the image that a card loads.
 *
 * <p>A method of the class has one entry for each place where a run can come in: its begin, heads of loops, behind calls, behind what it
 * leaves to the interpreter. It takes the locals of the routine into locals of its own there, goes on, and puts them back wherever it
 * stops. Instructions over ints and longs are themselves; an access to an area whose number is known is a check and an access to a buffer;
 * everything else stops. Steps are taken a block at a time, with the rest of the block given back where it stops within one. A jump back
 * pays the fuel that the meter takes for it, so that a call ends before its fuel does. A small method without calls and loops, a leaf, is
 * written where it is called, and makes the same steps there; when it would fail, it is called after all, and fails or stops there.
 */
@NullMarked
package dev.spine.extension.ardma.host.compile;

import org.jspecify.annotations.NullMarked;
