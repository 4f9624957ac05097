package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * Gives a claim back.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 *
 * @param releaseFlags 0x0001 for a conditional release, else 0
 * @param claimType the value of {@link ClaimType} that was claimed
 */
public record UtilClaimRelease(int releaseFlags, int claimType) implements Request {
    private static final Field RELEASE_FLAGS = Field.u16("ReleaseFlags", 16);
    private static final Field CLAIM_TYPE = Field.u8("ClaimType", 19);
    /** Entry of the catalogue. */
    public static final MessageKind<UtilClaimRelease> KIND = MessageKind.request(
        Layout.of("UtilClaimRelease", 20, RELEASE_FLAGS, CLAIM_TYPE),
        DeviceClass.ANY, Function.UTIL_CLAIM_RELEASE, UtilClaimRelease::parse);

    private static UtilClaimRelease parse(MessageFrame frame) {
        return new UtilClaimRelease(RELEASE_FLAGS.get(frame), CLAIM_TYPE.get(frame));
    }

    @Override
    public MessageKind<UtilClaimRelease> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        RELEASE_FLAGS.set(frame, releaseFlags);
        CLAIM_TYPE.set(frame, claimType);
    }
}
