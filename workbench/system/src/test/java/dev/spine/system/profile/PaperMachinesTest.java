package dev.spine.system.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The machines of the papers as the modelled engine takes them: what their wires, buses and processors take for work. */
class PaperMachinesTest {
    private static MachineProfile machine(String name) {
        return ProfileFile.find(name);
    }

    /** {@return picoseconds of an operation of a number of cycles, without the memory's stalls} */
    private static long onThePaper(double clockHz, double cycles) {
        return CostTable.ofCycles(Math.round(clockHz), Map.of(Op.POLL, cycles)).picoseconds(Op.POLL);
    }

    /** A byte of payload more costs what the published rate says, whatever a frame costs at all. */
    @ParameterizedTest
    @CsvSource({"lanai-33, 160e6", "lanai-33-small, 160e6", "acenic, 125e6"})
    @Tag("SS-33")
    @Tag("SN-12")
    @Tag("SN-16")
    void aMegabyteMoreTakesItsWireAsLongAsThePublishedRateSays(String name, double bytesPerSecond) {
        long more = machine(name).wire().serialisationNs(1_001_000) - machine(name).wire().serialisationNs(1_000);
        assertEquals(1e6 / bytesPerSecond * 1e9, (double) more, 1);
    }

    /** PCI of 33 MHz and 32 bits carries four bytes in 30 ns, of 66 MHz and 64 bits eight bytes in 15. */
    @ParameterizedTest
    @CsvSource({"lanai-33, 4, 30000", "lanai-33-small, 4, 30000", "iop-250, 8, 15000"})
    @Tag("SS-33")
    @Tag("SN-12")
    @Tag("SS-10")
    void eachWordMoreHoldsTheBusForOneCycle(String name, int wordBytes, long picoseconds) {
        MachineProfile machine = machine(name);
        long more = machine.bus().chunkPs(9 * wordBytes) - machine.bus().chunkPs(wordBytes);
        assertEquals(8.0 * picoseconds, (double) more, 8);
    }

    /** What a card's processor does is as much slower than at a gigahertz as its published clock is, but for its memory. */
    @ParameterizedTest
    @CsvSource({"lanai-33, 33e6", "lanai-33-small, 33e6", "acenic, 100e6", "iop-250, 250e6"})
    @Tag("SS-33")
    @Tag("SN-12")
    @Tag("SN-16")
    @Tag("SS-63")
    void aCardsOperationsTakeCyclesOfThePublishedClock(String name, double clockHz) {
        double cycles = ProfileFile.load(name).cycles("iop", Op.POLL);
        long taken = machine(name).iop().costs().picoseconds(Op.POLL);
        long quick = machine(name + " with iop.clock-hz=1000000000").iop().costs().picoseconds(Op.POLL);
        assertEquals((double) (onThePaper(clockHz, cycles) - onThePaper(1e9, cycles)), (double) (taken - quick), 2);
        assertTrue(taken > quick);
    }
}
