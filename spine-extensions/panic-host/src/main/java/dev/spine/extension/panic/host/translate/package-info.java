/**
 * Makes class files of programs, which a card runs in place of their instructions.
 *
 * <p>{@link dev.spine.extension.panic.host.translate.ProgramTranslator} takes a {@link dev.spine.extension.panic.program.Program} and gives
 * a {@link dev.spine.extension.panic.host.translate.TranslatedProgram}, a class below {@link
 * dev.spine.extension.panic.machine.CompiledProgram}. An image for a card has it beside the classes of the machine; there {@link
 * dev.spine.extension.panic.machine.Linker} joins an object of it to the program. Every program that the reader takes can be translated.
 *
 * <p>The instructions of a block are a method, or several when they are many. Within a method the stack of the program is the stack of
 * the Java machine, jumps are jumps, and words of data are read and written in their buffer. Steps are counted for several instructions
 * at once, before the first of them; when there are too few left, and when the card answers WAIT, the method leaves everything to the
 * interpreter, exactly as that would have it, and the machine comes back at the next entry. Requests to the card are those of the
 * interpreter's operations.
 *
 * <p>The class file names the source and its lines, has no {@code invokedynamic} and is within the limits of the card's verifier.
 */
@NullMarked
package dev.spine.extension.panic.host.translate;

import org.jspecify.annotations.NullMarked;
