package dev.spine.device.wire.capture;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * pcapng: sections of blocks, in the byte order that each section says. Packets of all interfaces in the order of the file; blocks that are
 * not about packets are passed over. Nothing of a block but its packet is held, whatever its length. Source:
 * draft-ietf-opsawg-pcapng.
 */
final class PcapngFile implements CaptureFile {
    /** The type of the block that begins a section; the same in both byte orders. */
    static final int SECTION_HEADER = 0x0A0D0D0A;

    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int OBSOLETE_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int ENHANCED_PACKET = 6;

    private static final int BYTE_ORDER_MAGIC = 0x1A2B3C4D;
    private static final int MAJOR = 1;
    /** Type and length before a block's body. */
    private static final int BLOCK_HEADER_BYTES = 8;
    private static final int LENGTH_BYTES = 4;
    private static final int SHORTEST_BLOCK = BLOCK_HEADER_BYTES + LENGTH_BYTES;
    private static final int SECTION_BODY_BYTES = 16;
    private static final int INTERFACE_BODY_BYTES = 8;
    private static final int PACKET_BODY_BYTES = 20;
    private static final int OPTION_HEADER_BYTES = 4;
    private static final int MAX_INTERFACES = 65_536;

    private static final int OPTION_END = 0;
    private static final int OPTION_FLAGS = 2;
    private static final int OPTION_RESOLUTION = 9;
    private static final int OPTION_FCS_LENGTH = 13;
    private static final int OPTION_TIME_OFFSET = 14;

    private static final String DAMAGED = "the file is damaged here, record it again";

    /** What an interface's block says of its packets. */
    private record Interface(int linkType, long snapBytes, TickTime time, int fcsBytes) {}

    private final PcapInput input;
    private final ByteBuffer words = ByteBuffer.allocate(PACKET_BODY_BYTES);
    private final List<Interface> interfaces = new ArrayList<>();
    /** Bytes of the present block that are still to come, without the length at its end. */
    private long rest;
    /** Where the present block begins. */
    private long blockAt;
    /** How long the present block says that it is. */
    private long expectedLength;

    private PcapngFile(PcapInput input) {
        this.input = input;
    }

    /**
     * Reads the first section's header.
     *
     * @param input stands behind the first four bytes, which were {@link #SECTION_HEADER}
     */
    static PcapngFile open(PcapInput input) throws CaptureException {
        PcapngFile file = new PcapngFile(input);
        if (!file.read(LENGTH_BYTES) || !file.beginSection()) {
            throw input.refuse(input.position(), "the file ends in the header of its section", "record it again");
        }
        return file;
    }

    @Override
    public Next next(CaptureRecord record) throws CaptureException {
        Next found = Next.END;
        while (found == Next.END) {
            blockAt = input.position();
            record.beginsAt(blockAt);
            int header = input.read(words.array(), 0, BLOCK_HEADER_BYTES);
            if (header < BLOCK_HEADER_BYTES) {
                return header == 0 && !input.isTorn() ? Next.END : Next.CUT;
            }
            found = nextBlock(record, words.getInt(0));
        }
        return found;
    }

    /** Reads a block; END when it is not about a packet. */
    private Next nextBlock(CaptureRecord record, int type) throws CaptureException {
        if (type == SECTION_HEADER) {
            words.putInt(0, words.getInt(LENGTH_BYTES));
            return beginSection() ? Next.END : Next.CUT;
        }
        begin(u32(LENGTH_BYTES));
        boolean whole = switch (type) {
            case INTERFACE_DESCRIPTION -> readInterface();
            case ENHANCED_PACKET, OBSOLETE_PACKET -> readPacket(record, type);
            case SIMPLE_PACKET -> readSimplePacket(record);
            default -> true;
        };
        if (!whole || !end()) {
            return Next.CUT;
        }
        return type == ENHANCED_PACKET || type == OBSOLETE_PACKET || type == SIMPLE_PACKET ? Next.PACKET : Next.END;
    }

