package dev.spine.perf.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.profile.ProfileFile;
import dev.spine.perf.profile.ProfileKey;
import dev.spine.perf.reproduce.PublishedFigure.Relation;
import dev.spine.perf.reproduce.ReproducedFigure.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fit of one number, and how figures are held against what was published. */
class FitTest {
    private static final ProfileKey FUEL = ProfileKey.named("iop.cycles.fuel").orElseThrow();

    /** A machine whose packet takes 400 cycles and 900 units of fuel. */
    private static double packetsPerSecond(String profile) {
        return 33e6 / (400 + 900 * ProfileFile.load(profile).number(FUEL));
    }

    @ParameterizedTest
    @ValueSource(doubles = {100, 2_000, 11_800, 50_000, 75_000})
    void theNumberIsFoundWithWhichTheModelGivesTheFigure(double wanted) {
        Fit fit = Fit.of("lanai-33", FUEL, wanted, FitTest::packetsPerSecond);

        assertEquals(wanted, fit.reached(), wanted / 1000);
        assertEquals(wanted, packetsPerSecond(fit.on("lanai-33")), wanted / 1000);
        assertEquals(packetsPerSecond("lanai-33"), fit.assumed());
        assertTrue(fit.runs() < 40, () -> fit + "");
    }

    @Test
    void aFigureThatNoNumberGivesEndsTheSearch() {
        Fit fit = Fit.of("lanai-33", FUEL, 1e9, FitTest::packetsPerSecond);
        assertTrue(fit.reached() < 1e6);
    }

    @ParameterizedTest
    @CsvSource({"EQUAL, 100, 114, PREDICTED", "EQUAL, 100, 116, MISSED", "EQUAL, 100, 84, MISSED", "EQUAL, 0, 0, PREDICTED",
        "EQUAL, 0, 0.4, MISSED", "ABOVE, 80, 81, INEQUALITY", "ABOVE, 80, 80, MISSED", "BELOW, 100, 99, INEQUALITY",
        "BELOW, 100, 101, MISSED"})
    void aNumberIsHeldAgainstWhatWasPublished(Relation relation, double published, double modelled, Kind kind) {
        PublishedFigure figure = new PublishedFigure("x", "x", "x", "x", relation, published);
        assertEquals(kind, ReproducedFigure.of(figure, OptionalDouble.of(modelled)).kind());
        assertEquals(Kind.ABSENT, ReproducedFigure.of(figure, OptionalDouble.empty()).kind());
    }

    @Test
    void thatWhichWasFittedIsNoPrediction() {
        PublishedFigure figure = new PublishedFigure(Experiments.FITTED, "x", "x", "x", Relation.EQUAL, 100);
        assertEquals(Kind.FITTED, ReproducedFigure.of(figure, OptionalDouble.of(100)).kind());
    }

    @Test
    void aFitThatDidNotGetThereHasMissed() {
        PublishedFigure figure = new PublishedFigure(Experiments.FITTED, "x", "x", "x", Relation.EQUAL, 100);
        assertEquals(Kind.FITTED, ReproducedFigure.of(figure, OptionalDouble.of(100.09)).kind());
        assertEquals(Kind.MISSED, ReproducedFigure.of(figure, OptionalDouble.of(99.8)).kind());
    }

    @Test
    void eachPublishedFigureHasANameOfItsOwn() {
        List<PublishedFigure> figures = PublishedFigures.read();
        Set<String> names = new HashSet<>();
        figures.forEach(figure -> assertTrue(names.add(figure.id()), figure.id()));
        assertTrue(names.contains(Experiments.FITTED));
    }
}
