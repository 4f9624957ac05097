package dev.spine.host.testkit.script;

import dev.spine.host.testkit.message.DriverBuffers;
import dev.spine.i2o.MessageFrame;

/** What a script expects of one request. Immutable; {@link Requests} makes them. */
public interface RequestMatcher {
    /**
     * Compares a request with what is expected. Never fails, whatever the request holds.
     *
     * @param request a checked copy
     * @param buffers the host memory that it names
     * @return line by line what was compared
     */
    MessageComparison compare(MessageFrame request, DriverBuffers buffers);

    /** {@return what is expected, as words in a sentence: {@code UtilClaim to TID 0x008}} */
    String description();
}
