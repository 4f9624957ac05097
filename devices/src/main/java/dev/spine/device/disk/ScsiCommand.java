package dev.spine.device.disk;

import dev.spine.i2o.MessageFrame;

/**
 * The command of a ScbExec, in place: fields are big-endian, as SCSI has them. Made once, pointed at request after request; belongs to the
 * IOP's agent.
 *
 * <p>Source: SCSI Block Commands, SCSI Primary Commands.
 */
final class ScsiCommand {
    static final int TEST_UNIT_READY = 0x00;
    static final int REQUEST_SENSE = 0x03;
    static final int READ_6 = 0x08;
    static final int WRITE_6 = 0x0A;
    static final int INQUIRY = 0x12;
    static final int RESERVE_6 = 0x16;
    static final int RELEASE_6 = 0x17;
    static final int MODE_SENSE_6 = 0x1A;
    static final int START_STOP_UNIT = 0x1B;
    static final int SEND_DIAGNOSTIC = 0x1D;
    static final int PREVENT_ALLOW_REMOVAL = 0x1E;
    static final int READ_CAPACITY_10 = 0x25;
    static final int READ_10 = 0x28;
    static final int WRITE_10 = 0x2A;
    static final int WRITE_AND_VERIFY_10 = 0x2E;
    static final int VERIFY_10 = 0x2F;
    static final int SYNCHRONIZE_CACHE_10 = 0x35;
    static final int WRITE_SAME_10 = 0x41;
    static final int UNMAP = 0x42;
    static final int RESERVE_10 = 0x56;
    static final int RELEASE_10 = 0x57;
    static final int MODE_SENSE_10 = 0x5A;
    static final int READ_16 = 0x88;
    static final int WRITE_16 = 0x8A;
    static final int WRITE_AND_VERIFY_16 = 0x8E;
    static final int VERIFY_16 = 0x8F;
    static final int SYNCHRONIZE_CACHE_16 = 0x91;
    static final int WRITE_SAME_16 = 0x93;
    static final int SERVICE_ACTION_IN_16 = 0x9E;
    static final int REPORT_LUNS = 0xA0;
    static final int MAINTENANCE_IN = 0xA3;
    static final int READ_12 = 0xA8;
    static final int WRITE_12 = 0xAA;
    static final int WRITE_AND_VERIFY_12 = 0xAE;
    static final int VERIFY_12 = 0xAF;
    /** Service action of {@link #SERVICE_ACTION_IN_16}: the capacity in 64 bits. */
    static final int READ_CAPACITY_16 = 0x10;
    /** Service action of {@link #MAINTENANCE_IN}: which commands there are. */
    static final int REPORT_SUPPORTED_OPERATION_CODES = 0x0C;

    private static final int CDB_BYTE = 20;

    private MessageFrame frame = new MessageFrame();

    /** Points it at a frame that holds a whole command. */
    void of(MessageFrame request) {
        frame = request;
    }

    int at(int index) {
        return frame.u8(CDB_BYTE + index);
    }

    int operation() {
        return at(0);
    }

    private long number(int first, int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << 8 | at(first + i);
        }
        return value;
    }

    /** How long a command of this operation is: 6, 10, 12 or 16 bytes. */
    int length() {
        return switch (operation() >>> 5) {
            case 0 -> 6;
            case 1, 2 -> 10;
            case 5 -> 12;
            default -> 16;
        };
    }

    /** The first block that a command names. */
    long block() {
        return switch (length()) {
            case 6 -> number(1, 3) & 0x1F_FFFF;
            case 16 -> number(2, 8);
            default -> number(2, 4);
        };
    }

    /** How many blocks a command names. */
    long blocks() {
        return switch (length()) {
            case 6 -> at(4) == 0 ? 256 : at(4);
            case 10 -> number(7, 2);
            case 12 -> number(6, 4);
            default -> number(10, 4);
        };
    }

    /** How many bytes of an answer the initiator wants. */
    int allocation() {
        long bytes = switch (operation()) {
            case INQUIRY -> number(3, 2);
            case READ_CAPACITY_10 -> 8;
            case MODE_SENSE_10 -> number(7, 2);
            case REPORT_LUNS, MAINTENANCE_IN -> number(6, 4);
            case SERVICE_ACTION_IN_16 -> number(10, 4);
            default -> at(4);
        };
        return (int) Math.min(bytes, ScsiData.MAX_BYTES);
    }

    /** How many bytes of parameters UNMAP brings. */
    int parameterBytes() {
        return (int) number(7, 2);
    }
}
