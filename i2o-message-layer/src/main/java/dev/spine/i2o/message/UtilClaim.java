package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;

/**
 * Claims a device for the initiator. One primary user at a time; the LCT entry then names the initiator as user. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header (claim types as the SIG numbers them).
 *
 * @param claimFlags bits of {@link ClaimFlags}
 * @param claimType a value of {@link ClaimType}
 */
public record UtilClaim(int claimFlags, int claimType) implements Request {
    public static final Field CLAIM_TYPE = Field.u8("ClaimType", 19);
    /** Entry of the catalogue. */
    public static final MessageKind<UtilClaim> KIND = MessageKind.of(UtilClaim.class, "UtilClaim", 20, DeviceClass.ANY,
        Function.UTIL_CLAIM, Field.u16("ClaimFlags", 16), CLAIM_TYPE);
}
