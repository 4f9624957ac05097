package dev.spine.host.driver;

import dev.spine.i2o.Function;

/** A control request got no usable answer. The message names the IOP, the function and the reason. Any thread. */
public final class RequestFailedException extends HostException {
    private static final long serialVersionUID = 1;

    private final RequestFailure failure;

    /**
     * A request without a reply.
     *
     * @param iop the IOP's name
     * @param functionCode the request's function
     * @param failure why there is none
     */
    RequestFailedException(String iop, int functionCode, RequestFailure failure) {
        super(iop + ": " + Function.name(functionCode) + " got no reply: " + failure);
        this.failure = failure;
    }

    /** {@return why there is no reply} */
    public RequestFailure failure() {
        return failure;
    }
}
