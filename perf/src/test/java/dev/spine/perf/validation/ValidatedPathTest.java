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
    private static final List<MachineMeasurement> MACHINE = machine(1);

    private static List<MachineMeasurement> machine(double share) {
        return List.of(new MachineMeasurement(share, 3e9, List.of(new CodePrice("A", 1000, 20, 30)), 1e10, 5e9, 30, 3, 5000,
            OptionalDouble.empty()));
    }

    /** Live a million a second and 900 ns on the processor; the others in nanoseconds. */
    private static ValidatedPath path(double modelledNs, double processorNs, double pollNs, double dmaNs) {
        return path(900, modelledNs, processorNs, pollNs, dmaNs);
    }

    private static ValidatedPath path(double threadNs, double modelledNs, double processorNs, double pollNs, double dmaNs) {
        return new ValidatedPath("video", "spine", "packet", List.of(new LiveRun(1e6, threadNs, 0), new LiveRun(9e5, threadNs - 10, 2),
            new LiveRun(1.1e6, threadNs + 10, 1)), 1e9 / modelledNs, processorNs, pollNs, dmaNs);
    }

    @Test
    void errorsSayHowMuchTooFastTheModelIs() {
        ValidatedPath path = path(500, 700, 100, 50);
        assertEquals(1e6, path.liveMedian());
        assertEquals(0.2, path.spread(), 1e-9);
        assertEquals(3, path.lost());
        assertEquals(1, path.error(), 1e-9);
        assertEquals(900.0 / 750 - 1, path.workError(), 1e-9);
        assertEquals(path.liveNs(), path.modelledNs() + (path.workNs() - path.modelledNs()) + path.restNs() + path.waitingNs(), 1e-9);
        assertEquals(100, path.waitingNs(), 1e-9);
        assertEquals(150, path.restNs(), 1e-9);
    }

    @Test
    void aThreadThatWorksLongerThanThePassDoesNotWait() {
        ValidatedPath path = path(1100, 500, 700, 100, 50);
        assertEquals(0, path.waitingNs());
        assertEquals(250, path.restNs(), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({"799, true", "801, false", "1330, false", "1334, true"})
    void aQuarterIsFar(double modelledNs, boolean isFar) {
        assertEquals(isFar, path(modelledNs, modelledNs, 0, 0).isFarOff());
    }

    @ParameterizedTest
    @CsvSource({
        "900, 500, 900, 100, 50, one thread",
        "900, 1300, 1300, 600, 0, looking",
        "900, 1300, 1300, 100, 0, cheaper code",
        "900, 300, 300, 100, 0, dearer code",
        "300, 300, 300, 100, 0, waiting",
    })
    void theLargestTermIsNamed(double threadNs, double modelledNs, double processorNs, double pollNs, double dmaNs, String expected) {
        assertEquals(expected, path(threadNs, modelledNs, processorNs, pollNs, dmaNs).mostly());
    }

    @Test
    void whatIsFarOffIsExplainedAndWhatIsNearIsNot() {
        String far = ValidationText.text(MACHINE, List.of(path(500, 700, 100, 50)));
        assertTrue(far.contains("+100 %") && far.contains("what the model lacks"), far);
        assertTrue(far.lines().anyMatch(line -> line.matches("video +spine +500 +\\+250 +\\+150 +\\+100 +1000 +100 +one thread")), far);
        assertFalse(ValidationText.text(MACHINE, List.of(path(1000, 1000, 100, 0))).contains("what the model lacks"));
    }

    @Test
    void aMachineThatOthersUseIsSaidToBeDisturbed() {
        List<ValidatedPath> paths = List.of(path(1000, 1000, 100, 0));
        assertTrue(ValidationText.text(machine(0.6), paths).contains("a thread has 60 % of a processor"), "disturbed");
        assertFalse(ValidationText.text(machine(0.95), paths).contains("DISTURBED"));
    }

    @Test
    void hopsOnADescribedMachineTakeWhatItsProcessorsDo() {
        WorkCounter counter = new WorkCounter();
        String profile = ProfileFile.reference("lanai-33", MeasuredProfile.LIVE);
        PathReading reading = HopExperiment.read(profile, 500, 1, counter);
        assertTrue(reading.units() >= 500 && reading.busiestShare() > 0.9, reading::toString);
        ValidatedPath path = ValidatedPath.of(ValidatedWorkload.all(1).getLast(), "i2o", List.of(new LiveRun(1e6, 900, 0)), reading,
            counter, ProfileFile.find(profile));
        assertEquals(Map.of("iop1", true, "iop2", true), Map.of("iop1", counter.counts().containsKey("iop1"), "iop2",
            counter.counts().containsKey("iop2")));
        // Both processors work beside each other.
        assertTrue(path.processorNs() > path.modelledNs() && path.processorNs() <= 2.01 * path.modelledNs(), path::toString);
        assertTrue(path.pollNs() > 0 && path.pollNs() < path.processorNs(), path::toString);
    }
}
