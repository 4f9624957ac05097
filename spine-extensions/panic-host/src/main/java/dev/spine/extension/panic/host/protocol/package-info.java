/**
 * Protocols of PANIC. Each is a program in PDL, in a file beside the classes, a class that loads it onto a card and hands out its service,
 * and a twin on the host in Java that does the same with the same packets.
 *
 * <p>{@link dev.spine.extension.panic.host.protocol.HostMachine} runs the twins: what comes over the LAN port of the card costs the host
 * messages and interrupts. A program on the card costs it neither, but for what it delivers.
 *
 * <p>Classes on cards wait for the card, and are used by one thread at a time from outside the host's agent, as {@link
 * dev.spine.extension.panic.host.library.PanicCard}; twins belong to the host's agent.
 */
@NullMarked
package dev.spine.extension.panic.host.protocol;

import org.jspecify.annotations.NullMarked;
