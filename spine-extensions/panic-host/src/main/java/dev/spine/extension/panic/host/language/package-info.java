/**
 * PDL, the language of protocols aboard the card: its text is read and checked here. {@link
 * dev.spine.extension.panic.host.language.PdlText#read} gives the {@link dev.spine.extension.panic.host.language.PdlProgram} of a text, and
 * what is to be said of it: several mistakes at once, each with its place.
 *
 * <p>A text is taken apart into tokens, these are read by recursive descent, and the rules that hold for a whole program are looked at
 * then. Reading goes on at the next {@code ;} or {@code END} behind a mistake. The language is defined in docs/pdl.md.
 */
@NullMarked
package dev.spine.extension.panic.host.language;

import org.jspecify.annotations.NullMarked;
