/**
 * The card halves of interfaces that users of a node see. The system itself offers only the bootstrap, messages between host and card;
 * extensions define the rest (SPINE SIGOPS 1998, section 3).
 *
 * <ul>
 * <li>{@link dev.spine.extension.interfaces.GamExtension}: Generic Active Messages, requests and replies by handler number, put and get.
 * <li>{@link dev.spine.extension.interfaces.MpiExtension}: messages with tags, matched with receives on the card.
 * <li>{@link dev.spine.extension.interfaces.UNetExtension}: endpoints whose queues are in the application's memory, which the card looks at
 * by DMA. {@link dev.spine.extension.interfaces.UNetProtocol} has the layout of the segment.
 * </ul>
 *
 * <p>Numbers of handlers and layouts of messages are in the classes whose names end with {@code Protocol}. What a host or another node
 * sends is checked; what is wrong is counted and dropped. The nodes that an interface joins, and what only the host may order, are a
 * {@link dev.spine.extension.interfaces.NodeTable}. Nothing waits at the head of a queue: what a destination cannot take now stays in an
 * {@link dev.spine.extension.interfaces.Outbox}, and messages for others pass it. The host's halves are in {@code
 * dev.spine.extension.interfaces.host}.
 */
@NullMarked
package dev.spine.extension.interfaces;

import org.jspecify.annotations.NullMarked;
