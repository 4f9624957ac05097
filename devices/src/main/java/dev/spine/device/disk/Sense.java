package dev.spine.device.disk;

import dev.spine.device.disk.BlockJob.Action;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.block.StorageStatus;

/**
 * SCSI sense data: a key, an additional code with its qualifier, and the block to which they belong.
 *
 * <p>Source: SCSI Primary Commands, fixed format sense data.
 *
 * @param key sense key, 0 to 15
 * @param code additional sense code [15:8] and qualifier [7:0]
 * @param block the block, or -1 when it belongs to none
 */
record Sense(int key, int code, long block) {
    /** Bytes of the fixed format. */
    static final int BYTES = 18;
    /** Nothing to tell. */
    static final Sense NONE = new Sense(0, 0, -1);
    /** The command is unknown. */
    static final Sense INVALID_COMMAND = new Sense(5, 0x2000, -1);
    /** A field of the command is wrong. */
    static final Sense INVALID_FIELD = new Sense(5, 0x2400, -1);
    /** A field of the parameter list is wrong. */
    static final Sense INVALID_PARAMETER = new Sense(5, 0x2600, -1);
    /** The device was reset. */
    static final Sense RESET = new Sense(6, 0x2900, -1);
    /** The allocation of blocks has failed: "space allocation failed write protect" of a disk that is thinly provisioned. */
    static final Sense NO_ROOM = new Sense(7, 0x2707, -1);

    /** What a failed job means to SCSI. */
    static Sense of(int detailedStatus, Action action, long block) {
        return switch (detailedStatus) {
            case StorageStatus.MEDIA_ERROR -> new Sense(3, action.writes() ? 0x0C00 : 0x1100, block);
            case StorageStatus.MEDIA_FAILURE -> new Sense(3, 0x3100, -1);
            case StorageStatus.ACCESS_ERROR -> new Sense(5, 0x2100, block);
            case StorageStatus.DEVICE_NOT_READY -> new Sense(2, 0x0402, -1);
            case StorageStatus.MEDIA_NOT_PRESENT -> new Sense(2, 0x3A00, -1);
            case StorageStatus.MEDIA_LOCKED -> new Sense(5, 0x5302, -1);
            case StorageStatus.WRITE_PROTECTED -> new Sense(7, 0x2700, -1);
            case StorageStatus.VOLUME_CHANGED -> new Sense(6, 0x2800, -1);
            case StorageStatus.BUS_FAILURE -> new Sense(0xB, 0x4700, -1);
            case StorageStatus.ACCESS_VIOLATION -> INVALID_FIELD;
            default -> new Sense(4, 0x4400, -1);
        };
    }

    /** The bytes of the fixed format. */
    Octets octets() {
        byte[] bytes = new byte[BYTES];
        bytes[0] = (byte) (0x70 | (block >= 0 && block <= 0xFFFF_FFFFL ? 0x80 : 0));
        bytes[2] = (byte) key;
        if (block >= 0) {
            for (int i = 0; i < 4; i++) {
                bytes[3 + i] = (byte) (block >>> 24 - i * 8);
            }
        }
        bytes[7] = BYTES - 8;
        bytes[12] = (byte) (code >>> 8);
        bytes[13] = (byte) code;
        return Octets.of(bytes);
    }
}
