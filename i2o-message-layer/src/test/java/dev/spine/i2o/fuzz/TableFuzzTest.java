package dev.spine.i2o.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.fuzz.Fuzz;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.table.SystemTable;
import dev.spine.i2o.table.Table;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any bytes read as each table yield the entries that are there in full, and these are the same when written again. */
class TableFuzzTest {
    private final Fuzz fuzz = Fuzz.over(TableFuzzTest.class, "tables");

    @Test
    void anyTableIsReadAsFarAsItGoes() {
        fuzz.briefly(TableFuzzTest::target);
    }

    @Test
    @Tag("full")
    void anyTableIsReadAsFarAsItGoesForLong() {
        fuzz.atLength(TableFuzzTest::target);
    }

    private static Object target(byte[] input) {
        int size = Math.min(input.length, 16 * 1024);
        MemorySegment memory = MemorySegment.ofArray(input);
        HardwareResourceTable hrt = HardwareResourceTable.parse(memory, 0, size);
        LogicalConfigurationTable lct = LogicalConfigurationTable.parse(memory, 0, size);
        SystemTable systemTable = SystemTable.parse(memory, 0, size);
        assertTrue(hrt.entries().size() * HardwareResourceTable.Entry.BYTES <= size);
        assertTrue(lct.entries().size() * LogicalConfigurationTable.Entry.BYTES <= size);
        assertTrue(systemTable.entries().size() * SystemTable.Entry.BYTES <= size);
        assertTrue(hrt.neededBytes() >= 0);
        same(hrt.entries(), hrt, copy -> HardwareResourceTable.parse(copy, 0, (int) copy.byteSize()).entries());
        same(lct.entries(), lct, copy -> LogicalConfigurationTable.parse(copy, 0, (int) copy.byteSize()).entries());
        same(systemTable.entries(), systemTable, copy -> SystemTable.parse(copy, 0, (int) copy.byteSize()).entries());
        if (size >= StatusBlock.BYTES) {
            byte[] block = Arrays.copyOf(input, StatusBlock.BYTES);
            StatusBlock status = StatusBlock.parse(MemorySegment.ofArray(block), 0);
            assertTrue(!status.toString().isEmpty());
        }
        return List.of(hrt.entries().size(), hrt.isCut(), lct.entries().size(), systemTable.entries().size());
    }

    private static <T> void same(List<T> entries, Table table, Function<MemorySegment, List<T>> parser) {
        MemorySegment copy = MemorySegment.ofArray(new byte[table.sizeBytes()]);
        table.emit(copy, 0);
        assertEquals(entries, parser.apply(copy));
    }
}
