/**
 * The messages of the LAN class and the values of their fields.
 *
 * <p>Packet send, receive post and their replies travel on the data path: they have static writers, or re-pointable writers and readers,
 * that allocate nothing and belong to one agent. Records are for control, tests and people; any thread.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header.
 */
@NullMarked
package dev.spine.i2o.message.lan;

import org.jspecify.annotations.NullMarked;
