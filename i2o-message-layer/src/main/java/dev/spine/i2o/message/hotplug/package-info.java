/**
 * The messages of the hot-plug controller class, which came with 2.0: power and attention of slots.
 *
 * <p>The answer to each is an ordinary {@link dev.spine.i2o.message.SingleReply}, its detailed status one of
 * {@link dev.spine.i2o.param.HotPlugCodes.Status}. Records, for control, tests and people; any thread.
 *
 * <p>Source: I2O 2.0 hot-plug controller class; SIG hot-plug header.
 */
@NullMarked
package dev.spine.i2o.message.hotplug;

import org.jspecify.annotations.NullMarked;
