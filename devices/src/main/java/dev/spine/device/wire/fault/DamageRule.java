package dev.spine.device.wire.fault;

/** Whether a frame with a bit turned over is dropped by its receiver's check sequence. Immutable. */
public enum DamageRule {
    /** As the kind of wire has it, see {@link dev.spine.device.wire.Wire#checksFrames}. */
    BY_WIRE,
    /** It is found and dropped. */
    CHECKED,
    /** It goes on as it is, as if the damage had happened behind the check. */
    DELIVERED
}
