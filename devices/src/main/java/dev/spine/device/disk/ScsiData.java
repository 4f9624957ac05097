package dev.spine.device.disk;

import dev.spine.i2o.layout.Octets;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a disk tells a SCSI initiator of itself. For control: it allocates.
 *
 * <p>Sources: SCSI Primary Commands (INQUIRY, MODE SENSE, REPORT LUNS), SCSI Block Commands (READ CAPACITY, mode pages).
 */
final class ScsiData {
    /** The longest answer. */
    static final int MAX_BYTES = 4096;
    /** How many ranges one UNMAP may name. */
    static final int MAX_UNMAP_RANGES = 64;
    private static final int VENDOR = 8;
    private static final int PRODUCT = 16;
    private static final int CACHING_PAGE = 0x08;
    private static final int CONTROL_PAGE = 0x0A;
    private static final int ALL_PAGES = 0x3F;
    private static final int CHANGEABLE = 1;

    private final Disk disk;
    private final byte[] bytes = new byte[MAX_BYTES];

    ScsiData(Disk disk) {
        this.disk = disk;
    }

    /** The answer of a command, or null when the command asks for something that there is not. */
    @Nullable Octets answer(ScsiCommand command, Sense lastSense) {
        Arrays.fill(bytes, (byte) 0);
        int length = switch (command.operation()) {
            case ScsiCommand.INQUIRY -> (command.at(1) & 1) == 0 ? (command.at(2) == 0 ? inquiry() : -1) : vitalProduct(command.at(2));
            case ScsiCommand.REQUEST_SENSE -> put(0, lastSense.octets());
            case ScsiCommand.READ_CAPACITY_10 -> capacity10();
            case ScsiCommand.SERVICE_ACTION_IN_16 ->
                (command.at(1) & 0x1F) == ScsiCommand.READ_CAPACITY_16 ? capacity16() : -1;
            case ScsiCommand.REPORT_LUNS -> reportLuns();
            case ScsiCommand.MAINTENANCE_IN ->
                (command.at(1) & 0x1F) == ScsiCommand.REPORT_SUPPORTED_OPERATION_CODES ? operations(command) : -1;
            default -> modeSense(command);
        };
        return length < 0 ? null : Octets.of(Arrays.copyOf(bytes, length));
    }

    private int put(int at, Octets octets) {
        System.arraycopy(octets.toArray(), 0, bytes, at, octets.size());
        return at + octets.size();
    }

    private void number(int at, int size, long value) {
        for (int i = 0; i < size; i++) {
            bytes[at + i] = (byte) (value >>> (size - 1 - i) * 8);
        }
    }

    private void text(int at, int size, String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < size; i++) {
            bytes[at + i] = i < ascii.length ? ascii[i] : (byte) ' ';
        }
    }

    private int inquiry() {
        bytes[1] = (byte) (disk.state().isRemovable() ? 0x80 : 0);
        bytes[2] = 5;
        bytes[3] = 2;
        bytes[4] = 31;
        bytes[7] = 2;
        text(8, VENDOR, "SPINE");
        text(16, PRODUCT, "disk " + disk.settings().name());
        text(32, 4, "1.0");
        return 36;
    }

    private int vitalProduct(int page) {
        bytes[1] = (byte) page;
        int length = switch (page) {
            case 0x00 -> {
                byte[] pages = {0x00, (byte) 0x80, (byte) 0x83, (byte) 0xB0, (byte) 0xB2};
                System.arraycopy(pages, 0, bytes, 4, pages.length);
                yield pages.length;
            }
            case 0x80 -> {
                text(4, 16, serial());
                yield 16;
            }
            case 0x83 -> {
                bytes[4] = 2;
                bytes[5] = 1;
                bytes[7] = (byte) (VENDOR + 16);
                text(8, VENDOR, "SPINE");
                text(8 + VENDOR, 16, serial());
                yield 4 + VENDOR + 16;
            }
            case 0xB0 -> {
                number(8, 4, 0xFFFF);
                number(20, 4, 0xFFFF_FFFFL);
                number(24, 4, MAX_UNMAP_RANGES);
                number(36, 8, 0xFFFF_FFFFL);
                yield 60;
            }
            case 0xB2 -> {
                bytes[5] = (byte) 0xE0;
                bytes[6] = 2;
                yield 4;
            }
            default -> -1;
        };
        if (length < 0) {
            return -1;
        }
        number(2, 2, length);
        return 4 + length;
    }

    /** Sixteen digits that stay the same for the same name. */
    private String serial() {
        return String.format(Locale.ROOT, "%016X", DiskModule.identity(disk.settings().name()));
    }

    private int capacity10() {
        long last = disk.capacityBytes() / disk.settings().blockBytes() - 1;
        number(0, 4, Math.min(last, 0xFFFF_FFFFL));
        number(4, 4, disk.settings().blockBytes());
        return 8;
    }

    private int capacity16() {
        number(0, 8, disk.capacityBytes() / disk.settings().blockBytes() - 1);
        number(8, 4, disk.settings().blockBytes());
        // Unmapped blocks read as zeros.
        bytes[14] = (byte) 0xC0;
        return 32;
    }

    private int reportLuns() {
        number(0, 4, 8);
        return 16;
    }

    private int operations(ScsiCommand command) {
        byte[] answer = ScsiOperations.answer(command);
        if (answer == null) {
            return -1;
        }
        System.arraycopy(answer, 0, bytes, 0, answer.length);
        return answer.length;
    }

    private int modeSense(ScsiCommand command) {
        boolean isLong = command.operation() == ScsiCommand.MODE_SENSE_10;
        int header = isLong ? 8 : 4;
        boolean descriptor = (command.at(1) & 0x08) == 0;
        int control = command.at(2) >>> 6;
        int page = command.at(2) & ALL_PAGES;
        int at = header;
        if (descriptor) {
            number(at, 4, Math.min(disk.capacityBytes() / disk.settings().blockBytes(), 0xFFFF_FFFFL));
            number(at + 5, 3, disk.settings().blockBytes());
            at += 8;
        }
        if (page != CACHING_PAGE && page != CONTROL_PAGE && page != ALL_PAGES) {
            return -1;
        }
        if (page != CONTROL_PAGE) {
            bytes[at] = CACHING_PAGE;
            bytes[at + 1] = 18;
            bytes[at + 2] = (byte) (control == CHANGEABLE || !disk.control().isWriteBack() ? 0 : 4);
            at += 20;
        }
        if (page != CACHING_PAGE) {
            bytes[at] = CONTROL_PAGE;
            bytes[at + 1] = 10;
            at += 12;
        }
        // Read-only is told here, and that FUA is understood.
        int device = (disk.state().isReadOnly() ? 0x80 : 0) | 0x10;
        if (isLong) {
            number(0, 2, at - 2);
            bytes[3] = (byte) device;
            number(6, 2, descriptor ? 8 : 0);
        } else {
            bytes[0] = (byte) (at - 1);
            bytes[2] = (byte) device;
            bytes[3] = (byte) (descriptor ? 8 : 0);
        }
        return at;
    }
}
