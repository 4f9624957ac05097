package dev.spine.i2o.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.IopState;
import dev.spine.i2o.Seeded;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Octets;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TableTest {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static MemorySegment emit(Table table) {
        MemorySegment memory = MemorySegment.ofArray(new byte[table.sizeBytes()]);
        memory.fill((byte) 0xAA);
        table.emit(memory, 0);
        return memory;
    }

    private static Octets tag(Random random) {
        byte[] tag = new byte[8];
        random.nextBytes(tag);
        return Octets.of(tag);
    }

    private static LogicalConfigurationTable.Entry lctEntry(Random random) {
        return new LogicalConfigurationTable.Entry(random.nextInt(0x1000), random.nextInt(), random.nextInt(), ClassId.of(random.nextInt()),
            random.nextInt(), random.nextInt(0x1000), random.nextInt(0x1000), random.nextInt(256), tag(random), random.nextInt());
    }

    private static LogicalConfigurationTable.Entry lctEntry(int tid, ClassId classId) {
        return new LogicalConfigurationTable.Entry(tid, 1, 0, classId, 0, Tid.NONE, Tid.NONE, 0, Octets.of(new byte[8]), 0);
    }

    private static StatusBlock statusBlock(Random random) {
        return new StatusBlock(random.nextInt(0x10000), random.nextInt(0x1000), random.nextInt(0x10000), random.nextInt(0x1000),
            random.nextInt(16), random.nextInt(256), random.nextInt(256), random.nextInt(0x10000), random.nextInt(256), random.nextInt(),
            random.nextInt(), random.nextInt(), "Spine " + random.nextInt(1000), random.nextInt(), random.nextInt(),
            new StatusBlock.PrivateSpace(random.nextInt(), random.nextInt(), random.nextInt()),
            new StatusBlock.PrivateSpace(random.nextInt(), random.nextInt(), random.nextInt()));
    }

    @Test
    void aStatusBlockIsReadAsItWasWritten() {
        Seeded.cases(1_000, random -> {
            StatusBlock block = statusBlock(random);
            MemorySegment memory = emit(block);
            assertTrue(StatusBlock.isComplete(memory, 0));
            assertEquals(block, StatusBlock.parse(memory, 0));
        });
    }

    @Test
    void aStatusBlockIsCompleteOnlyWithItsLastByte() {
        StatusBlock block = statusBlock(new Random(1));
        MemorySegment memory = MemorySegment.ofArray(new byte[StatusBlock.BYTES]);
        block.emitPrefix(memory, 0, StatusBlock.SYNC_BYTE_OFFSET);
        assertFalse(StatusBlock.isComplete(memory, 0));
        assertEquals(block, StatusBlock.parse(memory, 0));
    }

    @Test
    void versionAndSegmentShareAHalfWord() {
        StatusBlock block = new StatusBlock(0x7A5A, 2, 3, 0x456, 1, IopState.OPERATIONAL.code(), 0, 128, 0, 1, 1, 1, "P", 84,
            StatusBlock.Capabilities.INBOUND_PEER, StatusBlock.PrivateSpace.NONE, StatusBlock.PrivateSpace.NONE);
        MemorySegment memory = emit(block);
        assertEquals(0x00007A5A, memory.get(WORD, 0));
        assertEquals(0x00030002, memory.get(WORD, 4));
        assertEquals(0x00081456, memory.get(WORD, 8));
        assertEquals(0x00000080, memory.get(WORD, 12));
    }

    @Test
    void anHrtIsReadAsItWasWritten() {
        Seeded.cases(500, random -> {
            List<HardwareResourceTable.Entry> entries = IntStream.range(0, random.nextInt(6)).mapToObj(_ -> new HardwareResourceTable.Entry(
                random.nextInt(), random.nextInt(0x1000), random.nextInt(16), random.nextInt(256), random.nextInt(256),
                    tag(random))).toList();
            HardwareResourceTable table = HardwareResourceTable.of(random.nextInt(), entries);
            MemorySegment memory = emit(table);
            assertEquals(table, HardwareResourceTable.parse(memory, 0, table.sizeBytes()));
        });
    }

    @Test
    void aPciAdapterHasItsBusInformation() {
        MemorySegment memory = emit(HardwareResourceTable.of(1, List.of(HardwareResourceTable.Entry.pci(9, 0x10, 1, 2, 3, 0x8086,
            0x1960))));
        assertEquals(0x00040001, memory.get(WORD, 0));
        assertEquals(0x04010010, memory.get(WORD, 12));
        assertEquals(0x00010203, memory.get(WORD, 16));
        assertEquals(0x19608086, memory.get(WORD, 20));
    }

    @Test
    void anHrtThatIsCutStatesItsTrueSize() {
        HardwareResourceTable table = HardwareResourceTable.of(7, Collections.nCopies(3,
            HardwareResourceTable.Entry.pci(1, 2, 0, 3, 0, 0x8086, 0x1960)));
        MemorySegment memory = MemorySegment.ofArray(new byte[24]);
        assertEquals(24, table.emitPrefix(memory, 0, 24));
        HardwareResourceTable cut = HardwareResourceTable.parse(memory, 0, 24);
        assertTrue(cut.isCut());
        assertEquals(1, cut.entries().size());
        assertEquals(8 + 3 * 16, cut.neededBytes());
        assertEquals(0, HardwareResourceTable.parse(memory, 0, 7).entries().size());
    }

    @Test
    void longerHrtEntriesAreReadAsFarAsTheyAreKnown() {
        MemorySegment memory = MemorySegment.ofArray(new byte[8 + 2 * 24]);
        memory.set(WORD, 0, 0x00060002);
        HardwareResourceTable.Entry.pci(5, 2, 0, 3, 0, 0x8086, 0x1960).emit(memory, 8);
        HardwareResourceTable.Entry.pci(6, 2, 0, 4, 0, 0x8086, 0x1960).emit(memory, 32);
        HardwareResourceTable table = HardwareResourceTable.parse(memory, 0, 56);
        assertEquals(6, table.entries().get(1).adapterId());
    }

    @Test
    void anLctIsReadAsItWasWritten() {
        Seeded.cases(500, random -> {
            List<LogicalConfigurationTable.Entry> entries = IntStream.range(0, random.nextInt(6)).mapToObj(_ -> lctEntry(random)).toList();
            LogicalConfigurationTable table = LogicalConfigurationTable.of(random.nextInt(), entries);
            assertEquals(table, LogicalConfigurationTable.parse(emit(table), 0, table.sizeBytes()));
        });
    }

    @Test
    void theFirstWordsOfAnLctAreTheWorkedOnes() {
        MemorySegment memory = emit(LogicalConfigurationTable.of(1, List.of(
            lctEntry(Tid.EXECUTIVE, ClassId.standard(DeviceClass.EXECUTIVE)), lctEntry(0x10, ClassId.standard(DeviceClass.LAN)))));
        assertEquals(84, memory.byteSize());
        assertEquals(0x00000015, memory.get(WORD, 0));
        assertEquals(0x00000000, memory.get(WORD, 4));
        assertEquals(0x00000001, memory.get(WORD, 8));
        assertEquals(0x00000009, memory.get(WORD, 12));
        assertEquals(0x00001000, memory.get(WORD, 24));
        assertEquals(0x00FFFFFF, memory.get(WORD, 32));
        assertEquals(0x00100009, memory.get(WORD, 48));
    }

    @Test
    void anLctThatIsCutStatesItsTrueSize() {
        LogicalConfigurationTable table = LogicalConfigurationTable.of(1, Collections.nCopies(4,
            lctEntry(2, ClassId.standard(DeviceClass.LAN))));
        for (int room = 0; room <= table.sizeBytes(); room++) {
            MemorySegment memory = MemorySegment.ofArray(new byte[room]);
            assertEquals(room, table.emitPrefix(memory, 0, room));
            LogicalConfigurationTable read = LogicalConfigurationTable.parse(memory, 0, room);
            assertEquals(Math.max(0, (room - 12) / 36), read.entries().size());
            assertEquals(room >= 12 && room < table.sizeBytes(), read.isCut());
            assertEquals(room < 12 ? 0 : table.sizeBytes(), read.neededBytes());
        }
    }

    @Test
    void anLctKeepsOnlyTheClassesAskedFor() {
        LogicalConfigurationTable table = LogicalConfigurationTable.of(5, List.of(lctEntry(0, ClassId.standard(DeviceClass.EXECUTIVE)),
            lctEntry(2, ClassId.standard(DeviceClass.LAN)), lctEntry(3, ClassId.ofSpine(DeviceClass.DISPLAY))));
        assertEquals(table, table.matching(ClassId.MATCH_ALL));
        assertEquals(LogicalConfigurationTable.of(5, List.of(table.entries().get(1))), table.matching(0xFFFFF020));
        assertTrue(table.entries().get(1).isFree());
    }

    @Test
    void anLctHoldsAsManyEntriesAsDriversHaveRoomFor() {
        LogicalConfigurationTable.Entry entry = lctEntry(2, ClassId.standard(DeviceClass.LAN));
        assertTrue(LogicalConfigurationTable.of(1, Collections.nCopies(227, entry)).sizeBytes() <= 8192);
        List<LogicalConfigurationTable.Entry> tooMany = Collections.nCopies(228, entry);
        assertThrows(IllegalArgumentException.class, () -> LogicalConfigurationTable.of(1, tooMany));
    }

    @Test
    void aSystemTableIsReadAsItWasWritten() {
        Seeded.cases(500, random -> {
            List<SystemTable.Entry> entries = IntStream.range(0, random.nextInt(6)).mapToObj(_ -> new SystemTable.Entry(
                random.nextInt(0x10000), random.nextInt(0x1000), random.nextInt(0x1000), random.nextInt(16), random.nextInt(256),
                random.nextInt(256), random.nextInt(0x10000), random.nextInt(), random.nextInt(), random.nextLong())).toList();
            SystemTable table = new SystemTable(random.nextInt(), entries);
            MemorySegment memory = emit(table);
            assertEquals(table, SystemTable.parse(memory, 0, table.sizeBytes()));
            assertEquals(Math.max(0, entries.size() - 1), SystemTable.parse(memory, 0, table.sizeBytes() - 1).entries().size());
        });
    }

    @Test
    void anySystemTableBytesCanBeRead() {
        Seeded.cases(5_000, random -> {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            MemorySegment memory = MemorySegment.ofArray(bytes);
            assertTrue(SystemTable.parse(memory, 0, bytes.length).entries().size() * 32 <= bytes.length);
            assertTrue(LogicalConfigurationTable.parse(memory, 0, bytes.length).entries().size() * 36 <= bytes.length);
            assertTrue(HardwareResourceTable.parse(memory, 0, bytes.length).entries().size() * 16 <= bytes.length);
        });
    }
}
