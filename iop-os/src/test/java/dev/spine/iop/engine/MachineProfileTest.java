package dev.spine.iop.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MachineProfileTest {
    private static long ns(long ps) {
        return (ps + 500) / 1000;
    }

    @Test
    void aChunkTakesItsWordsAndTheOverheadOfItsBursts() {
        BusTiming pci = new BusTiming(33_333_333, 4, 8, 64, 6);
        // One word and one burst: 9 cycles of 30 ns.
        assertEquals(270, ns(pci.chunkPs(1)));
        assertEquals(270, ns(pci.chunkPs(4)));
        assertEquals(300, ns(pci.chunkPs(5)));
        assertEquals(24 * 30, ns(pci.chunkPs(64)));
        assertEquals(33 * 30, ns(pci.chunkPs(65)));
        assertEquals(6 * 30, ns(pci.programmedPs(1)));
        assertEquals(16 * 6 * 30, ns(pci.programmedPs(64)));
    }

    @Test
    void aLongTransferReachesTheBandwidthOfTheBus() {
        BusTiming pci = new BusTiming(33_333_333, 4, 0, 64, 6);
        assertEquals(132e6, 65_536e12 / pci.chunkPs(65_536), 2e6);
    }

    @Test
    void copyingEndsWhereOtherOperationsTakeAsLong() {
        CostTable costs = CostTable.ofCycles(100_000_000, Map.of(Op.TOUCH_BYTE, 2.0, Op.START_TRANSFER, 70.0, Op.ADD_RUN, 31.0));
        assertEquals(50, costs.bytesCopiedIn(Op.START_TRANSFER, Op.ADD_RUN));
        assertEquals(0, costs.bytesCopiedIn());
        assertEquals(Integer.MAX_VALUE, CostTable.ofCycles(1, Map.of(Op.ADD_RUN, 1.0)).bytesCopiedIn(Op.ADD_RUN));
    }

    @Test
    void aWireSerialisesWhatIsOnIt() {
        WireTiming ethernet = new WireTiming(100_000_000, 500, 24);
        assertEquals((1514 + 24) * 80, ethernet.serialisationNs(1514));
        assertEquals(24 * 80, ethernet.serialisationNs(0));
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new BusTiming(0, 4, 0, 64, 1));
        assertThrows(IllegalArgumentException.class, () -> new BusTiming(1, 4, 0, 3, 1));
        assertThrows(IllegalArgumentException.class, () -> new DmaTiming(-1, 1));
        assertThrows(IllegalArgumentException.class, () -> new WireTiming(0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> CostTable.ofCycles(0, Map.of()));
        MachineProfile.Builder noMemory = MachineProfile.named("x").host(TestProfile.PROCESSOR).iop(TestProfile.PROCESSOR)
            .bus(new BusTiming(1, 4, 0, 64, 1)).dma(new DmaTiming(0, 1)).wire(new WireTiming(1, 0, 0));
        assertThrows(IllegalArgumentException.class, noMemory::build);
    }

    @Test
    void aMissingPartIsNamed() {
        NullPointerException thrown = assertThrows(NullPointerException.class,
            () -> MachineProfile.named("half").host(TestProfile.PROCESSOR).build());
        assertTrue(String.valueOf(thrown.getMessage()).contains("'half' lacks its iop"), thrown::toString);
    }

    @Test
    void costsAreRoundedToWholePicoseconds() {
        CostTable costs = CostTable.ofCycles(33_000_000, Map.of(Op.POLL, 1.0, Op.TOUCH_BYTE, 0.5));
        assertEquals(30_303, costs.picoseconds(Op.POLL));
        assertEquals(15_152, costs.picoseconds(Op.TOUCH_BYTE));
        assertEquals(0, costs.picoseconds(Op.INTERRUPT));
    }

    @Tag("SS-63")
    @Test
    @Tag("SS-58")
    void aFasterClockDoesNotMakeTheMemoryFaster() {
        MemoryTiming memory = new MemoryTiming(1.5, 1, 5, 100);
        // Ten cycles, and 15 references: 11.25 instructions and 3.75 data, of which 0.1125 and 0.1875 wait for 100 ns.
        assertEquals(100_000 + 30_000, CostTable.ofCycles(100_000_000, Map.of(Op.POLL, 10.0), memory).picoseconds(Op.POLL));
        assertEquals(10_000 + 30_000, CostTable.ofCycles(1_000_000_000, Map.of(Op.POLL, 10.0), memory).picoseconds(Op.POLL));
    }

    @Test
    void memoryOfProcessorsHasItsRanges() {
        assertThrows(IllegalArgumentException.class, () -> new MemoryTiming(-1, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new MemoryTiming(1, 101, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new MemoryTiming(1, 0, 101, 0));
        assertThrows(IllegalArgumentException.class, () -> new MemoryTiming(1, 1, 1, -1));
    }

    @Test
    @Tag("SS-11")
    void anOperationMayStallTheProcessorWhateverItsClock() {
        CostTable costs = CostTable.ofCycles(100_000_000, Map.of(Op.POLL, 1.0, Op.REGISTER_READ, 2.0)).stalledBy(Op.REGISTER_READ, 480_000);

        assertEquals(500_000, costs.picoseconds(Op.REGISTER_READ));
        assertEquals(10_000, costs.picoseconds(Op.POLL));
        assertThrows(IllegalArgumentException.class, () -> costs.stalledBy(Op.POLL, -1));
    }

    @Test
    void sourcesCannotBeChanged() {
        Map<String, String> sources = TestProfile.machine().sources();
        assertEquals("assumed", sources.get("bus.clockHz"));
        assertThrows(UnsupportedOperationException.class, () -> sources.put("x", "y"));
    }
}
