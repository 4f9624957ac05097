/**
 * PANIC on cards: programs in PDL, a small language for protocols, are compiled on a host and run on a card. {@code
 * dev.spine.extension.panic.program} is the program file, which a compiler writes and a card checks; {@code
 * dev.spine.extension.panic.machine} runs it, one message at a time.
 */
@NullMarked
package dev.spine.extension.panic;

import org.jspecify.annotations.NullMarked;
