package dev.spine.perf.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.calibration.CodePrice;
import dev.spine.perf.calibration.MachineMeasurement;
import dev.spine.perf.calibration.MeasuredProfile;
import dev.spine.perf.hop.HopExperiment;
import dev.spine.perf.plan.WorkCounter;
import dev.spine.perf.report.PathReading;
import dev.spine.system.profile.ProfileFile;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidatedPathTest {
    private static final List<MachineMeasurement> MACHINE = List.of(new MachineMeasurement(3e9,
        List.of(new CodePrice("A", 1000, 20, 30)), 1e10, 30, 3, 5000, OptionalDouble.empty()));

    /** Live a million a second; the others in nanoseconds. */
    private static ValidatedPath path(double modelledNs, double processorNs, double pollNs, double dmaNs) {
        return new ValidatedPath("video", "spine", "packet", List.of(1e6, 9e5, 1.1e6), 0, 1e9 / modelledNs, processorNs, pollNs, dmaNs);
    }

    @Test
    void errorsAreModelledByLiveLessOne() {
        ValidatedPath path = path(500, 700, 100, 50);
        assertEquals(1e6, path.liveMedian());
        assertEquals(0.2, path.spread(), 1e-9);
        assertEquals(1, path.error(), 1e-9);
        assertEquals(1e9 / 750, path.oneThread(), 1e-6);
        assertEquals(1000.0 / 750 - 1, path.oneThreadError(), 1e-9);
        assertEquals(250, path.restNs(), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({"799, true", "801, false", "1330, false", "1334, true"})
    void aQuarterIsFar(double modelledNs, boolean isFar) {
        assertEquals(isFar, path(modelledNs, modelledNs, 0, 0).isFarOff());
    }

    @ParameterizedTest
    @CsvSource({
        "500, 950, 100, 50, one thread for all",
        "1400, 1400, 600, 0, looking for work",
        "1400, 1400, 100, 0, cheaper units",
        "300, 300, 100, 0, 'dearer units, uncounted code'",
    })
    void theLargestTermIsNamed(double modelledNs, double processorNs, double pollNs, double dmaNs, String expected) {
        assertEquals(expected, path(modelledNs, processorNs, pollNs, dmaNs).mostly());
    }

    @Test
    void whatIsFarOffIsExplainedAndWhatIsNearIsNot() {
        String far = ValidationText.text(MACHINE, List.of(path(500, 700, 100, 50)));
        assertTrue(far.contains("+100 %") && far.contains("what the model lacks"), far);
        assertTrue(far.lines().anyMatch(line -> line.matches("video +spine +500 +\\+250 +-100 +\\+250 +1000 +one thread for all")), far);
        assertFalse(ValidationText.text(MACHINE, List.of(path(1000, 1000, 100, 0))).contains("what the model lacks"));
    }

    @Test
    void hopsOnADescribedMachineTakeWhatItsProcessorsDo() {
        WorkCounter counter = new WorkCounter();
        String profile = ProfileFile.reference("lanai-33", MeasuredProfile.LIVE);
        PathReading reading = HopExperiment.read(profile, 500, 1, counter);
        assertTrue(reading.units() >= 500 && reading.busiestShare() > 0.9, reading::toString);
        ValidatedPath path = ValidatedPath.of(ValidatedWorkload.all(1).getLast(), "i2o", List.of(1e6), 0, reading, counter,
            ProfileFile.find(profile));
        assertEquals(Map.of("iop1", true, "iop2", true), Map.of("iop1", counter.counts().containsKey("iop1"), "iop2",
            counter.counts().containsKey("iop2")));
        // Both processors work beside each other.
        assertTrue(path.processorNs() > path.modelledNs() && path.processorNs() <= 2.01 * path.modelledNs(), path::toString);
        assertTrue(path.pollNs() > 0 && path.pollNs() < path.processorNs(), path::toString);
    }
}
