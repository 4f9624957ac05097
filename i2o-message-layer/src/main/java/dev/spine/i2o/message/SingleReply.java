package dev.spine.i2o.message;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import java.util.List;

/**
 * The ordinary final reply to a request with one transaction.
 *
 * <p>Source: I2O 1.5 single-transaction reply; SIG headers.
 *
 * @param requestStatus a value of {@link RequestStatus}
 * @param detailedStatus a value of {@link DetailedStatus} or of the class
 * @param payload further words, whose meaning is the function's
 */
public record SingleReply(int requestStatus, int detailedStatus, List<Integer> payload) implements Reply {
    /** Detailed status. */
    public static final Field DETAILED_STATUS = Field.u16("DetailedStatusCode", 16);
    /** Request status. */
    public static final Field REQUEST_STATUS = Field.u8("ReqStatus", 19);
    /** Entry of the catalogue. */
    public static final MessageKind<SingleReply> KIND = MessageKind.reply(
        Layout.of("SingleTransactionReply", 20, DETAILED_STATUS, REQUEST_STATUS),
        DeviceClass.ANY, MessageKind.ANY_FUNCTION, SingleReply::parse);
    /** Success without payload. */
    public static final SingleReply DONE = new SingleReply(RequestStatus.SUCCESS, DetailedStatus.SUCCESS, List.of());

    /** Copies the payload. */
    public SingleReply {
        payload = List.copyOf(payload);
    }

    /**
     * Reads the reply.
     *
     * @param frame a checked frame, a reply and no transport failure
     * @return its values
     */
    public static SingleReply parse(MessageFrame frame) {
        return new SingleReply(REQUEST_STATUS.get(frame), DETAILED_STATUS.get(frame), Words.read(frame, KIND.minWords(),
            frame.sizeWords()));
    }

    @Override
    public MessageKind<SingleReply> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + payload.size();
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.FINAL_REPLY, 0);
        DETAILED_STATUS.set(reply, detailedStatus);
        REQUEST_STATUS.set(reply, requestStatus);
        Words.write(reply, KIND.minWords(), payload);
    }
}
