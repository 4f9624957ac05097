package dev.spine.perf.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.reproduce.FittedPoint.Direction;
import dev.spine.perf.video.VideoExperiment;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.profile.ProfileKey;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fit of one number. */
class FitTest {
    private static final ProfileKey FUEL = ProfileKey.named("iop.cycles.unit").orElseThrow();

    /** A machine whose packet takes 400 cycles and 900 units of fuel. */
    private static double packetsPerSecond(String profile) {
        return 33e6 / (400 + 900 * ProfileFile.load(profile).number(FUEL));
    }

    /** A machine that reads its clock in 20 cycles and 100 units of fuel. */
    private static double clockRead(String profile) {
        return 1e6 / 25e6 * (20 + 100 * ProfileFile.load(profile).number(FUEL));
    }

    private static FittedPoint router(double published) {
        return new FittedPoint("router", "lanai-33", published, Direction.FALLS, FitTest::packetsPerSecond);
    }

    private static FittedPoint clock(double published) {
        return new FittedPoint("clock", "lanai-25-sbus", published, Direction.RISES, FitTest::clockRead);
    }

    @ParameterizedTest
    @ValueSource(doubles = {100, 2_000, 11_800, 50_000, 75_000})
    void theNumberIsFoundWithWhichTheModelGivesTheFigure(double wanted) {
        Fit fit = Fit.of(FUEL, List.of(router(wanted)));

        assertEquals(wanted, reached(fit, "router"), wanted / 1000);
        assertEquals(wanted, packetsPerSecond(fit.on("lanai-33")), wanted / 1000);
        assertEquals(packetsPerSecond("lanai-33"), fit.assumed().get("router"));
        assertTrue(fit.runs() < 40, () -> fit + "");
    }

    @Test
    void aFigureThatNoNumberGivesEndsTheSearch() {
        assertTrue(reached(Fit.of(FUEL, List.of(router(1e9))), "router") < 1e6);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 2, 7, 12})
    void aTimeIsReachedAsARateIs(double wanted) {
        assertEquals(wanted, reached(Fit.of(FUEL, List.of(clock(wanted))), "clock"), wanted / 500);
    }

    @Test
    void ofTwoFiguresThatAgreeBothAreReached() {
        Fit fit = Fit.of(FUEL, List.of(router(33e6 / (400 + 900 * 3)), clock(1e6 / 25e6 * (20 + 100 * 3))));

        assertEquals(3, fit.number(), 0.01);
    }

    @Test
    void ofTwoFiguresThatDoNotAgreeOneIsAsFarAboveAsTheOtherIsBelow() {
        // One wants 3 cycles, the other 6.
        double rate = 33e6 / (400 + 900 * 3);
        double time = 1e6 / 25e6 * (20 + 100 * 6);
        Fit fit = Fit.of(FUEL, List.of(router(rate), clock(time)));

        assertTrue(fit.number() > 3 && fit.number() < 6, () -> fit + "");
        assertEquals(rate / reached(fit, "router"), time / reached(fit, "clock"), 0.01);
    }

    @Test
    void whatIsLeftOutIsToldByTheOthers() {
        List<FittedPoint> points = List.of(router(33e6 / (400 + 900 * 3)), clock(1e6 / 25e6 * (20 + 100 * 6)));

        List<Fit.LeftOut> leftOut = Fit.of(FUEL, points).leftOut(points);

        assertEquals(List.of("router", "clock"), leftOut.stream().map(Fit.LeftOut::id).toList());
        assertEquals(6, leftOut.getFirst().number(), 0.02);
        assertEquals((400 + 900 * 3) / (400 + 900 * 6.0) - 1, leftOut.getFirst().error(), 0.005);
        assertEquals(3, leftOut.getLast().number(), 0.02);
        assertEquals(320 / 620.0 - 1, leftOut.getLast().error(), 0.005);
    }

    @Test
    void nothingTellsAFigureThatIsAlone() {
        List<FittedPoint> points = List.of(router(11_800));

        assertEquals(List.of(), Fit.of(FUEL, points).leftOut(points));
    }

    @Test
    void anotherProcessorKeepsItsRatioToTheFittedOne() {
        Fit fit = Fit.of(FUEL, List.of(router(5_000)));
        double before = ProfileFile.load("iop-250").number(FUEL) / ProfileFile.load("lanai-33").number(FUEL);

        assertEquals(before, ProfileFile.load(fit.on("iop-250")).number(FUEL) / fit.number(), 1e-5);
    }

    private static double reached(Fit fit, String id) {
        return Objects.requireNonNull(fit.reached().get(id));
    }

    @Test
    void aMachineThatHoldsNoRateHasNoMostInTime() {
        assertEquals(0, VideoExperiment.mostInTime("lanai-33", "spine", 1e11, 1).bitsPerSecond());
    }

    @Tag("SS-11")
    @Test
    @Tag("SS-11")
    void aReadOfARegisterStallsForCyclesOfTheBusWhateverTheProcessorsClock() {
        double slow = RegisterReads.cycles("lanai-33", 1);
        double fast = RegisterReads.cycles("host-400", 1);

        // 16 cycles of a bus of 33 MHz, and five units of code for each.
        double code = 5 * ProfileFile.load("lanai-33").number(ProfileKey.named("host.cycles.unit").orElseThrow());
        assertEquals(16 * 200 / 33.333333 + code, slow, 0.01);
        assertEquals(16 * 400 / 33.333333 + code, fast, 0.01);
        assertEquals(slow - code, 2 * (RegisterReads.cycles("lanai-33 with bus.clock-hz=66666666", 1) - code), 0.01);
    }
}
