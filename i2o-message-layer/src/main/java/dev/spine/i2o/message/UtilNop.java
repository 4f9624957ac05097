package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;

/**
 * Does nothing. The receiver returns the frame and never answers; a sender uses it to give back a frame it cannot use, and to
 * return the preserved frame of a transport failure. Drivers send three or four words. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 */
public record UtilNop() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<UtilNop> KIND = MessageKind.of(UtilNop.class, "UtilNOP", 12, DeviceClass.ANY,
        Function.UTIL_NOP);
}
