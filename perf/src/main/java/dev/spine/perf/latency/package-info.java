/**
 * How long messages take from card to card, between memories and between applications on the modelled engine, and what reading the clock
 * costs a program of a card: the experiments of PANIC, as far as an extension can do them.
 *
 * <p>{@code Workstations} are two hosts, each with a card, joined by a wire; {@code HostApplication} is a host's program that answers;
 * {@link RoundTrips} has the times by the size of the data.
 */
@NullMarked
package dev.spine.perf.latency;

import org.jspecify.annotations.NullMarked;
