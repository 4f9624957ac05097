package dev.spine.device.wire.capture;

import static dev.spine.device.wire.capture.PcapLayout.CAPTURED_BYTES;
import static dev.spine.device.wire.capture.PcapLayout.FILE_HEADER_BYTES;
import static dev.spine.device.wire.capture.PcapLayout.LINK_TYPE;
import static dev.spine.device.wire.capture.PcapLayout.MAGIC;
import static dev.spine.device.wire.capture.PcapLayout.MAJOR;
import static dev.spine.device.wire.capture.PcapLayout.MINOR;
import static dev.spine.device.wire.capture.PcapLayout.MODIFIED_MAGIC;
import static dev.spine.device.wire.capture.PcapLayout.MODIFIED_RECORD_HEADER_BYTES;
import static dev.spine.device.wire.capture.PcapLayout.RECORD_HEADER_BYTES;
import static dev.spine.device.wire.capture.PcapLayout.SECONDS;
import static dev.spine.device.wire.capture.PcapLayout.TICKS;
import static dev.spine.device.wire.capture.PcapLayout.VERSION_MAJOR;
import static dev.spine.device.wire.capture.PcapLayout.VERSION_MINOR;
import static dev.spine.device.wire.capture.PcapLayout.WIRE_BYTES;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;

/** Classic pcap, version 2.4, and its variant with longer record headers. */
final class PcapFile implements CaptureFile {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final PcapInput input;
    private final ByteBuffer header;
    private final CaptureClock clock;
    private final int linkType;
    private final int fcsBytes;

    private PcapFile(PcapInput input, ByteOrder order, CaptureClock clock, int headerBytes, int linkWord) {
        this.input = input;
        this.header = ByteBuffer.allocate(headerBytes).order(order);
        this.clock = clock;
        this.linkType = linkWord & PcapLayout.LINK_TYPE_MASK;
        this.fcsBytes = PcapLayout.fcsBytes(linkWord);
    }

    /**
     * Reads the file header.
     *
     * @param input stands behind the first four bytes
     * @param magic those bytes, first byte highest
     */
    static PcapFile open(PcapInput input, int magic) throws CaptureException {
        ByteOrder order = ByteOrder.BIG_ENDIAN;
        int value = magic;
        if (!isMagic(value)) {
            order = ByteOrder.LITTLE_ENDIAN;
            value = Integer.reverseBytes(magic);
        }
        if (!isMagic(value)) {
            throw input.refuse(
                    MAGIC,
                    "this is no pcap or pcapng file (it begins with 0x" + String.format(Locale.ROOT, "%08X", magic) + ")",
                    "name a file that tcpdump -w or Wireshark wrote");
        }
        ByteBuffer header = ByteBuffer.allocate(FILE_HEADER_BYTES).order(order);
        int rest = FILE_HEADER_BYTES - VERSION_MAJOR;
        int found = input.read(header.array(), VERSION_MAJOR, rest);
        if (found < rest) {
            throw input.refuse(
                    VERSION_MAJOR + found, "the file ends in its header of " + FILE_HEADER_BYTES + " bytes", "record it again");
        }
        checkVersion(input, header);
        int linkWord = header.getInt(LINK_TYPE);
        if (LinkLayer.of(linkWord & PcapLayout.LINK_TYPE_MASK) == null) {
            throw input.refuse(
                    LINK_TYPE,
                    "link type " + (linkWord & PcapLayout.LINK_TYPE_MASK)
                        + " is neither Ethernet (1), Linux cooked (113, 276) nor raw IP (101)",
                    "record on an Ethernet interface, or on \"any\"");
        }
        boolean modified = value == MODIFIED_MAGIC;
        CaptureClock clock = value == CaptureClock.NANOSECONDS.magic() ? CaptureClock.NANOSECONDS : CaptureClock.MICROSECONDS;
        return new PcapFile(input, order, clock, modified ? MODIFIED_RECORD_HEADER_BYTES : RECORD_HEADER_BYTES, linkWord);
    }

    private static boolean isMagic(int value) {
        return value == CaptureClock.MICROSECONDS.magic() || value == CaptureClock.NANOSECONDS.magic() || value == MODIFIED_MAGIC;
    }

    private static void checkVersion(PcapInput input, ByteBuffer header) throws CaptureException {
        int major = Short.toUnsignedInt(header.getShort(VERSION_MAJOR));
        int minor = Short.toUnsignedInt(header.getShort(VERSION_MINOR));
        if (major != MAJOR || minor != MINOR) {
            throw input.refuse(
                    VERSION_MAJOR,
                    "pcap version " + major + "." + minor + " is not known, only 2.4",
                    "write it again with tcpdump -r FILE -w NEW");
        }
    }

    @Override
    public Next next(CaptureRecord record) throws CaptureException {
        record.beginsAt(input.position());
        int found = input.read(header.array(), 0, header.capacity());
        if (found < header.capacity()) {
            return found > 0 || input.isTorn() ? Next.CUT : Next.END;
        }
        long capturedBytes = Integer.toUnsignedLong(header.getInt(CAPTURED_BYTES));
        long wireBytes = Integer.toUnsignedLong(header.getInt(WIRE_BYTES));
        input.checkLengths(record.beginsAt() + CAPTURED_BYTES, capturedBytes, wireBytes);
        record.describe(timestampNs(), linkType);
        boolean whole = record.read(input, (int) capturedBytes, wireBytes);
        record.dropCheckSequence(fcsBytes);
        return whole ? Next.PACKET : Next.CUT;
    }

    /** Cannot overflow: 2^32 seconds and 2^32 microseconds are together below 2^63 ns. A part above one second is added up. */
    private long timestampNs() {
        long seconds = Integer.toUnsignedLong(header.getInt(SECONDS));
        long ticks = Integer.toUnsignedLong(header.getInt(TICKS));
        return seconds * NS_PER_SECOND + ticks * clock.nsPerTick();
    }
}
