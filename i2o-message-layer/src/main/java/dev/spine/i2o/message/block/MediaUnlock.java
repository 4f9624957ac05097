package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Unlocks the medium. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param mediaIdentifier which medium: 0xFFFFFFFF, {@link Media#CURRENT}, for the one in the device
 */
public record MediaUnlock(int mediaIdentifier) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<MediaUnlock> KIND = MessageKind.of(MediaUnlock.class, "MediaUnlock", 20,
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_MEDIA_UNLOCK, Field.u32("MediaIdentifier", 16));
}
