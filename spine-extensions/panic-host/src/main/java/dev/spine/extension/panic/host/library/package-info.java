/**
 * The host's library of PANIC: what an application does with programs on a card that has {@link
 * dev.spine.extension.panic.card.PanicExtension}.
 *
 * <p>{@link dev.spine.extension.panic.host.library.PanicCard} loads, runs, stops, replaces, lists and unloads programs, sends them messages
 * and reads their variables; it makes {@link dev.spine.extension.panic.host.library.PanicSegment}s, memory that programs reach by GET and
 * DELIVER, and {@link dev.spine.extension.panic.host.library.PanicControl}, with flags, locks and the display.
 *
 * <p>Methods of the card and of segments wait for the card, and are called by one thread at a time, from outside the host's agent. Flags
 * and locks are plain accesses to memory, for any number of threads.
 */
@NullMarked
package dev.spine.extension.panic.host.library;

import org.jspecify.annotations.NullMarked;