    /** Begins a section whose length stands, in the order that it will say, at 0 of the words; false when the file ends in it. */
    private boolean beginSection() throws CaptureException {
        words.order(ByteOrder.BIG_ENDIAN);
        int length = words.getInt(0);
        if (!read(LENGTH_BYTES)) {
            return false;
        }
        int magic = words.getInt(0);
        if (magic != BYTE_ORDER_MAGIC) {
            if (Integer.reverseBytes(magic) != BYTE_ORDER_MAGIC) {
                throw input.refuse(blockAt + BLOCK_HEADER_BYTES, "a section of no byte order", DAMAGED);
            }
            words.order(ByteOrder.LITTLE_ENDIAN);
            length = Integer.reverseBytes(length);
        }
        begin(Integer.toUnsignedLong(length));
        rest -= LENGTH_BYTES;
        if (rest < SECTION_BODY_BYTES - LENGTH_BYTES) {
            throw tooShort();
        }
        if (!take(SECTION_BODY_BYTES - LENGTH_BYTES)) {
            return false;
        }
        int major = u16(0);
        if (major != MAJOR) {
            throw input.refuse(blockAt + SHORTEST_BLOCK, "pcapng version " + major + "." + u16(2) + " is not known, only 1",
                "write it again with tcpdump -r FILE -w NEW");
        }
        interfaces.clear();
        return end();
    }

    /** Begins a block whose header has been read. */
    private void begin(long length) throws CaptureException {
        if (length < SHORTEST_BLOCK || (length & 3) != 0) {
            throw input.refuse(blockAt + LENGTH_BYTES, "a block of " + length + " bytes", DAMAGED);
        }
        rest = length - SHORTEST_BLOCK;
        expectedLength = length;
    }

    /** Passes over the rest of a block; false when the file ends in it. */
    private boolean end() throws CaptureException {
        if (!input.skip(rest)) {
            return false;
        }
        rest = 0;
        if (!read(LENGTH_BYTES)) {
            return false;
        }
        if (u32(0) != expectedLength) {
            throw input.refuse(input.position() - LENGTH_BYTES,
                "a block of " + expectedLength + " bytes that says at its end that it has " + u32(0), DAMAGED);
        }
        return true;
    }

    private boolean readInterface() throws CaptureException {
        if (rest < INTERFACE_BODY_BYTES || interfaces.size() == MAX_INTERFACES) {
            throw rest < INTERFACE_BODY_BYTES ? tooShort()
                : input.refuse(blockAt, "more than " + MAX_INTERFACES + " interfaces in a section", DAMAGED);
        }
        if (!take(INTERFACE_BODY_BYTES)) {
            return false;
        }
        int linkType = u16(0);
        long snapBytes = u32(4);
        TickTime time = TickTime.MICROSECONDS;
        int fcsBytes = 0;
        while (rest >= OPTION_HEADER_BYTES) {
            if (!take(OPTION_HEADER_BYTES)) {
                return false;
            }
            int code = u16(0);
            int length = u16(2);
            if (code == OPTION_END) {
                break;
            }
            boolean known = code == OPTION_RESOLUTION && length == 1 || code == OPTION_FCS_LENGTH && length == 1
                || code == OPTION_TIME_OFFSET && length == Long.BYTES;
            if (!takeOption(length, known)) {
                return false;
            }
            if (known && code == OPTION_RESOLUTION) {
                time = time.withResolution(words.get(0));
            } else if (known && code == OPTION_TIME_OFFSET) {
                time = time.withOffset(words.getLong(0));
            } else if (known) {
                // In bits by the draft, in bytes by Wireshark: no sequence is shorter than 8 bits or longer than 7 bytes.
                int said = words.get(0) & 0xFF;
                fcsBytes = said >= Byte.SIZE ? said / Byte.SIZE : said;
            }
        }
        interfaces.add(new Interface(linkType, snapBytes, time, fcsBytes));
        return true;
    }

