package dev.spine.perf.reproduce;

import dev.spine.perf.forward.ForwardExperiment;
import dev.spine.perf.latency.RoundTrips;
import dev.spine.perf.panic.HandlerCosts;
import dev.spine.perf.panic.ProgramRoundTrips;
import dev.spine.perf.report.LinePlot;
import dev.spine.perf.report.Plots;
import dev.spine.perf.video.VideoExperiment;
import dev.spine.system.output.Progress;
import dev.spine.system.output.TextTable;
import dev.spine.system.profile.ProfileFile;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** Plots of what lies between the figures: streams, sizes of messages, the bus, the stall of a register read. One thread. */
final class FigurePlots {
    private static final List<String> PATHS = List.of("host", "i2o", "spine");
    private static final long PACKETS = 1_000;
    private static final double STREAM = 40e6;
    private static final double MEGA = 1e6;
    private static final int MAX_STREAMS = 6;
    private static final List<Double> FRAMES = List.of(64.0, 128.0, 256.0, 512.0, 1024.0, 1518.0);
    private static final List<Double> BUS_CLOCKS = List.of(4.0, 8.0, 16.0, 33.0, 66.0);
    private static final List<Double> HOST_CLOCKS = List.of(100.0, 200.0, 300.0, 400.0);

    private final Experiments experiments;
    private final Progress progress;

    FigurePlots(Experiments experiments, Progress progress) {
        this.experiments = experiments;
        this.progress = progress;
    }

    /**
     * A plot.
     *
     * @param drawing the lines
     * @param caption below it
     */
    record Plot(LinePlot drawing, String caption) {
        /** {@return the points of the lines, which begin at the same values} */
        TextTable table() {
            List<String> header = new ArrayList<>(List.of(drawing.x().title()));
            drawing.lines().forEach(line -> header.add(line.label()));
            TextTable table = new TextTable(header.toArray(String[]::new));
            List<Double> values = drawing.lines().getFirst().x();
            for (int i = 0; i < values.size(); i++) {
                List<String> row = new ArrayList<>(List.of(drawing.x().number().apply(values.get(i))));
                for (Plots.Line line : drawing.lines()) {
                    row.add(FigureTable.number(line.y().get(i)));
                }
                table.row(row.toArray(String[]::new));
            }
            return table;
        }
    }

    /** Runs what they need. */
    List<Plot> all() {
        String cards = experiments.cards();
        List<Double> streams = new ArrayList<>();
        for (int i = 1; i <= MAX_STREAMS; i++) {
            streams.add((double) i);
        }
        LinePlot.Axis megabits = LinePlot.Axis.plain("Mb/s", false);
        List<Plot> plots = new ArrayList<>();
        LinePlot.Axis offered = LinePlot.Axis.plain("streams offered", false);
        plots.add(new Plot(new LinePlot("Streams of 40 Mb/s that arrive", offered, megabits, lines("streams", streams,
            (path, count) -> VideoExperiment.openLoop(cards, path, count * STREAM, PACKETS, experiments.seed()).bitsPerSecond() / MEGA),
            List.of()), "Video that reaches the screen, over what is offered: where a line leaves the straight one, something has no more"
            + " to give, and packets are late or lost"));
        LinePlot.Axis sizes = LinePlot.Axis.plain("bytes of a frame", false);
        plots.add(new Plot(new LinePlot("Sizes of messages", sizes, megabits, lines("sizes", FRAMES,
            (path, bytes) -> ForwardExperiment.closedLoop(cards, path, bytes.intValue(), PACKETS, experiments.seed()).packetsPerSecond()
                * bytes * Byte.SIZE / MEGA), List.of()), "Frames forwarded from card to card, in bits of the frames: what each packet costs"
            + " tells at small sizes, what each byte costs at large ones"));
        plots.add(new Plot(new LinePlot("The bus fills", LinePlot.Axis.plain("MHz of the bus", false), megabits,
            lines("bus", BUS_CLOCKS, (path, clock) -> VideoExperiment.closedLoop(with(cards, "bus.clock-hz=", clock), path, PACKETS,
                experiments.seed()).bitsPerSecond() / MEGA), List.of()), "Video over clocks of the bus: a path that crosses twice has half"
            + " of it; a line that is level is limited by something else"));
        plots.add(new Plot(new LinePlot("The stall of a register read", LinePlot.Axis.plain("MHz of the host's processor", false),
            LinePlot.Axis.plain("cycles of the processor", false), List.of(new Plots.Line("a read", HOST_CLOCKS, HOST_CLOCKS.stream()
                .map(clock -> RegisterReads.cycles(with(cards, "host.clock-hz=", clock), experiments.seed())).toList())), List.of()),
            "Cycles that a processor waits for one register of a card: the bus takes its time, whatever the processor's clock"));
        addPanic(plots);
        return plots;
    }

