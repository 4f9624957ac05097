package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * Claims a device for the initiator. One primary user at a time; the LCT entry then names the initiator as user.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header (claim types as the SIG numbers them).
 *
 * @param claimFlags bits of {@link ClaimFlags}
 * @param claimType a value of {@link ClaimType}
 */
public record UtilClaim(int claimFlags, int claimType) implements Request {
    private static final Field CLAIM_FLAGS = Field.u16("ClaimFlags", 16);
    /** A value of {@link ClaimType}. */
    public static final Field CLAIM_TYPE = Field.u8("ClaimType", 19);
    /** Entry of the catalogue. */
    public static final MessageKind<UtilClaim> KIND = MessageKind.request(
        Layout.of("UtilClaim", 20, CLAIM_FLAGS, CLAIM_TYPE),
        DeviceClass.ANY, Function.UTIL_CLAIM, UtilClaim::parse);

    private static UtilClaim parse(MessageFrame frame) {
        return new UtilClaim(CLAIM_FLAGS.get(frame), CLAIM_TYPE.get(frame));
    }

    @Override
    public MessageKind<UtilClaim> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        CLAIM_FLAGS.set(frame, claimFlags);
        CLAIM_TYPE.set(frame, claimType);
    }
}
