package dev.spine.i2o.message.peer;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Opens the connection with the peer transport of another IOP. Answered by {@link PtConnectReply}.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 *
 * @param serviceVersion version of the service messages: 1
 * @param requestedMaxData the most bytes of data that the sender wants in one transfer
 */
public record PtConnect(int serviceVersion, int requestedMaxData) implements Request {
    /** Version of the service messages: 1. */
    public static final Field SERVICE_VERSION = Field.u16("PtaSvcMsgVersion", 16);
    /** The most bytes of data that the sender wants in one transfer. */
    public static final Field REQUESTED_MAX_DATA = Field.u32("ReqMaxData", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<PtConnect> KIND = MessageKind.request(
        Layout.of("PciPtConnect", 24, SERVICE_VERSION, REQUESTED_MAX_DATA),
        DeviceClass.PEER_TRANSPORT, Function.PT_CONNECT, PtConnect::parse);

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static PtConnect parse(MessageFrame frame) {
        return new PtConnect(SERVICE_VERSION.get(frame), REQUESTED_MAX_DATA.get(frame));
    }

    @Override
    public MessageKind<PtConnect> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        SERVICE_VERSION.set(frame, serviceVersion);
        REQUESTED_MAX_DATA.set(frame, requestedMaxData);
    }
}
