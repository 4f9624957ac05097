/**
 * Program files: compiled PDL, with what a card needs to check and place it and a host needs to show it.
 *
 * <p>A compiler uses {@link dev.spine.extension.panic.program.ProgramWriter} and takes the bytes from it. A card, or a tool, gives bytes to
 * {@link dev.spine.extension.panic.program.ProgramReader}, which returns a {@link dev.spine.extension.panic.program.Program} or throws a
 * {@link dev.spine.extension.panic.program.ProgramException} of one line. Every {@code Program} has passed all checks: known {@link
 * dev.spine.extension.panic.program.Opcode}s, jumps and entries to the first byte of an instruction, one stack depth on all paths to an
 * instruction, data inside the data area, and no way past the end of the code.
 *
 * <p>{@link dev.spine.extension.panic.program.ProgramFormat} has the layout of the file and its limits. Addresses are relative, of code in
 * bytes and of data in words, so a card may put both anywhere and move them. Everything here may be used by any thread, except a writer,
 * which belongs to one. The package runs on cards, so it uses only what extensions may use.
 */
@NullMarked
package dev.spine.extension.panic.program;

import org.jspecify.annotations.NullMarked;