    private void addPanic(List<Plot> plots) {
        LinePlot.Axis bytes = LinePlot.Axis.plain("bytes of the data", false);
        LinePlot.Axis us = LinePlot.Axis.plain("us", false);
        ProgramRoundTrips programs = experiments.panic(PanicSeries::programs);
        plots.add(new Plot(new LinePlot("Round trips of PANIC", bytes, us, List.of(
            new Plots.Line("app2app", programs.sizes(), programs.applications()),
            new Plots.Line("GetDeliver", programs.sizes(), programs.memories()),
            new Plots.Line("api", programs.sizes(), experiments.panic(PanicSeries::idle).us()),
            new Plots.Line("mcp2mcp", programs.sizes(), programs.cards())), List.of()), "There and back between two of PANIC's machines,"
            + " by programs in PDL, each point the mean of 100: from card to card, with the data fetched from the host's memory and"
            + " delivered there at both ends, and with each host's application starting what goes back; api: through the LAN OSM, with an"
            + " idle virtual machine on the cards"));
        HandlerCosts handlers = experiments.panic(PanicSeries::handlers);
        List<List<Double>> stack = HandlerFigures.stack(handlers);
        plots.add(new Plot(new LinePlot("Where a handler's time goes", bytes, us, List.of(
            new Plots.Line("+ dispatch", handlers.sizes(), stack.get(3)), new Plots.Line("+ interpreter", handlers.sizes(), stack.get(2)),
            new Plots.Line("+ DELIVER", handlers.sizes(), stack.get(1)), new Plots.Line("DMA", handlers.sizes(), stack.get(0))),
            List.of()), "The times of a handler of one statement, DELIVER, one on top of the other; docs/fidelity.md says what each"
            + " counts"));
        RoundTrips times = experiments.panic(PanicSeries::extension);
        plots.add(new Plot(new LinePlot("Round trips of an extension", bytes, us,
            List.of(new Plots.Line("app2app", times.sizes(), times.applications()), new Plots.Line("GetDeliver", times.sizes(),
                times.memories()), new Plots.Line("mcp2mcp", times.sizes(), times.cards()), new Plots.Line("one pass by DMA", times.sizes(),
                times.passes())), List.of()), "The same by an extension on each card in place of PANIC's programs, with Spine's reliable"
            + " messages; below, one pass of the data over a card's bus"));
    }

    private List<Plots.Line> lines(String what, List<Double> values, ToDoubleBiFunction<String, Double> number) {
        List<Plots.Line> lines = new ArrayList<>();
        for (String path : PATHS) {
            progress.show("plot of " + what + ", path " + path);
            lines.add(new Plots.Line(path, values, values.stream().map(value -> number.applyAsDouble(path, value)).toList()));
        }
        return lines;
    }

    private static String with(String profile, String key, double megahertz) {
        return ProfileFile.reference(profile, List.of(key + Math.round(megahertz * MEGA)));
    }
}
