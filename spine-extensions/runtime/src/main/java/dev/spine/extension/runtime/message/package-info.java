/**
 * Parts of messages that know no instance: the protocol of the runtime's device, whose turn it is, timers, fences of transfers, and why
 * something was not delivered.
 */
@NullMarked
package dev.spine.extension.runtime.message;

import org.jspecify.annotations.NullMarked;
