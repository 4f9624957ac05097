/**
 * The router measured: packets from one network card to another over every path, their rates, latencies and losses.
 *
 * <p>{@link ForwardRun} is one path on one engine; packets come from a replayed capture, leave by another card's
 * wire, and are compared there, byte for byte and in their order, with what an independent reference says of them
 * ({@link ForwardPackets}).
 */
@NullMarked
package dev.spine.perf.forward;

import org.jspecify.annotations.NullMarked;
