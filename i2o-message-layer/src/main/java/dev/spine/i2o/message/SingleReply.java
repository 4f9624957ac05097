package dev.spine.i2o.message;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Field;
import java.util.List;

/**
 * The ordinary final reply to a request with one transaction. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 single-transaction reply; SIG headers.
 *
 * @param requestStatus a value of {@link RequestStatus}
 * @param detailedStatus a value of {@link DetailedStatus} or of the class
 * @param payload further words, whose meaning is the function's
 */
public record SingleReply(int requestStatus, int detailedStatus, List<Integer> payload) implements Reply {
    public static final Field DETAILED_STATUS = Field.u16("DetailedStatusCode", 16);
    public static final Field REQUEST_STATUS = Field.u8("ReqStatus", 19);
    /** Entry of the catalogue. */
    public static final MessageKind<SingleReply> KIND = MessageKind.of(SingleReply.class, "SingleTransactionReply", 20,
        DeviceClass.ANY, MessageKind.ANY_FUNCTION, REQUEST_STATUS, DETAILED_STATUS);
    /** Success without payload. */
    public static final SingleReply DONE = new SingleReply(RequestStatus.SUCCESS, DetailedStatus.SUCCESS, List.of());

    /** Copies the payload. */
    public SingleReply {
        payload = List.copyOf(payload);
    }
}
