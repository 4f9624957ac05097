package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Ends the life of a static frame, which returns to the inbound free list once no request holds it.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param staticMfa the static frame
 */
public record ExecStaticMfRelease(int staticMfa) implements Request {
    /** The static frame. */
    public static final Field STATIC_MFA = Field.u32("StaticMFA", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecStaticMfRelease> KIND = MessageKind.request(
        Layout.of("ExecStaticMfRelease", 20, STATIC_MFA),
        DeviceClass.EXECUTIVE, Function.EXEC_STATIC_MF_RELEASE, ExecStaticMfRelease::parse);

    private static ExecStaticMfRelease parse(MessageFrame frame) {
        return new ExecStaticMfRelease(STATIC_MFA.get(frame));
    }

    @Override
    public MessageKind<ExecStaticMfRelease> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        STATIC_MFA.set(frame, staticMfa);
    }
}
