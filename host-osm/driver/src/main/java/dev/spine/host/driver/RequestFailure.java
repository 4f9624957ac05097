package dev.spine.host.driver;

import dev.spine.i2o.FailureCode;
import java.io.Serializable;

/**
 * Why a request got no reply. Immutable; any thread.
 *
 * @param reason what happened
 * @param failureCode a value of {@link FailureCode} when the transport failed, otherwise 0
 */
public record RequestFailure(Reason reason, int failureCode) implements Serializable {
    /** The kinds of failure. */
    public enum Reason {
        /** The time for the reply is over. It may still come; then it is counted and dropped, or goes to a handler that waits on. */
        TIMEOUT,
        /** The IOP could not deliver the request and said so; its preserved frame has been returned. */
        TRANSPORT,
        /** The IOP has begun a reset, or was cleared; everything it had in work is gone, and it touches no memory for it any more. */
        IOP_RESET,
        /** No frame or no context was to be had within the time for the reply. */
        CONGESTION
    }

    static final RequestFailure TIMEOUT = new RequestFailure(Reason.TIMEOUT, 0);
    static final RequestFailure IOP_RESET = new RequestFailure(Reason.IOP_RESET, 0);
    static final RequestFailure CONGESTION = new RequestFailure(Reason.CONGESTION, FailureCode.CONGESTION);

    static RequestFailure transport(int failureCode) {
        return new RequestFailure(Reason.TRANSPORT, failureCode);
    }

    @Override
    public String toString() {
        return reason == Reason.TRANSPORT ? "transport failure " + FailureCode.name(failureCode) : reason.name();
    }
}
