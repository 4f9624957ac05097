package dev.spine.host.driver;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;

/** An IOP answered a control request with a status other than success. The message names both status codes. Any thread. */
public final class RefusedException extends HostException {
    private static final long serialVersionUID = 1;

    private final int requestStatus;
    private final int detailedStatus;

    /**
     * A refusal.
     *
     * @param iop the IOP's name
     */
    RefusedException(String iop, MessageFrame reply) {
        super(iop + ": " + Function.name(reply.function()) + " to TID 0x" + Integer.toHexString(reply.target()) + " was refused: "
            + RequestStatus.name(reply.requestStatus()) + ", " + DetailedStatus.name(reply.detailedStatus()));
        this.requestStatus = reply.requestStatus();
        this.detailedStatus = reply.detailedStatus();
    }

    /** {@return a value of {@link RequestStatus}} */
    public int requestStatus() {
        return requestStatus;
    }

    /** {@return a value of {@link DetailedStatus}} */
    public int detailedStatus() {
        return detailedStatus;
    }
}
