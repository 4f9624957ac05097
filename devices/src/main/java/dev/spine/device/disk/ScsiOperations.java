package dev.spine.device.disk;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commands that a disk carries out, as REPORT SUPPORTED OPERATION CODES tells them. For control: it allocates.
 *
 * <p>Source: SCSI Primary Commands 4, 6.35.
 */
final class ScsiOperations {
    private static final int NO_SERVICE_ACTION = -1;
    private static final int HEADER_BYTES = 4;
    private static final int DESCRIPTOR_BYTES = 8;
    private static final int TIMEOUTS_BYTES = 12;
    private static final int WITH_SERVICE_ACTION = 0x01;
    private static final int WITH_TIMEOUTS = 0x02;
    private static final int ONE_WITH_TIMEOUTS = 0x80;
    private static final int NOT_SUPPORTED = 1;
    private static final int SUPPORTED = 3;

    /** A command in each line: the bits that are looked at, but the values of its code and its service action. */
    private static final List<Operation> ALL = """
        00 00 00 00 00 00
        03 00 00 00 FF 00
        08 1F FF FF FF 00
        0A 1F FF FF FF 00
        12 01 FF FF FF 00
        16 00 00 00 00 00
        17 00 00 00 00 00
        1A 08 FF 00 FF 00
        1B 00 00 00 03 00
        1D 00 00 00 00 00
        1E 00 00 00 01 00
        25 00 00 00 00 00 00 00 00 00
        28 00 FF FF FF FF 00 FF FF 00
        2A 08 FF FF FF FF 00 FF FF 00
        2E 08 FF FF FF FF 00 FF FF 00
        2F 06 FF FF FF FF 00 FF FF 00
        35 00 00 00 00 00 00 00 00 00
        41 00 FF FF FF FF 00 FF FF 00
        42 00 00 00 00 00 00 FF FF 00
        56 00 00 00 00 00 00 00 00 00
        57 00 00 00 00 00 00 00 00 00
        5A 08 FF 00 00 00 00 FF FF 00
        88 00 FF FF FF FF FF FF FF FF FF FF FF FF 00 00
        8A 08 FF FF FF FF FF FF FF FF FF FF FF FF 00 00
        8E 08 FF FF FF FF FF FF FF FF FF FF FF FF 00 00
        8F 06 FF FF FF FF FF FF FF FF FF FF FF FF 00 00
        91 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
        93 01 FF FF FF FF FF FF FF FF FF FF FF FF 00 00
        9E 10 00 00 00 00 00 00 00 00 FF FF FF FF 00 00
        A0 00 00 00 00 00 FF FF FF FF 00 00
        A3 0C 87 FF FF FF FF FF FF FF 00 00
        A8 00 FF FF FF FF FF FF FF FF 00 00
        AA 08 FF FF FF FF FF FF FF FF 00 00
        AE 08 FF FF FF FF FF FF FF FF 00 00
        AF 06 FF FF FF FF FF FF FF FF 00 00
        """.lines().map(Operation::of).toList();

    private ScsiOperations() {}

    /** One command. */
    @SuppressWarnings("ArrayRecordComponent") // a row of a table, never compared
    private record Operation(int code, int serviceAction, byte[] usage) {
        static Operation of(String text) {
            byte[] usage = HexFormat.ofDelimiter(" ").parseHex(text);
            int code = Byte.toUnsignedInt(usage[0]);
            boolean acts = code == ScsiCommand.SERVICE_ACTION_IN_16 || code == ScsiCommand.MAINTENANCE_IN;
            return new Operation(code, acts ? usage[1] : NO_SERVICE_ACTION, usage);
        }
    }

    /**
     * {@return the answer to a question for the list, or for one command; null when it is asked in a way that makes no sense}
     *
     * @param command the question
     */
    static byte @Nullable [] answer(ScsiCommand command) {
        boolean timeouts = (command.at(2) & 0x80) != 0;
        int code = command.at(3);
        int serviceAction = command.at(4) << 8 | command.at(5);
        boolean acts = ALL.stream().anyMatch(each -> each.code == code && each.serviceAction != NO_SERVICE_ACTION);
        boolean known = ALL.stream().anyMatch(each -> each.code == code);
        return switch (command.at(2) & 0x07) {
            case 0 -> all(timeouts);
            case 1 -> acts ? null : one(find(code, NO_SERVICE_ACTION), timeouts);
            case 2 -> known && !acts ? null : one(find(code, serviceAction), timeouts);
            case 3 -> one(find(code, acts || serviceAction != 0 ? serviceAction : NO_SERVICE_ACTION), timeouts);
            default -> null;
        };
    }

    private static @Nullable Operation find(int code, int serviceAction) {
        return ALL.stream().filter(each -> each.code == code && each.serviceAction == serviceAction).findFirst().orElse(null);
    }

    private static byte[] all(boolean timeouts) {
        int each = DESCRIPTOR_BYTES + (timeouts ? TIMEOUTS_BYTES : 0);
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + each * ALL.size());
        bytes.putInt(each * ALL.size());
        for (Operation operation : ALL) {
            boolean acts = operation.serviceAction != NO_SERVICE_ACTION;
            bytes.put((byte) operation.code).put((byte) 0).putShort((short) (acts ? operation.serviceAction : 0)).put((byte) 0)
                .put((byte) ((acts ? WITH_SERVICE_ACTION : 0) | (timeouts ? WITH_TIMEOUTS : 0))).putShort((short) operation.usage.length);
            putTimeouts(bytes, timeouts);
        }
        return bytes.array();
    }

    private static byte[] one(@Nullable Operation operation, boolean timeouts) {
        if (operation == null) {
            return new byte[] {0, NOT_SUPPORTED, 0, 0};
        }
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + operation.usage.length + (timeouts ? TIMEOUTS_BYTES : 0));
        bytes.put((byte) 0).put((byte) (SUPPORTED | (timeouts ? ONE_WITH_TIMEOUTS : 0))).putShort((short) operation.usage.length)
            .put(operation.usage);
        putTimeouts(bytes, timeouts);
        return bytes.array();
    }

    /** No times are promised. */
    private static void putTimeouts(ByteBuffer bytes, boolean wanted) {
        if (wanted) {
            bytes.putShort((short) (TIMEOUTS_BYTES - 2)).put(new byte[TIMEOUTS_BYTES - 2]);
        }
    }
}