    /** Reads an option's value, padded, into the words if it is known; false when the file ends in it. */
    private boolean takeOption(int length, boolean known) throws CaptureException {
        int padded = length + 3 & ~3;
        if (padded > rest) {
            throw input.refuse(blockAt, "a block with an option of " + length + " bytes that leaves it", DAMAGED);
        }
        if (known) {
            return take(padded);
        }
        rest -= padded;
        return input.skip(padded);
    }

    private boolean readPacket(CaptureRecord record, int type) throws CaptureException {
        if (rest < PACKET_BODY_BYTES) {
            throw tooShort();
        }
        if (!take(PACKET_BODY_BYTES)) {
            return false;
        }
        Interface from = from(type == ENHANCED_PACKET ? u32(0) : u16(0));
        long ticks = u32(4) << Integer.SIZE | u32(8);
        record.describe(from.time.ns(ticks), from.linkType);
        if (!readBytes(record, u32(12), u32(16))) {
            return false;
        }
        // The options, which stand behind the packet, have the last word.
        int fcsBytes = fcsBytesOfFlags(from.fcsBytes);
        record.dropCheckSequence(Math.max(0, fcsBytes));
        return fcsBytes >= 0;
    }

    /** The length of the frame check sequence that a packet's options say, or that of its interface; negative when the file ends there. */
    private int fcsBytesOfFlags(int fromInterface) throws CaptureException {
        int fcsBytes = fromInterface;
        while (rest >= OPTION_HEADER_BYTES) {
            if (!take(OPTION_HEADER_BYTES)) {
                return -1;
            }
            int code = u16(0);
            int length = u16(2);
            if (code == OPTION_END) {
                break;
            }
            boolean known = code == OPTION_FLAGS && length == Integer.BYTES;
            if (!takeOption(length, known)) {
                return -1;
            }
            if (known && (words.getInt(0) >>> 5 & 0xF) != 0) {
                fcsBytes = words.getInt(0) >>> 5 & 0xF;
            }
        }
        return fcsBytes;
    }

    /** A packet of the first interface, without a time. */
    private boolean readSimplePacket(CaptureRecord record) throws CaptureException {
        if (rest < LENGTH_BYTES) {
            throw tooShort();
        }
        if (!take(LENGTH_BYTES)) {
            return false;
        }
        Interface from = from(0);
        long wireBytes = u32(0);
        long capturedBytes = Math.min(wireBytes, from.snapBytes == 0 ? Long.MAX_VALUE : from.snapBytes);
        record.describe(0, from.linkType);
        boolean whole = readBytes(record, capturedBytes, wireBytes);
        record.dropCheckSequence(from.fcsBytes);
        return whole;
    }

    private Interface from(long number) throws CaptureException {
        if (number >= interfaces.size()) {
            throw input.refuse(blockAt, "a packet of interface " + number + ", and there are " + interfaces.size(), DAMAGED);
        }
        return interfaces.get((int) number);
    }

    private boolean readBytes(CaptureRecord record, long capturedBytes, long wireBytes) throws CaptureException {
        input.checkLengths(input.position() - 2 * LENGTH_BYTES, capturedBytes, wireBytes);
        long padded = capturedBytes + 3 & ~3L;
        if (padded > rest) {
            throw input.refuse(blockAt, "a packet of " + capturedBytes + " bytes that leaves its block", DAMAGED);
        }
        rest -= padded;
        return record.read(input, (int) capturedBytes, wireBytes) && input.skip(padded - capturedBytes);
    }

    private CaptureException tooShort() {
        return input.refuse(blockAt + LENGTH_BYTES, "a block of " + expectedLength + " bytes, too short for its type", DAMAGED);
    }

    // --- words

    /** Reads bytes of the present block's body to the begin of the words; false when the file ends before. */
    private boolean take(int bytes) throws CaptureException {
        rest -= bytes;
        return read(bytes);
    }

    private boolean read(int bytes) throws CaptureException {
        return input.read(words.array(), 0, bytes) == bytes;
    }

    private int u16(int at) {
        return words.getShort(at) & 0xFFFF;
    }

    private long u32(int at) {
        return words.getInt(at) & 0xFFFF_FFFFL;
    }
}
