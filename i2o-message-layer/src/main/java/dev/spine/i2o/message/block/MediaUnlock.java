package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Unlocks the medium.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param mediaIdentifier which medium: 0xFFFFFFFF, {@link Media#CURRENT}, for the one in the device
 */
public record MediaUnlock(int mediaIdentifier) implements Request {
    private static final Field MEDIA_IDENTIFIER = Field.u32("MediaIdentifier", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<MediaUnlock> KIND = MessageKind.request(
        Layout.of("MediaUnlock", 20, MEDIA_IDENTIFIER),
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_MEDIA_UNLOCK, MediaUnlock::parse);

    private static MediaUnlock parse(MessageFrame frame) {
        return new MediaUnlock(MEDIA_IDENTIFIER.get(frame));
    }

    @Override
    public MessageKind<MediaUnlock> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        MEDIA_IDENTIFIER.set(frame, mediaIdentifier);
    }
}
