/**
 * What devices and wires need of Linux and Java does not have: through the JDK's foreign functions, with no native code of our own.
 *
 * <p>{@link dev.spine.device.os.SystemCalls} are the calls as they are: a result, or a negative error number. On them stand things with a
 * meaning: a {@link dev.spine.device.os.NetworkNamespace}, a {@link dev.spine.device.os.TapDevice}, and the place where an engine's
 * thread sleeps until a descriptor has something, {@link dev.spine.device.os.DescriptorWait}. What a user has asked for and the system
 * refuses is a {@link dev.spine.device.os.SystemCallException} with one line for him.
 *
 * <p>Other families of calls have packages of their own, made with {@link dev.spine.device.os.Downcalls}.
 *
 * <p>A machine that is not Linux has none of this; the classes load, and opening anything is refused with one line.
 */
@NullMarked
package dev.spine.device.os;

import org.jspecify.annotations.NullMarked;
