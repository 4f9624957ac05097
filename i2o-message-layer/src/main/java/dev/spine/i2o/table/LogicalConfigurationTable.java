package dev.spine.i2o.table;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.layout.Octets;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The logical configuration table: the objects that messages can be sent to, the executive first. Immutable; any thread.
 *
 * <pre>
 *  header, 12 bytes: 0 U16 words of the table | 2 [11:0] boot device, [15:12] version | 4 U32 flags | 8 U32 change indicator
 *  entry, 36 bytes:  see {@link Entry}
 * </pre>
 *
 * <p>The change indicator starts at 1: a driver takes 0 for "unchanged" and would see no device.
 *
 * <p>Source: I2O 1.5 logical configuration table; SIG executive header.
 *
 * @param bootDeviceTid TID of the boot device, 0 for none
 * @param iopFlags bit 0: a configuration dialog is wanted
 * @param changeIndicator raised with every claim, release, arrival and removal
 * @param statedWords the size that the header states, in words; larger than the entries if the table was cut
 * @param entries the objects
 */
public record LogicalConfigurationTable(
    int bootDeviceTid, int iopFlags, int changeIndicator, int statedWords, List<Entry> entries) implements Table {
    /** The largest table that drivers have a buffer for, in entries: 8192 bytes. */
    public static final int MAX_ENTRIES = 227;

    private static final Field TABLE_WORDS = Field.u16("TableSize", 0);
    private static final Field BOOT_DEVICE_TID = Field.bits("BootDeviceTID", 2, 11, 0);
    private static final Field VERSION = Field.bits("LctVer", 2, 15, 12);
    private static final Field IOP_FLAGS = Field.u32("IopFlags", 4);
    private static final Field CHANGE_INDICATOR = Field.u32("CurrentChangeIndicator", 8);
    /** The fields of the header. */
    public static final Layout LAYOUT = Layout.of("LCT", 12, TABLE_WORDS, BOOT_DEVICE_TID, VERSION, IOP_FLAGS, CHANGE_INDICATOR);

    /** Copies the entries. */
    public LogicalConfigurationTable {
        entries = List.copyOf(entries);
    }

    /**
     * A whole table without boot device and flags.
     *
     * @param changeIndicator 1 or more
     * @param entries the objects, at most {@link #MAX_ENTRIES}
     * @return the table
     * @throws IllegalArgumentException there are more objects than drivers have room for
     */
    public static LogicalConfigurationTable of(int changeIndicator, List<Entry> entries) {
        if (entries.size() > MAX_ENTRIES) {
            throw new IllegalArgumentException("drivers read at most " + MAX_ENTRIES + " LCT entries, not " + entries.size());
        }
        return new LogicalConfigurationTable(0, 0, changeIndicator, words(entries.size()), entries);
    }

    private static int words(int entryCount) {
        return (LAYOUT.sizeBytes() + entryCount * Entry.BYTES) / Integer.BYTES;
    }

    /**
     * One object.
     *
     * <pre>
     *   0 [15:0] words of the entry, 9   | 2 [11:0] local TID
     *   4 change indicator               | 8 device flags
     *  12 class                          | 16 subclass
     *  20 [11:0] user, [23:12] parent, [31:24] BIOS information
     *  24 identity tag, 8 bytes          | 32 event capabilities
     * </pre>
     *
     * @param localTid its TID, 12 bits
     * @param changeIndicator the table's indicator when this entry last changed
     * @param deviceFlags bits of {@link DeviceFlags}
     * @param classId its class
     * @param subClassInfo what kind within the class; see {@link SubClass}
     * @param userTid TID of its primary user, {@link Tid#NONE} if it is free
     * @param parentTid TID of the adapter or DDM that it hangs on, {@link Tid#NONE} for none
     * @param biosInfo 8 bits of the BIOS
     * @param identityTag 8 bytes that stay the same for the same device
     * @param eventCapabilities the events that it can send
     */
    public record Entry(
        int localTid, int changeIndicator, int deviceFlags, ClassId classId, int subClassInfo, int userTid, int parentTid, int biosInfo,
        Octets identityTag, int eventCapabilities) {
        /** Bytes of an entry. */
        public static final int BYTES = 36;

        private static final Field ENTRY_WORDS = Field.u16("TableEntrySize", 0);
        private static final Field LOCAL_TID = Field.u12("LocalTID", 2);
        private static final Field ENTRY_CHANGE = Field.u32("ChangeIndicator", 4);
        private static final Field DEVICE_FLAGS = Field.u32("DeviceFlags", 8);
        private static final Field CLASS_ID = Field.u32("ClassID", 12);
        private static final Field SUB_CLASS = Field.u32("SubClassInfo", 16);
        private static final Field USER_TID = Field.bits("UserTID", 20, 11, 0);
        private static final Field PARENT_TID = Field.bits("ParentTID", 20, 23, 12);
        private static final Field BIOS_INFO = Field.bits("BiosInfo", 20, 31, 24);
        private static final Field IDENTITY_TAG = Field.bytes("IdentityTag", 24, 8);
        private static final Field EVENT_CAPABILITIES = Field.u32("EventCapabilities", 32);
        /** The fields of an entry. */
        public static final Layout LAYOUT = Layout.of("LCTEntry", BYTES, ENTRY_WORDS, LOCAL_TID, ENTRY_CHANGE, DEVICE_FLAGS, CLASS_ID,
            SUB_CLASS, USER_TID, PARENT_TID, BIOS_INFO, IDENTITY_TAG, EVENT_CAPABILITIES);

        /** {@return whether the object has no primary user; true: it can be claimed} */
        public boolean isFree() {
            return userTid == Tid.NONE;
        }

        /**
         * Reads an entry.
         *
         * @param memory where it lies, {@link #BYTES} bytes
         * @param offset byte offset of its first byte
         * @return its values
         */
        public static Entry parse(MemorySegment memory, long offset) {
            return new Entry(LOCAL_TID.get(memory, offset), ENTRY_CHANGE.get(memory, offset), DEVICE_FLAGS.get(memory, offset),
                ClassId.of(CLASS_ID.get(memory, offset)), SUB_CLASS.get(memory, offset), USER_TID.get(memory, offset),
                PARENT_TID.get(memory, offset), BIOS_INFO.get(memory, offset), IDENTITY_TAG.getBytes(memory, offset),
                EVENT_CAPABILITIES.get(memory, offset));
        }

        /**
         * Writes an entry; also the data of the events that tell of new and modified entries.
         *
         * @param memory where it goes, {@link #BYTES} bytes
         * @param offset byte offset of its first byte
         */
        public void emit(MemorySegment memory, long offset) {
            memory.asSlice(offset, BYTES).fill((byte) 0);
            ENTRY_WORDS.set(memory, offset, BYTES / Integer.BYTES);
            LOCAL_TID.set(memory, offset, localTid);
            ENTRY_CHANGE.set(memory, offset, changeIndicator);
            DEVICE_FLAGS.set(memory, offset, deviceFlags);
            CLASS_ID.set(memory, offset, classId.word());
            SUB_CLASS.set(memory, offset, subClassInfo);
            USER_TID.set(memory, offset, userTid);
            PARENT_TID.set(memory, offset, parentTid);
            BIOS_INFO.set(memory, offset, biosInfo);
            IDENTITY_TAG.setBytes(memory, offset, identityTag);
            EVENT_CAPABILITIES.set(memory, offset, eventCapabilities);
        }
    }

    /** What an entry says about its object. */
    public static final class DeviceFlags {
        /** A configuration dialog is wanted. */
        public static final int CONFIGURATION_DIALOG = 0x01;
        /** More than one user is possible. */
        public static final int MULTIPLE_USERS = 0x02;
        /** 2.0: contexts of 64 bits; without this and {@link #CONTEXT_EITHER}, of 32 bits. */
        public static final int CONTEXT_64_BIT = 0x04;
        /** 2.0: contexts of either size. */
        public static final int CONTEXT_EITHER = 0x08;
        /** 2.0: contexts of both sizes. */
        public static final int CONTEXT_BOTH = 0x0C;
        /** 2.0: it can come and go while the system runs. */
        public static final int HOT_PLUG = 0x40;
        /** 2.0: it takes addresses above 32 bits. */
        public static final int WIDE_ADDRESSES = 0x80;
        /** Peers must not use it now. */
        public static final int PEER_SERVICE_DISABLED = 0x10;
        /** Management users must not use it now. */
        public static final int MANAGEMENT_SERVICE_DISABLED = 0x20;

        private DeviceFlags() {
        }
    }

    /** Subclasses of the classes that this project simulates. */
    public static final class SubClass {
        /** Executive on an i960. */
        public static final int EXECUTIVE_I960 = 0x001;
        /** DDM: hardware device module. */
        public static final int DDM_HARDWARE = 0x020;
        /** DDM: intermediate service module. */
        public static final int DDM_INTERMEDIATE = 0x021;
        public static final int LAN_ETHERNET = 0x30;

        private SubClass() {
        }
    }

    /**
     * The table with only those objects that a request asks for; the header keeps its change indicator.
     *
     * @param classIdentifier a class identifier word whose parts may be wildcards
     * @return the table to answer with
     */
    public LogicalConfigurationTable matching(int classIdentifier) {
        List<Entry> wanted = entries.stream().filter(entry -> entry.classId().matches(classIdentifier)).toList();
        return new LogicalConfigurationTable(bootDeviceTid, iopFlags, changeIndicator, words(wanted.size()), wanted);
    }

    /**
     * Reads a table as far as it goes.
     *
     * @param memory where it lies
     * @param offset byte offset of its first byte
     * @param byteCount bytes that the initiator's buffer has
     * @return the entries that are there in full; {@link #isCut()} tells whether some are missing
     */
    public static LogicalConfigurationTable parse(MemorySegment memory, long offset, int byteCount) {
        if (byteCount < LAYOUT.sizeBytes()) {
            return new LogicalConfigurationTable(0, 0, 0, 0, List.of());
        }
        int stated = TABLE_WORDS.get(memory, offset);
        int end = Math.min(stated * Integer.BYTES, byteCount);
        List<Entry> entries = new ArrayList<>();
        int at = LAYOUT.sizeBytes();
        while (at + Entry.BYTES <= end) {
            int entryBytes = Entry.ENTRY_WORDS.get(memory, offset + at) * Integer.BYTES;
            if (entryBytes < Entry.BYTES || at + entryBytes > end) {
                break;
            }
            entries.add(Entry.parse(memory, offset + at));
            at += entryBytes;
        }
        return new LogicalConfigurationTable(BOOT_DEVICE_TID.get(memory, offset), IOP_FLAGS.get(memory, offset),
            CHANGE_INDICATOR.get(memory, offset), stated, entries);
    }

    /** {@return whether entries are missing because the buffer was too small; true: ask again with {@link #neededBytes()} bytes} */
    public boolean isCut() {
        return words(entries.size()) < statedWords;
    }

    /** {@return the buffer that the whole table needs: bytes} */
    public int neededBytes() {
        return statedWords * Integer.BYTES;
    }

    @Override
    public int sizeBytes() {
        return LAYOUT.sizeBytes() + entries.size() * Entry.BYTES;
    }

    @Override
    public void emit(MemorySegment memory, long offset) {
        TABLE_WORDS.set(memory, offset, statedWords);
        BOOT_DEVICE_TID.set(memory, offset, bootDeviceTid);
        VERSION.set(memory, offset, 0);
        IOP_FLAGS.set(memory, offset, iopFlags);
        CHANGE_INDICATOR.set(memory, offset, changeIndicator);
        long at = offset + LAYOUT.sizeBytes();
        for (Entry entry : entries) {
            entry.emit(memory, at);
            at += Entry.BYTES;
        }
    }
}
