/**
 * Messages as people read them: {@link dev.spine.host.testkit.message.FrameText} puts any frame into words by the catalogue,
 * {@link dev.spine.host.testkit.message.DriverBuffers} finds the host memory that a request names,
 * {@link dev.spine.host.testkit.message.FrameAssertion} says in a test what a message must be.
 */
@NullMarked
package dev.spine.host.testkit.message;

import org.jspecify.annotations.NullMarked;
