package dev.spine.host.block;

import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.RequestStatus;

/**
 * How a request to a block device ended. Any thread.
 *
 * <p>Source: I2O 1.5 random block storage class, detailed status codes; failures that have no reply are the host's own.
 */
public enum BlockOutcome {
    /** Done. */
    SUCCESS(Retry.USELESS),
    /** The medium cannot be read or written there. */
    MEDIA_ERROR(Retry.USELESS),
    /** The device has failed. */
    DEVICE_FAILURE(Retry.USELESS),
    /** The device is powered down or starting. */
    NOT_READY(Retry.LATER),
    /** There is no medium. */
    MEDIA_NOT_PRESENT(Retry.USELESS),
    /** The medium is reserved by somebody else. */
    MEDIA_LOCKED(Retry.LATER),
    /** The medium has failed as a whole. */
    MEDIA_FAILURE(Retry.USELESS),
    /** The device and its IOP do not understand each other. */
    PROTOCOL_FAILURE(Retry.LATER),
    /** The bus failed, or the host memory that was named cannot be reached. */
    BUS_FAILURE(Retry.USELESS),
    /** The request is not allowed to this user. */
    ACCESS_VIOLATION(Retry.USELESS),
    /** The medium cannot be written. */
    WRITE_PROTECTED(Retry.USELESS),
    /** The device keeps its bytes where no room is left for more; what was written before is safe. */
    NO_ROOM(Retry.LATER),
    /** The device was reset while the request was in flight. */
    DEVICE_RESET(Retry.NOW),
    /** Another medium is there: who knows the old one's content must look again. */
    VOLUME_CHANGED(Retry.USELESS),
    /** The device gave up because its time was over. */
    DEVICE_TIMEOUT(Retry.NOW),
    /** The request was aborted. */
    ABORTED(Retry.USELESS),
    /** The device has too much to do. */
    BUSY(Retry.LATER),
    /** The range is not made of whole blocks or leaves the medium. */
    OUT_OF_RANGE(Retry.USELESS),
    /** The device refused the request as a whole: it does not know the function or a parameter. */
    REFUSED(Retry.USELESS),
    /** The IOP could not deliver the request. */
    NOT_DELIVERED(Retry.LATER),
    /** No answer came in time; the request was aborted, or never made because of one that may still be: what it did is unknown. */
    NO_ANSWER(Retry.NOW),
    /**
     * Neither the request nor its abort nor a reset of the device was answered: what it did is unknown, and the device may still read or
     * write the request's memory, which stays out of use until {@link BlockCompletion#onMemoryReleased}.
     */
    IN_DOUBT(Retry.LATER),
    /** The IOP was reset; what the request did is unknown. It can be retried once the device is back. */
    IOP_RESET(Retry.LATER),
    /** The device was removed. */
    GONE(Retry.USELESS),
    /** The OSM was closed. */
    CLOSED(Retry.USELESS);

    /** Whether making the same request again is of use. */
    public enum Retry {
        /** It would end the same way, or it is done. */
        USELESS,
        /** It may succeed at once. */
        NOW,
        /** It may succeed after a while. */
        LATER
    }

    private static final BlockOutcome[] BY_DETAIL = {
        SUCCESS, MEDIA_ERROR, OUT_OF_RANGE, DEVICE_FAILURE, NOT_READY, MEDIA_NOT_PRESENT, MEDIA_LOCKED, MEDIA_FAILURE, PROTOCOL_FAILURE,
        BUS_FAILURE, ACCESS_VIOLATION, WRITE_PROTECTED, DEVICE_RESET, VOLUME_CHANGED, DEVICE_TIMEOUT,
    };

    private final Retry retry;

    BlockOutcome(Retry retry) {
        this.retry = retry;
    }

    /** {@return whether making the same request again is of use} */
    public Retry retry() {
        return retry;
    }

    /**
     * {@return whether the request's memory must not be used for anything else until {@link BlockCompletion#onMemoryReleased}; with every
     * other status it is the caller's again}
     */
    public boolean holdsMemory() {
        return this == IN_DOUBT;
    }

    /** {@return whether the request was carried out} */
    public boolean isSuccess() {
        return this == SUCCESS;
    }

    /**
     * {@return the detailed status of the random block storage class by which a device says this, 1 to 14; 0 when none does: done, refused
     * as a whole, aborted, or a failure of the host's own}
     */
    public int detailedStatus() {
        int detail = BY_DETAIL.length - 1;
        while (detail > 0 && BY_DETAIL[detail] != this) {
            detail--;
        }
        return detail;
    }

    /**
     * The status of a reply.
     *
     * @param requestStatus its request status, any value of a byte
     * @param detailedStatus its detailed status, any value of 16 bits
     * @return what they mean
     */
    static BlockOutcome ofReply(int requestStatus, int detailedStatus) {
        if (requestStatus == RequestStatus.SUCCESS) {
            return SUCCESS;
        }
        if (requestStatus == RequestStatus.TRANSACTION_ERROR) {
            return ofTransactionError(detailedStatus);
        }
        if (detailedStatus > 0 && detailedStatus < BY_DETAIL.length) {
            return BY_DETAIL[detailedStatus];
        }
        if (isAbort(requestStatus)) {
            return ABORTED;
        }
        return detailedStatus == 0 ? DEVICE_FAILURE : ofTransactionError(detailedStatus);
    }

    private static boolean isAbort(int requestStatus) {
        return requestStatus >= RequestStatus.ABORT_DIRTY && requestStatus <= RequestStatus.ABORT_PARTIAL_TRANSFER
            || requestStatus >= RequestStatus.PROCESS_ABORT_DIRTY && requestStatus <= RequestStatus.PROCESS_ABORT_PARTIAL_TRANSFER;
    }

    private static BlockOutcome ofTransactionError(int detailedStatus) {
        return switch (detailedStatus) {
            case DetailedStatus.DEVICE_BUSY, DetailedStatus.INSUFFICIENT_RESOURCE_SOFT -> BUSY;
            case DetailedStatus.INSUFFICIENT_RESOURCE_HARD -> NO_ROOM;
            case DetailedStatus.DEVICE_LOCKED, DetailedStatus.INAPPROPRIATE_FUNCTION -> ACCESS_VIOLATION;
            case DetailedStatus.DEVICE_RESET -> DEVICE_RESET;
            case DetailedStatus.DEVICE_NOT_AVAILABLE -> NOT_READY;
            case DetailedStatus.TIMEOUT -> DEVICE_TIMEOUT;
            case DetailedStatus.INVALID_OFFSET, DetailedStatus.INVALID_PARAMETER -> OUT_OF_RANGE;
            default -> REFUSED;
        };
    }

    /** The status of a request without a reply. */
    static BlockOutcome ofFailure(RequestFailure failure) {
        return switch (failure.reason()) {
            case TIMEOUT -> NO_ANSWER;
            case TRANSPORT -> failure.failureCode() == FailureCode.INVALID_TARGET_ID ? GONE : NOT_DELIVERED;
            case IOP_RESET -> IOP_RESET;
            case CONGESTION -> BUSY;
        };
    }
}
