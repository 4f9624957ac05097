package dev.spine.i2o.table;

import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The system table: every IOP and the place of its inbound port, given by the host to each of them. Immutable; any thread.
 *
 * <pre>
 *  header, 16 bytes: 0 U8 entries | 1 U8 version | 4 U32 change indicator
 *  entry, 32 bytes:  see {@link Entry}
 * </pre>
 *
 * <p>A table may leave its receiver out, or be empty: Linux 2.6 does so.
 *
 * <p>Source: I2O 1.5 system table; SIG executive header.
 *
 * @param changeIndicator raised with every change
 * @param entries the IOPs, at most 255
 */
public record SystemTable(int changeIndicator, List<Entry> entries) implements Table {
    public static final int TABLE_VERSION = 1;

    private static final Field NUMBER_ENTRIES = Field.u8("NumberEntries", 0);
    private static final Field VERSION = Field.u8("SysTabVersion", 1);
    private static final Field CHANGE_INDICATOR = Field.u32("CurrentChangeIndicator", 4);
    /** The fields of the header. */
    public static final Layout LAYOUT = Layout.of("SystemTable", 16, NUMBER_ENTRIES, VERSION, CHANGE_INDICATOR);
    private static final int MAX_ENTRIES = 0xFF;

    /**
     * Copies the entries.
     *
     * @throws IllegalArgumentException there are more than 255
     */
    public SystemTable {
        entries = List.copyOf(entries);
        if (entries.size() > MAX_ENTRIES) {
            throw new IllegalArgumentException("a system table holds at most 255 IOPs, not " + entries.size());
        }
    }

    /**
     * One IOP.
     *
     * <pre>
     *   0 U16 organization  | 4 [11:0] IOP number | 8 [11:0] segment, [15:12] I2O version | 10 U8 state | 11 U8 messenger type
     *  12 U16 words of an inbound frame | 16 U32 last changed | 20 U32 capabilities
     *  24 U32, 28 U32 bus address of its register 0x40
     * </pre>
     *
     * @param organizationId who built it, 16 bits
     * @param iopId its number, 12 bits
     * @param segmentNumber bus segment, 12 bits
     * @param i2oVersion 1 for 1.5
     * @param iopState a code of {@link dev.spine.i2o.IopState}
     * @param messengerType 0 for memory mapped
     * @param inboundFrameWords size of an inbound frame in words
     * @param lastChanged the table's indicator when this entry last changed
     * @param capabilities bits of {@link StatusBlock.Capabilities}
     * @param inboundPortAddress bus address of its register 0x40; its frames begin 0x40 bytes before
     */
    public record Entry(
        int organizationId, int iopId, int segmentNumber, int i2oVersion, int iopState, int messengerType, int inboundFrameWords,
        int lastChanged, int capabilities, long inboundPortAddress) {
        /** Bytes of an entry. */
        public static final int BYTES = 32;

        private static final Field ORGANIZATION_ID = Field.u16("OrganizationID", 0);
        private static final Field IOP_ID = Field.u12("IOP_ID", 4);
        private static final Field SEGMENT_NUMBER = Field.bits("SegmentNumber", 8, 11, 0);
        private static final Field I2O_VERSION = Field.bits("I2oVersion", 8, 15, 12);
        private static final Field IOP_STATE = Field.u8("IopState", 10);
        private static final Field MESSENGER_TYPE = Field.u8("MessengerType", 11);
        private static final Field INBOUND_FRAME_WORDS = Field.u16("InboundMessageFrameSize", 12);
        private static final Field LAST_CHANGED = Field.u32("LastChanged", 16);
        private static final Field CAPABILITIES = Field.u32("IopCapabilities", 20);
        private static final Field PORT_LOW = Field.u32("InboundMessagePortAddressLow", 24);
        private static final Field PORT_HIGH = Field.u32("InboundMessagePortAddressHigh", 28);
        /** The fields of an entry. */
        public static final Layout LAYOUT = Layout.of("SystemTableEntry", BYTES, ORGANIZATION_ID, IOP_ID, SEGMENT_NUMBER, I2O_VERSION,
            IOP_STATE, MESSENGER_TYPE, INBOUND_FRAME_WORDS, LAST_CHANGED, CAPABILITIES, PORT_LOW, PORT_HIGH);

        /**
         * Reads an entry.
         *
         * @param memory where it lies, {@link #BYTES} bytes
         * @param offset byte offset of its first byte
         * @return its values
         */
        public static Entry parse(MemorySegment memory, long offset) {
            long port = PORT_HIGH.getLong(memory, offset) << 32 | PORT_LOW.getLong(memory, offset);
            return new Entry(ORGANIZATION_ID.get(memory, offset), IOP_ID.get(memory, offset), SEGMENT_NUMBER.get(memory, offset),
                I2O_VERSION.get(memory, offset), IOP_STATE.get(memory, offset), MESSENGER_TYPE.get(memory, offset),
                INBOUND_FRAME_WORDS.get(memory, offset), LAST_CHANGED.get(memory, offset), CAPABILITIES.get(memory, offset), port);
        }

        /**
         * Writes an entry.
         *
         * @param memory where it goes, {@link #BYTES} bytes
         * @param offset byte offset of its first byte
         */
        public void emit(MemorySegment memory, long offset) {
            memory.asSlice(offset, BYTES).fill((byte) 0);
            ORGANIZATION_ID.set(memory, offset, organizationId);
            IOP_ID.set(memory, offset, iopId);
            SEGMENT_NUMBER.set(memory, offset, segmentNumber);
            I2O_VERSION.set(memory, offset, i2oVersion);
            IOP_STATE.set(memory, offset, iopState);
            MESSENGER_TYPE.set(memory, offset, messengerType);
            INBOUND_FRAME_WORDS.set(memory, offset, inboundFrameWords);
            LAST_CHANGED.set(memory, offset, lastChanged);
            CAPABILITIES.set(memory, offset, capabilities);
            PORT_LOW.setLong(memory, offset, inboundPortAddress);
            PORT_HIGH.setLong(memory, offset, inboundPortAddress >>> 32);
        }
    }

    /**
     * Reads a table as far as it goes.
     *
     * @param memory where it lies
     * @param offset byte offset of its first byte
     * @param byteCount bytes that there are
     * @return the entries that are there in full
     */
    public static SystemTable parse(MemorySegment memory, long offset, int byteCount) {
        if (byteCount < LAYOUT.sizeBytes()) {
            return new SystemTable(0, List.of());
        }
        int stated = NUMBER_ENTRIES.get(memory, offset);
        List<Entry> entries = new ArrayList<>();
        int at = LAYOUT.sizeBytes();
        while (entries.size() < stated && at + Entry.BYTES <= byteCount) {
            entries.add(Entry.parse(memory, offset + at));
            at += Entry.BYTES;
        }
        return new SystemTable(CHANGE_INDICATOR.get(memory, offset), entries);
    }

    @Override
    public int sizeBytes() {
        return LAYOUT.sizeBytes() + entries.size() * Entry.BYTES;
    }

    @Override
    public void emit(MemorySegment memory, long offset) {
        memory.asSlice(offset, LAYOUT.sizeBytes()).fill((byte) 0);
        NUMBER_ENTRIES.set(memory, offset, entries.size());
        VERSION.set(memory, offset, TABLE_VERSION);
        CHANGE_INDICATOR.set(memory, offset, changeIndicator);
        long at = offset + LAYOUT.sizeBytes();
        for (Entry entry : entries) {
            entry.emit(memory, at);
            at += Entry.BYTES;
        }
    }
}
