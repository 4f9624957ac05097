package dev.spine.perf.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.output.Progress;
import dev.spine.system.profile.Profile;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.profile.ProfileKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeasuredProfileTest {
    @TempDir
    private Path scratch;

    private static MachineMeasurement measured(double factor) {
        return new MachineMeasurement(1, 2e9 * factor, List.of(new CodePrice("A", 1000, 20 * factor, 30 * factor),
            new CodePrice("B", 100, 4 * factor, 4 * factor)), 1e10 * factor, 5e9 * factor, 30 * factor, 3 * factor, 5000 * factor,
            OptionalDouble.of(100 * factor));
    }

    private Profile profile(MachineMeasurement... runs) throws IOException {
        Path file = Files.writeString(scratch.resolve("this.toml"), MeasuredProfile.toml(List.of(runs)));
        return ProfileFile.load(file.toString());
    }

    private static double number(Profile profile, String path) {
        return profile.number(ProfileKey.named(path).orElseThrow());
    }

    @Test
    void aProfileHasWhatWasMeasured() throws IOException {
        Profile profile = profile(measured(1));
        assertEquals(2e9, number(profile, "iop.clock-hz"));
        // 0.02 and 0.04 ns are 0.04 and 0.08 cycles.
        assertEquals(0.06, number(profile, "iop.cycles.unit"), 1e-4);
        assertEquals(0.06, number(profile, "host.cycles.unit"), 1e-4);
        assertEquals(1e10, number(profile, "memory.card-bytes-per-second"));
        assertEquals(30, number(profile, "dma.setup-ns"));
        assertEquals(3, number(profile, "bus.read-cycles"));
        assertEquals(200, number(profile, "host.cycles.system-call"), 1e-4);
        assertEquals(10_000, number(profile, "host.cycles.context-switch"), 1e-4);
        assertEquals(1, number(profile, "code.bookkeeping"));
        assertEquals(0, number(ProfileFile.load(ProfileFile.reference(scratch.resolve("this.toml").toString(), MeasuredProfile.LIVE)),
            "host.cycles.context-switch"));
    }

    @Test
    void ofSeveralMeasurementsEachNumberIsTheMedian() throws IOException {
        Profile profile = profile(measured(5), measured(0.5), measured(1));
        assertEquals(2e9, number(profile, "iop.clock-hz"));
        assertEquals(30, number(profile, "dma.setup-ns"));
        assertEquals(200, number(profile, "host.cycles.system-call"), 1e-4);
        Profile ofTwo = profile(measured(0.5), measured(1));
        assertEquals(30, number(ofTwo, "dma.setup-ns"));
        assertEquals(200, number(ofTwo, "host.cycles.system-call"), 1e-4);
    }

    @Test
    void pricesAreTimeByUnits() {
        MachineMeasurement one = measured(1);
        assertEquals(0.03, one.unitNs(), 1e-12);
        assertEquals(0.06, one.unitCycles(), 1e-12);
        assertEquals(1.25, one.metering(), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(classes = {HeaderWork.class, TableWork.class, QueueWork.class})
    void unitsOfAPieceOfCodeAreCountedOnceAndForAll(Class<? extends LongUnaryOperator> work) {
        long units = MeteredSubject.units(work, 64);
        assertEquals(units, MeteredSubject.units(work, 64));
        assertTrue(units > 64 * 500, "a call has to outweigh the loop around it: " + units);
        // What is timed is what was counted: the same results, with charges in the code and without.
        long plain = MeteredSubject.plain(work).applyAsLong(1);
        long metered = MeteredSubject.metered(work).applyAsLong(1);
        assertTrue(metered - plain >= MeteredSubject.units(work, 1), "the loop adds what was charged: no less than what ran");
    }

    @Test
    void thisMachineIsMeasured() {
        MachineMeasurement found = MachineMeasurement.measure(2, Progress.silent());
        assertTrue(found.unitNs() > 0 && found.clockHz() > 0 && found.copiedBytesPerSecond() > 0 && found.transferNs() > 0
            && found.listNs() > 0 && found.wakeNs() > 0, found::toString);
    }
}
