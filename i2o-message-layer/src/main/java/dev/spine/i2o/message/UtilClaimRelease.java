package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;

/**
 * Gives a claim back. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 *
 * @param releaseFlags 0x0001 for a conditional release, else 0
 * @param claimType the value of {@link ClaimType} that was claimed
 */
public record UtilClaimRelease(int releaseFlags, int claimType) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<UtilClaimRelease> KIND = MessageKind.of(UtilClaimRelease.class, "UtilClaimRelease",
        20, DeviceClass.ANY, Function.UTIL_CLAIM_RELEASE, Field.u16("ReleaseFlags", 16), Field.u8("ClaimType", 19));
}
