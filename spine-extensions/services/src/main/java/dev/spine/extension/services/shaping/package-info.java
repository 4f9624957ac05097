/**
 * The card half of policing and shaping: how fast packets of a class may go.
 *
 * <p>{@link PolicingExtension} is a packet handler before a router: what comes faster than its class may is dropped. {@link
 * ShapingExtension} is a stage of a router's egress ({@link dev.spine.extension.router.EgressStage}): what is too fast waits in a queue
 * of its class, classes take turns by deficit round robin (Shreedhar and Varghese, "Efficient Fair Queueing using Deficit Round Robin",
 * SIGCOMM 1995), and timers send it. Both measure by a {@link TokenBucket} and know packets by a {@link TrafficClass}.
 */
@NullMarked
package dev.spine.extension.services.shaping;

import org.jspecify.annotations.NullMarked;
