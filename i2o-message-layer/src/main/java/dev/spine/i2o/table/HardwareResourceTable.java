package dev.spine.i2o.table;

import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.layout.Octets;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The hardware resource table: the adapters that an IOP controls. Immutable; any thread.
 *
 * <pre>
 *  header, 8 bytes:  0 U16 entries | 2 U8 words per entry | 3 U8 version | 4 U32 change indicator
 *  entry, 16 bytes:  0 U32 adapter | 4 [11:0] controlling TID, [15:12] state | 6 U8 bus | 7 U8 bus type | 8 bus information
 * </pre>
 *
 * <p>Source: I2O 1.5 hardware resource table; SIG executive header. Entries of 24 bytes (2.0) are read as far as they are known.
 *
 * @param changeIndicator raised with every change
 * @param statedEntries the number of entries that the header states; larger than the list if the table was cut
 * @param entries the adapters
 */
public record HardwareResourceTable(int changeIndicator, int statedEntries, List<Entry> entries) implements Table {
    private static final Field NUMBER_ENTRIES = Field.u16("NumberEntries", 0);
    private static final Field ENTRY_WORDS = Field.u8("EntryLength", 2);
    private static final Field VERSION = Field.u8("HRTVersion", 3);
    private static final Field CHANGE_INDICATOR = Field.u32("CurrentChangeIndicator", 4);
    /** The fields of the header. */
    public static final Layout LAYOUT = Layout.of("HRT", 8, NUMBER_ENTRIES, ENTRY_WORDS, VERSION, CHANGE_INDICATOR);

    /** Copies the entries. */
    public HardwareResourceTable {
        entries = List.copyOf(entries);
    }

    /**
     * A whole table.
     *
     * @param changeIndicator raised with every change
     * @param entries the adapters
     * @return the table
     */
    public static HardwareResourceTable of(int changeIndicator, List<Entry> entries) {
        return new HardwareResourceTable(changeIndicator, entries.size(), entries);
    }

    /**
     * One adapter.
     *
     * @param adapterId the IOP's number for it
     * @param controllingTid TID of the DDM that controls it, 0xFFF for none
     * @param adapterState 4 bits without a public meaning, 0
     * @param busNumber number of the bus
     * @param busType a value of {@link BusType}
     * @param busInformation 8 bytes whose meaning is the bus type's
     */
    public record Entry(int adapterId, int controllingTid, int adapterState, int busNumber, int busType, Octets busInformation) {
        /** Bytes of an entry. */
        public static final int BYTES = 16;

        private static final Field ADAPTER_ID = Field.u32("AdapterID", 0);
        private static final Field CONTROLLING_TID = Field.bits("ControllingTID", 4, 11, 0);
        private static final Field ADAPTER_STATE = Field.bits("AdapterState", 4, 15, 12);
        private static final Field BUS_NUMBER = Field.u8("BusNumber", 6);
        private static final Field BUS_TYPE = Field.u8("BusType", 7);
        private static final Field BUS_INFORMATION = Field.bytes("BusInformation", 8, 8);
        /** The fields of an entry. */
        public static final Layout LAYOUT =
            Layout.of("HRTEntry", BYTES, ADAPTER_ID, CONTROLLING_TID, ADAPTER_STATE, BUS_NUMBER, BUS_TYPE, BUS_INFORMATION);

        /**
         * An adapter on a PCI bus.
         *
         * @param adapterId the IOP's number for it
         * @param controllingTid TID of the DDM that controls it
         * @param busNumber bus
         * @param device device on the bus
         * @param function function of the device
         * @param vendorId PCI vendor
         * @param deviceId PCI device
         * @return the entry
         */
        public static Entry pci(
            int adapterId, int controllingTid, int busNumber, int device, int function, int vendorId, int deviceId) {
            return new Entry(adapterId, controllingTid, 0, busNumber, BusType.PCI, Octets.of(
                (byte) function, (byte) device, (byte) busNumber, (byte) 0,
                (byte) vendorId, (byte) (vendorId >>> 8), (byte) deviceId, (byte) (deviceId >>> 8)));
        }

