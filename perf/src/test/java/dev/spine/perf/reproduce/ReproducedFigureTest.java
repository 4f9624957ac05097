package dev.spine.perf.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.report.CardMemory;
import dev.spine.perf.reproduce.PublishedFigure.Kind;
import dev.spine.perf.reproduce.PublishedFigure.Relation;
import dev.spine.perf.reproduce.ReproducedFigure.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a figure is worth, and how a modelled number is held against it. */
class ReproducedFigureTest {
    private static final Map<String, PublishedFigure> PUBLISHED = PublishedFigures.read();

    private static PublishedFigure figure(Relation relation, double published, Kind kind, OptionalDouble tolerance) {
        return new PublishedFigure("x", "x", "x", "%", relation, published, kind, tolerance, "said always", "nobody knows", "");
    }

    private static ReproducedFigure held(PublishedFigure figure, double modelled) {
        return new ReproducedFigure(figure, new FigureFinding(modelled, "busy: bus 9 %"), false);
    }

    @ParameterizedTest
    @CsvSource({"EQUAL, 100, 114, MET", "EQUAL, 100, 116, MISSED", "EQUAL, 100, 84, MISSED", "EQUAL, 0, 0, MET", "EQUAL, 0, 0.4, MISSED",
        "ABOVE, 80, 81, MET", "ABOVE, 80, 80, MISSED", "BELOW, 100, 99, MET", "BELOW, 100, 101, MISSED"})
    void aNumberIsHeldAgainstWhatWasPublished(Relation relation, double published, double modelled, Verdict verdict) {
        PublishedFigure figure = figure(relation, published, Kind.INDEPENDENT, OptionalDouble.empty());
        assertEquals(verdict, held(figure, modelled).verdict());
        assertNull(new ReproducedFigure(figure, null, false).verdict());
    }

    @ParameterizedTest
    @CsvSource({"2, MET", "6.9, MET", "7.1, MISSED", "-2.9, MET", "-3.1, MISSED"})
    void aDifferenceOfTwoNearRatesIsHeldToPointsAndNotToAPartOfItself(double modelled, Verdict verdict) {
        PublishedFigure gap = Objects.requireNonNull(PUBLISHED.get("router-gap"));
        assertEquals(verdict, held(gap, modelled).verdict());
        assertEquals("± 5 points", gap.toleranceText());
        assertEquals(5.0, held(gap, modelled).json().get("tolerance"));
    }

    @ParameterizedTest
    @EnumSource(value = Kind.class, names = {"FITTED", "INDEPENDENT", "BOUND", "CONSTRUCTION"})
    void aMissDoesNotChangeTheKind(Kind kind) {
        PublishedFigure figure = figure(Relation.EQUAL, 100, kind, OptionalDouble.empty());
        assertEquals(kind, held(figure, 100).kind());
        assertEquals(kind, held(figure, 1).kind());
        assertEquals("missed", held(figure, 1).json().get("verdict"));
        assertEquals(kind.word(), held(figure, 1).json().get("kind"));
    }

    @Test
    @Tag("SN-12")
    void howFullACardWasIsToldWithTheFigureAndOfTheFullestUnderAll() {
        PublishedFigure figure = figure(Relation.EQUAL, 100, Kind.INDEPENDENT, OptionalDouble.empty());
        List<ReproducedFigure> results = Stream.of(new CardMemory("nic", 900, 1_000), new CardMemory("in", 1_200, 1_000), null)
            .map(memory -> new ReproducedFigure(figure, new FigureFinding(100, "", memory), false)).toList();
        assertEquals(Map.of("card", "in", "heldBytes", 1_200L, "hasBytes", 1_000L), results.get(1).json().get("cardMemory"));
        assertFalse(results.get(2).json().containsKey("cardMemory"));
        assertTrue(FigureTable.summary(results).endsWith("the fullest card, in, holds 1,200 bytes, MORE than the 1,000 that it has\n"),
            FigureTable.summary(results));
    }

    @Test
    void anotherMachineHasNoVerdict() {
        ReproducedFigure other = new ReproducedFigure(figure(Relation.EQUAL, 100, Kind.FITTED, OptionalDouble.empty()),
            FigureFinding.of(100), true);
        assertEquals(Kind.WHAT_IF, other.kind());
        assertNull(other.verdict());
        assertTrue(other.json().containsKey("verdict"), "null, not absent");
    }

    @Test
    void whatIsMissedOrNotAskedSaysWhyAndAllSayHowAndWhatIsToBeKnown() {
        PublishedFigure figure = figure(Relation.EQUAL, 100, Kind.BOUND, OptionalDouble.empty());
        assertEquals("said always; nobody knows; busy: bus 9 %", held(figure, 1).note());
        assertEquals("said always; busy: bus 9 %", held(figure, 100).note());
        assertEquals("said always; nobody knows", new ReproducedFigure(figure, null, false).note());
    }

    @Test
    void theFittedFigureIsTheOneThatTheFitHasAndWhatIsNotAskedHasNoExperiment() {
        Experiments experiments = new Experiments(1, PUBLISHED, new Machines("lanai-33", List.of()));
        assertEquals(experiments.fitted(), ids(Kind.FITTED));
        ids(Kind.NOT_ASKED).forEach(id -> assertTrue(experiments.finding(id).isEmpty(), id));
        assertTrue(ids(Kind.INDEPENDENT).size() >= 6, () -> ids(Kind.INDEPENDENT) + "");
    }

    @Test
    void whatCannotFailIsNotCountedAsEvidence() {
        for (String id : List.of("router-card-host", "video-stream", "video-stream-host", "crossings-card", "crossings-host",
            "bus-saturation", "cluster", "dma-linear", "api", "vm-spread")) {
            assertEquals(Kind.CONSTRUCTION, Objects.requireNonNull(PUBLISHED.get(id)).kind(), id);
        }
    }

    @Test
    void theTableFitsATerminal() {
        List<ReproducedFigure> results = PUBLISHED.values().stream().map(figure -> held(figure, figure.number())).toList();
        String text = FigureTable.of(results) + FigureTable.notes(results);
        text.lines().forEach(line -> assertTrue(line.length() <= 100, line));
        assertTrue(Arrays.stream(text.split("\n")).anyMatch(line -> line.startsWith("router-gap: ")), text);
    }

    private static List<String> ids(Kind kind) {
        return PUBLISHED.values().stream().filter(figure -> figure.kind() == kind).map(PublishedFigure::id).toList();
    }
}
