/**
 * {@code spine trace}: runs something and keeps every I2O message and every packet on a wire, in a pcapng file and as a listing, or follows
 * one packet. The work is that of {@code dev.spine.system.trace} and {@code dev.spine.system.timeline}.
 */
@NullMarked
package dev.spine.command.trace;

import org.jspecify.annotations.NullMarked;
