package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Loads a medium. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param mediaIdentifier which medium: 0xFFFFFFFF, {@link Media#CURRENT}, for the one in the device
 * @param loadFlags 0x80, {@link #LOCK}, to lock the medium, too
 */
public record MediaMount(int mediaIdentifier, int loadFlags) implements Request {
    public static final Field LOAD_FLAGS = Field.u8("LoadFlags", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<MediaMount> KIND = MessageKind.of(MediaMount.class, "MediaMount", 24,
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_MEDIA_MOUNT, Field.u32("MediaIdentifier", 16), LOAD_FLAGS);

    /** Load flag: lock the medium once it is loaded. */
    public static final int LOCK = 0x80;
}
