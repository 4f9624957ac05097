/**
 * {@code spine pdl}: checks, formats and compiles programs in PDL, the language of protocols aboard the card, and loads and runs them.
 *
 * <p>{@link dev.spine.command.pdl.ProgramText} is a text as it was read, {@link dev.spine.command.pdl.ProgramInput} a text or a program
 * file to be loaded. The commands from {@code load} on ask a running system over its control socket ({@code dev.spine.command.run},
 * {@code dev.spine.command.control}): {@link dev.spine.command.pdl.LoadedProgramCommand} those about one program, {@link
 * dev.spine.command.pdl.EventsCommand} those that show what comes.
 */
@NullMarked
package dev.spine.command.pdl;

import org.jspecify.annotations.NullMarked;
