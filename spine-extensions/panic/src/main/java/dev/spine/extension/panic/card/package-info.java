/**
 * The extension that runs PANIC programs on a card: {@link dev.spine.extension.panic.card.PanicExtension}, called the VM below.
 *
 * <p>The host loads, runs, stops, replaces and unloads programs by orders ({@link dev.spine.extension.panic.card.PanicProtocol}); each is
 * answered with a {@link dev.spine.extension.panic.card.PanicStatus}. A program file and the data area of its program lie in two arenas of
 * the card's memory. When a program leaves, what lies behind moves down, never while a transfer touches an arena.
 *
 * <p>Messages come from the wire ({@link dev.spine.extension.panic.card.PacketHeader}), from the host, and from programs of this card. Each
 * takes one of 64 slots, at most 16 for a program, and waits there in the order of arrival. A message for an idle program is read in place;
 * what is still needed when its handler ends is kept, or copied into its slot. Whether its trigger is armed counts when its activation
 * would begin. Nothing that is dropped is dropped without a counter.
 *
 * <p>A handler runs one slice of one program. Programs that are ready go on in turn, by a message of the VM to itself, so packets and other
 * extensions come between. A program that waits (for a transfer, for the wire) is woken by what it waits for.
 *
 * <p>All of it belongs to the card's agent thread. It allocates when programs are loaded, and not while they run.
 */
@NullMarked
package dev.spine.extension.panic.card;

import org.jspecify.annotations.NullMarked;
