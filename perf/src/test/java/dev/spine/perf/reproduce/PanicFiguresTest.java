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

/** The figures of PANIC: those that an extension can be asked, and the places of those that need its programs. */
class PanicFiguresTest {
    private static final List<String> NEED_PROGRAMS = List.of("clock-read", "api", "vm-spread", "vm-512", "vm-1024");
    /** Nothing is fitted for a machine that is named. */
    private static final Machines PANIC = new Machines(PanicFigures.MACHINE, List.of());

    /** What comes with PANIC's programs: a class, a line where it is made, and a line less in the file. */
    private record Later(String id) implements FigureExperiment {
        @Override
        public String machine() {
            return PanicFigures.MACHINE;
        }

        @Override
        public FigureFinding run(String profile, long seed) {
            return new FigureFinding(1.5, "asked of " + profile + " with seed " + seed);
        }
    }

    @Test
    void whatNoExperimentCanAskSaysWhatItNeeds() {
        Map<String, PublishedFigure> published = PublishedFigures.read();
        Experiments experiments = new Experiments(1, published, PANIC);

        assertEquals(NEED_PROGRAMS, published.values().stream().filter(figure -> figure.needs().equals("PANIC's programs"))
            .map(PublishedFigure::id).toList());
        NEED_PROGRAMS.forEach(id -> assertTrue(experiments.finding(id).isEmpty(), id));
        ReproducedFigure later = new ReproducedFigure(Objects.requireNonNull(published.get("vm-512")), null, false);
        assertTrue(later.note().startsWith("needs PANIC's programs"), later::note);
        assertEquals("not-asked", later.json().get("kind"));
        assertNull(later.json().get("verdict"));
        assertEquals("PANIC's programs", later.json().get("needs"));
        assertFalse(later.json().containsKey("modelled"));
    }

    @Test
    void anExperimentThatComesLaterIsPluggedInAsOneClass() {
        Map<String, PublishedFigure> published = PublishedFigures.read();
        Experiments experiments = new Experiments(3, published, PANIC);
        PublishedFigure figure = Objects.requireNonNull(published.get("vm-512"));
        assertTrue(experiments.finding(figure.id()).isEmpty());

        experiments.plugIn(new Later(figure.id()));

        FigureFinding finding = experiments.finding(figure.id()).orElseThrow();
        assertEquals("asked of lanai-25-sbus with seed 3", finding.note());
        assertEquals(Verdict.MET, new ReproducedFigure(figure, finding, false).verdict());
    }

    @Test
    void theRelationsOfMessagesAreKeptAndEachSaysItsTimesBySize() {
        Map<String, PublishedFigure> published = PublishedFigures.read();
        Experiments experiments = new Experiments(1, published, PANIC);

        for (String id : List.of("mcp2mcp", "get-deliver", "app2app", "dma-linear")) {
            PublishedFigure figure = Objects.requireNonNull(published.get(id));
            FigureFinding finding = experiments.finding(id).orElseThrow();
            // Four passes, of which one that is measured alone takes more than one within a round trip.
            assertTrue(id.equals("get-deliver") ? finding.number() > 3 && finding.number() < 4 : figure.agrees(finding.number()),
                () -> id + ": " + finding);
            assertTrue(finding.note().contains("16: ") && finding.note().contains("4096: "), finding::note);
        }
    }

    @Test
    void onASlowerBusTheDifferenceIsNearerToFourPasses() {
        Map<String, PublishedFigure> published = PublishedFigures.read();
        Experiments slow = new Experiments(1, published, new Machines(PanicFigures.MACHINE, List.of("bus.clock=5MHz")));

        double passes = slow.finding("get-deliver").orElseThrow().number();
        // The slower the bus, the less the extension's own work beside it counts.
        assertTrue(passes < 4 && passes > new Experiments(1, published, PANIC).finding("get-deliver").orElseThrow().number());
    }

    @Test
    void onlyALineIsLinearAndNotACurve() {
        PublishedFigure linear = Objects.requireNonNull(PublishedFigures.read().get("dma-linear"));
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