        /**
         * An adapter on a bus of the IOP itself, reached through memory.
         *
         * @param adapterId the IOP's number for it
         * @param controllingTid TID of the DDM that controls it
         * @param memoryBase bus address of its memory, 32 bits
         * @return the entry
         */
        public static Entry local(int adapterId, int controllingTid, int memoryBase) {
            return new Entry(adapterId, controllingTid, 0, 0, BusType.LOCAL, Octets.of((byte) 0, (byte) 0, (byte) 0, (byte) 0,
                (byte) memoryBase, (byte) (memoryBase >>> 8), (byte) (memoryBase >>> 16), (byte) (memoryBase >>> 24)));
        }

        /**
         * The same adapter under another DDM.
         *
         * @param tid TID of the DDM that controls it, 0xFFF for none
         * @return the entry
         */
        public Entry controlledBy(int tid) {
            return new Entry(adapterId, tid, adapterState, busNumber, busType, busInformation);
        }

        /**
         * Reads an entry.
         *
         * @param memory where it lies, {@link #BYTES} bytes
         * @param offset byte offset of its first byte
         * @return its values
         */
        public static Entry parse(MemorySegment memory, long offset) {
            return new Entry(ADAPTER_ID.get(memory, offset), CONTROLLING_TID.get(memory, offset), ADAPTER_STATE.get(memory, offset),
                BUS_NUMBER.get(memory, offset), BUS_TYPE.get(memory, offset), BUS_INFORMATION.getBytes(memory, offset));
        }

        /**
         * Writes an entry.
         *
         * @param memory where it goes, {@link #BYTES} bytes
         * @param offset byte offset of its first byte
         */
        public void emit(MemorySegment memory, long offset) {
            memory.asSlice(offset, BYTES).fill((byte) 0);
            ADAPTER_ID.set(memory, offset, adapterId);
            CONTROLLING_TID.set(memory, offset, controllingTid);
            ADAPTER_STATE.set(memory, offset, adapterState);
            BUS_NUMBER.set(memory, offset, busNumber);
            BUS_TYPE.set(memory, offset, busType);
            BUS_INFORMATION.setBytes(memory, offset, busInformation);
        }
    }

    /** The bus that an adapter is on. */
    public static final class BusType {
        /** A bus of the IOP itself. */
        public static final int LOCAL = 0;
        public static final int ISA = 1;
        public static final int EISA = 2;
        public static final int MCA = 3;
        public static final int PCI = 4;
        public static final int PCMCIA = 5;
        public static final int NUBUS = 6;
        public static final int CARDBUS = 7;
        /** Something else. */
        public static final int OTHER = 0x80;

        private BusType() {
        }
    }

    /**
     * Reads a table as far as it goes.
     *
     * @param memory where it lies
     * @param offset byte offset of its first byte
     * @param byteCount bytes that the initiator's buffer has
     * @return the entries that are there in full; {@link #isCut()} tells whether some are missing
     */
    public static HardwareResourceTable parse(MemorySegment memory, long offset, int byteCount) {
        if (byteCount < LAYOUT.sizeBytes()) {
            return new HardwareResourceTable(0, 0, List.of());
        }
        int stated = NUMBER_ENTRIES.get(memory, offset);
        int entryBytes = ENTRY_WORDS.get(memory, offset) * Integer.BYTES;
        List<Entry> entries = new ArrayList<>();
        int at = LAYOUT.sizeBytes();
        while (entryBytes >= Entry.BYTES && entries.size() < stated && at + entryBytes <= byteCount) {
            entries.add(Entry.parse(memory, offset + at));
            at += entryBytes;
        }
        return new HardwareResourceTable(CHANGE_INDICATOR.get(memory, offset), stated, entries);
    }

    /** {@return whether entries are missing because the buffer was too small; true: ask again with {@link #neededBytes()} bytes} */
    public boolean isCut() {
        return entries.size() < statedEntries;
    }

    /** {@return the buffer that the whole table needs: bytes} */
    public int neededBytes() {
        return LAYOUT.sizeBytes() + statedEntries * Entry.BYTES;
    }

    @Override
    public int sizeBytes() {
        return LAYOUT.sizeBytes() + entries.size() * Entry.BYTES;
    }

    @Override
    public void emit(MemorySegment memory, long offset) {
        NUMBER_ENTRIES.set(memory, offset, statedEntries);
        ENTRY_WORDS.set(memory, offset, Entry.BYTES / Integer.BYTES);
        VERSION.set(memory, offset, 0);
        CHANGE_INDICATOR.set(memory, offset, changeIndicator);
        long at = offset + LAYOUT.sizeBytes();
        for (Entry entry : entries) {
            entry.emit(memory, at);
            at += Entry.BYTES;
        }
    }
}
