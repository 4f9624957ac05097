package dev.spine.perf.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.reproduce.PublishedFigure.Kind;
import dev.spine.perf.reproduce.ReproducedFigure.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures of PANIC, which are asked of programs in PDL. */
class PanicFiguresTest {
    /** Of those that an extension is asked, too. */
    private static final List<String> BESIDE = List.of("mcp2mcp", "get-deliver", "app2app", "dma-linear");
    /** Nothing is fitted for a machine that is named. */
    private static final Machines PANIC = new Machines(PanicFigures.MACHINE, List.of());
    private static final Map<String, PublishedFigure> PUBLISHED = PublishedFigures.read();
    private static final Experiments EXPERIMENTS = new Experiments(1, PUBLISHED, PANIC);

    /** What comes with other programs: a class, a line where it is made, and a line less in the file. */
    private record Later(String id) implements FigureExperiment {
        @Override
        public String machine() {
            return PanicFigures.MACHINE;
        }

        @Override
        public FigureFinding run(String profile, long seed) {
            return new FigureFinding(40, "asked of " + profile + " with seed " + seed);
        }
    }

    @Test
    void anExperimentThatComesLaterIsPluggedInAsOneClass() {
        Experiments experiments = new Experiments(3, PUBLISHED, PANIC);
        PublishedFigure figure = Objects.requireNonNull(PUBLISHED.get("am2-rate"));
        assertTrue(experiments.finding(figure.id()).isEmpty());
        ReproducedFigure later = new ReproducedFigure(figure, null, false);
        assertTrue(later.note().startsWith("needs "), later::note);
        assertEquals("not-asked", later.json().get("kind"));
        assertNull(later.json().get("verdict"));
        assertFalse(later.json().containsKey("modelled"));

        experiments.plugIn(new Later(figure.id()));

        FigureFinding finding = experiments.finding(figure.id()).orElseThrow();
        assertEquals("asked of lanai-25-sbus with seed 3", finding.note());
    }

    /** A verdict that changes is looked at, whichever way: nothing is fitted to these, and nothing is changed to meet them. */
    @ParameterizedTest
    @CsvSource({"clock-read, MET", "mcp2mcp, MET", "get-deliver, MISSED", "app2app, MET", "api, MET", "vm-spread, MET", "dma-linear, MET",
        "vm-512, MET", "vm-1024, MISSED", "vm-startup, MET", "thread-wake, MISSED"})
    void eachFigureIsAskedAndHasItsVerdict(String id, Verdict verdict) {
        PublishedFigure figure = Objects.requireNonNull(PUBLISHED.get(id));
        FigureFinding finding = EXPERIMENTS.finding(id).orElseThrow();

        assertEquals("", figure.needs());
        assertEquals(verdict, new ReproducedFigure(figure, finding, false).verdict(), () -> id + ": " + finding);
        if (BESIDE.contains(id)) {
            assertTrue(finding.note().contains("16: ") && finding.note().contains("4096: ") && finding.note().contains("an extension"),
                finding::note);
        }
        if (verdict == Verdict.MISSED) {
            assertFalse(figure.reason().isEmpty(), "what is missed says why");
        }
    }

    @Test
    void getDeliverIsHeldToHalfAPass() {
        PublishedFigure figure = Objects.requireNonNull(PUBLISHED.get("get-deliver"));
        assertTrue(figure.agrees(3.5) && figure.agrees(4.5));
        assertFalse(figure.agrees(3.49) || figure.agrees(4.51));
        assertEquals("± 0.5 passes", figure.toleranceText());
    }

    @Test
    void onlyALineIsLinearAndNotACurve() {
        PublishedFigure linear = Objects.requireNonNull(PUBLISHED.get("dma-linear"));
        List<Double> sizes = List.of(16.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0);
        for (double power : new double[] {0.5, 1.5, 2}) {
            List<Double> curve = sizes.stream().map(size -> Math.pow(size, power)).toList();
            assertFalse(linear.agrees(PanicFigures.squaredCorrelation(sizes, curve)), () -> "power " + power);
        }
        assertTrue(linear.agrees(PanicFigures.squaredCorrelation(sizes, sizes.stream().map(size -> 100 + size / 80).toList())));
        assertEquals(Kind.CONSTRUCTION, linear.kind(), "the model takes a fixed time and one for each burst");
    }

    @Test
    void squaredCorrelationIsOneOnALineAndLessBesideIt() {
        assertEquals(1, PanicFigures.squaredCorrelation(List.of(1.0, 2.0, 4.0), List.of(5.0, 7.0, 11.0)), 1e-12);
        assertTrue(PanicFigures.squaredCorrelation(List.of(1.0, 2.0, 3.0), List.of(1.0, 5.0, 2.0)) < 0.5);
    }
}
