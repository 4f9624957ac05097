/**
 * The conformance suite: what any IOP must do, as a table of states and messages and as the boot sequences of public drivers, runnable
 * against any implementation of the register face.
 */
@NullMarked
package dev.spine.host.conformance;

import org.jspecify.annotations.NullMarked;
