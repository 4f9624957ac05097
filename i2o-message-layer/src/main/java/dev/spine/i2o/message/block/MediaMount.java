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
 * Loads a medium.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param mediaIdentifier which medium: 0xFFFFFFFF, {@link Media#CURRENT}, for the one in the device
 * @param loadFlags 0x80, {@link #LOCK}, to lock the medium, too
 */
public record MediaMount(int mediaIdentifier, int loadFlags) implements Request {
    private static final Field MEDIA_IDENTIFIER = Field.u32("MediaIdentifier", 16);
    /** 0x80, {@link #LOCK}, to lock the medium, too. */
    public static final Field LOAD_FLAGS = Field.u8("LoadFlags", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<MediaMount> KIND = MessageKind.request(
        Layout.of("MediaMount", 24, MEDIA_IDENTIFIER, LOAD_FLAGS),
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_MEDIA_MOUNT, MediaMount::parse);

    private static MediaMount parse(MessageFrame frame) {
        return new MediaMount(MEDIA_IDENTIFIER.get(frame), LOAD_FLAGS.get(frame));
    }

    @Override
    public MessageKind<MediaMount> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        MEDIA_IDENTIFIER.set(frame, mediaIdentifier);
        LOAD_FLAGS.set(frame, loadFlags);
    }

    /** Load flag: lock the medium once it is loaded. */
    public static final int LOCK = 0x80;
}
