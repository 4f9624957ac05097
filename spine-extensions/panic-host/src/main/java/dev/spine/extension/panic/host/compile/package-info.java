/**
 * The compiler of PDL: {@link dev.spine.extension.panic.host.compile.PdlCompiler} makes a program file, {@link
 * dev.spine.extension.panic.program}, of a program that {@link dev.spine.extension.panic.host.language.PdlText} has taken.
 *
 * <p>It has two modes. The reference mode waits behind each transfer to or from the host. The overlapping mode takes the code of the
 * reference mode and moves the waits to the first statements that a transfer concerns. Both leave the same memory, flags, messages and
 * faults.
 */
@NullMarked
package dev.spine.extension.panic.host.compile;

import org.jspecify.annotations.NullMarked;
