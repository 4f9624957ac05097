package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Ends the life of a static frame, which returns to the inbound free list once no request holds it. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param staticMfa the static frame
 */
public record ExecStaticMfRelease(int staticMfa) implements Request {
    public static final Field STATIC_MFA = Field.u32("StaticMFA", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecStaticMfRelease> KIND = MessageKind.of(ExecStaticMfRelease.class,
        "ExecStaticMfRelease", 20, DeviceClass.EXECUTIVE, Function.EXEC_STATIC_MF_RELEASE, STATIC_MFA);
}
