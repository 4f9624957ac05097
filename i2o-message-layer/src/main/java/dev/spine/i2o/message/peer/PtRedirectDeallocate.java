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
 * Gives a redirected buffer back.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 *
 * @param handle by which the buffer is named
 */
public record PtRedirectDeallocate(int handle) implements Request {
    /** By which the buffer is named. */
    public static final Field HANDLE = Field.u32("handle", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<PtRedirectDeallocate> KIND = MessageKind.request(
        Layout.of("PciPtRedirectDeallocate", 20, HANDLE),
        DeviceClass.PEER_TRANSPORT, Function.PT_REDIRECT_DEALLOCATE, PtRedirectDeallocate::parse);

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static PtRedirectDeallocate parse(MessageFrame frame) {
        return new PtRedirectDeallocate(HANDLE.get(frame));
    }

    @Override
    public MessageKind<PtRedirectDeallocate> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        HANDLE.set(frame, handle);
    }
}
