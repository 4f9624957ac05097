package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Brings everything that was written to the medium itself; answered when it is there. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param controlFlags bits of {@link TransferFlags}
 * @param timeMultiplier by how much the base timeouts of group 0x0001 are multiplied; 0 counts as 1
 */
public record CacheFlush(int controlFlags, int timeMultiplier) implements Request {
    public static final Field TIME_MULTIPLIER = Field.u8("TimeMultiplier", 18);
    /** Entry of the catalogue. */
    public static final MessageKind<CacheFlush> KIND = MessageKind.of(CacheFlush.class, "CacheFlush", 20,
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_CACHE_FLUSH, Field.u16("ControlFlags", 16), TIME_MULTIPLIER);
}
