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
 * Brings everything that was written to the medium itself; answered when it is there.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param controlFlags bits of {@link TransferFlags}
 * @param timeMultiplier by how much the base timeouts of group 0x0001 are multiplied; 0 counts as 1
 */
public record CacheFlush(int controlFlags, int timeMultiplier) implements Request {
    private static final Field CONTROL_FLAGS = Field.u16("ControlFlags", 16);
    /** By how much the base timeouts of group 0x0001 are multiplied; 0 counts as 1. */
    public static final Field TIME_MULTIPLIER = Field.u8("TimeMultiplier", 18);
    /** Entry of the catalogue. */
    public static final MessageKind<CacheFlush> KIND = MessageKind.request(
        Layout.of("CacheFlush", 20, CONTROL_FLAGS, TIME_MULTIPLIER),
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_CACHE_FLUSH, CacheFlush::parse);

    private static CacheFlush parse(MessageFrame frame) {
        return new CacheFlush(CONTROL_FLAGS.get(frame), TIME_MULTIPLIER.get(frame));
    }

    @Override
    public MessageKind<CacheFlush> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        CONTROL_FLAGS.set(frame, controlFlags);
        TIME_MULTIPLIER.set(frame, timeMultiplier);
    }
}
