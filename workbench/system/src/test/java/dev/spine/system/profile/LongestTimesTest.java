package dev.spine.system.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.file.SystemFileException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers that are possible one by one and together make times beyond those of a run are refused when the profile is read. */
class LongestTimesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "iop.clock=1 | 'iop.cycles.unit' of 0.602 with 'iop.clock-hz' of 1 Hz makes an operation take",
        "iop.cycles.unit=1e5 | 'iop.cycles.unit' of 100000 with 'iop.clock-hz' of 33 MHz makes an operation take",
        "host.units.poll=1e9 | 'host.units.poll' of 1000000000 with 'host.clock-hz' of 200 MHz makes an operation take 2.27 s",
        "host.cycles.interrupt=1e9 | 'host.cycles.interrupt' of 1000000000 with 'host.clock-hz' of 200 MHz makes an operation take 5.00 s",
        "iop.memory.miss-ns=1s with iop.memory.references-per-cycle=100 | 'iop.memory.miss-ns' of 1 s",
        "bus.clock=1 | 'bus.clock-hz' of 1 Hz with 'bus.width-bytes'",
        "bus.overhead-cycles=1e6 with bus.burst-bytes=4 | 'bus.overhead-cycles' of",
        "bus.programmed-cycles=1e6 | 'bus.programmed-cycles' of",
        "bus.read-cycles=1e6 with bus.clock=100000 | 'bus.read-cycles' of",
        "bus.dma-read=1s with dma.read-window=1 | 'bus.dma-read-ns' of",
        "bus.bridge-ns=1s | 'bus.bridge-ns' of 1 s",
        "dma.setup-ns=1s | 'dma.setup-ns' of 1 s",
        "bus.turn-bytes=1 with bus.overhead-cycles=1e6 with bus.burst-bytes=1518 | 'bus.overhead-cycles' of",
        "dma.local-bytes-per-second=1 | 'dma.local-bytes-per-second' of",
        "memory.card-bytes-per-second=1 | 'memory.card-bytes-per-second' of",
        "memory.host-bytes-per-second=1 | 'memory.host-bytes-per-second' of",
        "wire.bits-per-second=1 | 'wire.bits-per-second' of",
    })
    void timesThatNoRunHoldsAreRefusedInOneLine(String changes, String problem) {
        String reference = "lanai-33 with " + changes;
        String message = assertThrows(SystemFileException.class, () -> ProfileFile.load(reference)).getMessage();
        assertTrue(message.contains(problem) && message.contains("the range ends at") && message.contains("choose"), message);
        assertEquals(1, message.lines().count());
    }

    @Test
    void allBundledMachinesAreWithinTheRange() {
        List<String> bundled = ProfileFile.BUNDLED;
        assertEquals(bundled.size(), bundled.stream().map(ProfileFile::load).count());
    }

    @ParameterizedTest
    @ValueSource(strings = {"lanai-33", "lanai-33 with iop.units.poll=500000", "lanai-33 with host.cycles.interrupt=19999999",
        "lanai-33 with iop.clock=1000000", "iop-250 with iop.units.timer=1e7", "dpu-pcie5"})
    void theSlowestClockIsOneThatTheMachineCanHaveAndHalfOfItIsNone(String reference) {
        Profile profile = ProfileFile.load(reference);
        for (String processor : List.of("host", "iop")) {
            String clock = processor + ".clock-hz";
            long slowest = profile.slowestClock(processor);
            assertTrue(slowest <= profile.number(ProfileKey.named(clock).orElseThrow()), reference);
            ProfileFile.reference(reference, List.of(clock + "=" + slowest));
            assertThrows(SystemFileException.class, () -> ProfileFile.reference(reference, List.of(clock + "=" + slowest / 2)));
        }
    }
}
