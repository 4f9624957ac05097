package dev.spine.command.reproduce;

import dev.spine.command.option.Verb;
import dev.spine.perf.report.RecordJson;
import dev.spine.perf.reproduce.Experiments;
import dev.spine.perf.reproduce.FigureSweep;
import dev.spine.perf.reproduce.FigureTable;
import dev.spine.perf.reproduce.Fit;
import dev.spine.perf.reproduce.Machines;
import dev.spine.perf.reproduce.PublishedFigure;
import dev.spine.perf.reproduce.PublishedFigures;
import dev.spine.perf.reproduce.RacePictures;
import dev.spine.perf.reproduce.ReproducedFigure;
import dev.spine.perf.reproduce.ReproductionPage;
import dev.spine.system.output.OutputFile;
import dev.spine.system.output.Progress;
import dev.spine.system.output.SeparateFiles;
import dev.spine.system.profile.ProfileRange;
import dev.spine.system.scenario.BudgetExceededException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spine reproduce}: the papers' figures beside what the model gives for their machines. */
@Command(
    name = "reproduce",
    description = "Prints figures that were published beside what the modelled engine gives for the same machine. One number of the profile"
        + " is fitted to one of them; of each other figure the table says whether it could have failed.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine reproduce",
        "  spine reproduce --figure video-aggregate",
        "  spine reproduce --json figures.json",
        "  spine reproduce --figure window-race --png .",
        "  spine reproduce --html figures.html         with plots",
        "  spine reproduce --profile acenic            what if the machine were different?",
        "  spine reproduce --sweep iop.clock=33MHz..250MHz/5 --html sweep.html",
        "",
        "Kinds, where a number comes from: fitted; independent (a published figure that could have failed); bound (the same, of a"
            + " published bound); by construction (true of the system's shape, so it cannot fail); not asked (no experiment can yet);"
            + " what-if (another machine than the papers').",
        "Verdicts: met (within the tolerance beside it, or on the bound's side) or missed. A miss does not change the kind."
    })
public final class ReproduceCommand extends Verb implements Callable<Integer> {
    @Option(names = "--figure", paramLabel = "ID", description = "Only this one.")
    private @Nullable String only;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed of all randomness. Default: 1.")
    private long seed = 1;

    @Option(names = "--json", paramLabel = "FILE", description = "Write a JSON list; - for standard output, without the table.")
    private @Nullable String json;

    @Option(names = "--png", paramLabel = "DIRECTORY", description = "Drag the window of the window race by all variants, print what each"
        + " drew outside and missed, and write a picture of each screen, pixels outside red.")
    private @Nullable String pictures;

    @Option(names = "--profile", paramLabel = "NAME", description = "What would another machine give? A profile in place of the papers'"
        + " machines, with its own numbers, nothing fitted.")
    private @Nullable String profile;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Override a value of the machines; may be repeated.")
    private List<String> changes = List.of();

    @Option(names = "--sweep", paramLabel = "KEY=FROM..TO[/POINTS][:linear]", description = "Vary a value of the machines"
        + ": the figures of router and video, or that of --figure, at each of them.")
    private @Nullable String sweep;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page with the table and plots, which needs nothing beside it.")
    private @Nullable String html;

    /** Made by picocli, which fills the fields. */
    public ReproduceCommand() {}

    @Override
    public Integer call() {
        Map<String, PublishedFigure> figures = PublishedFigures.read();
        if (only != null && !figures.containsKey(only)) {
            throw wrong("there is no figure '" + only + "': "
                + String.join(", ", figures.keySet()));
        }
        OutputFile file = json == null ? null : new OutputFile(json);
        if (file != null) {
            file.check();
        }
        OutputFile page = html == null ? null : new OutputFile(html);
        Machines machines = new Machines(profile, changes);
        ProfileRange range = sweep == null ? null : ProfileRange.of(sweep);
        checkAll(page, machines, range);
        RacePictures race = pictures == null ? null : into(pictures);
        if (race != null) {
            race.check();
        }
        Progress progress = Progress.ofRun();
        try {
            return BudgetExceededException.during(machines.text(), () -> run(figures, machines, range, race, file, page, progress));
        } finally {
            progress.clear();
        }
    }

    private RacePictures into(String directory) {
        try {
            return RacePictures.into(directory);
        } catch (IllegalArgumentException e) {
            throw wrong("--png: " + e.getMessage());
        }
    }

    private int run(Map<String, PublishedFigure> figures, Machines machines, @Nullable ProfileRange range, @Nullable RacePictures race,
        @Nullable OutputFile file, @Nullable OutputFile page, Progress progress) {
        progress.show("fitting the cost of an extension's instruction to the router's rate");
        Experiments experiments = new Experiments(seed, figures, machines);
        if (range != null) {
            return sweep(new FigureSweep(experiments, machines, range, only, figures, progress), file, page);
        }
        List<ReproducedFigure> results = new ArrayList<>();
        for (PublishedFigure figure : figures.values()) {
            if (only == null || figure.id().equals(only)) {
                progress.show(figure.id() + ", " + figure.kind().words());
                results.add(new ReproducedFigure(figure, experiments.finding(figure.id()).orElse(null), machines.isWhatIf()));
            }
        }
        String raced = race == null ? "" : race.write(experiments.cards(), seed, progress);
        String drawn = page == null ? "" : new ReproductionPage(results, experiments, machines, progress).html();
        progress.clear();
        PrintWriter out = out();
        if (file != null) {
            file.write(RecordJson.write(List.of(), results.stream().map(ReproducedFigure::json).toList()), out);
        }
        if (file == null || !file.isStandardOutput()) {
            print(out, results, machines);
            if (machines.profile() == null) {
                printFit(out, figures, experiments);
            }
            out.print(raced);
        }
        if (page != null) {
            page.write(drawn.getBytes(StandardCharsets.UTF_8));
        }
        out.flush();
        return 0;
    }

    /** A run takes a minute: what is wrong is found out before it. */
    private void checkAll(@Nullable OutputFile page, Machines machines, @Nullable ProfileRange range) {
        if (page != null && page.isStandardOutput()) {
            throw wrong("--html writes a file: name one, not -");
        }
        SeparateFiles files = new SeparateFiles();
        files.add(html);
        files.add(json);
        if (!files.areSeparate()) {
            throw wrong("--html and --json name the same file");
        }
        if (pictures != null) {
            RacePictures.names(pictures).forEach(files::add);
        }
        if (!files.areSeparate()) {
            throw wrong("two of --html, --json and the pictures in --png name the same file: give each its own");
        }
        if (range != null) {
            range.checkUnchangedBy(changes);
        }
        if (range != null && pictures != null) {
            throw wrong("--sweep and --png: give one of them");
        }
        if (page != null) {
            page.makeDirectories();
            page.check();
        }
        for (String ofPapers : Experiments.PROFILES) {
            machines.inPlaceOf(ofPapers);
            if (range != null) {
                range.values().forEach(value -> machines.with(range.change(value)).inPlaceOf(ofPapers));
            }
        }
    }

    private int sweep(FigureSweep swept, @Nullable OutputFile file, @Nullable OutputFile page) {
        swept.run();
        PrintWriter out = out();
        if (file != null) {
            file.write(RecordJson.write(List.of(), swept.json()), out);
        }
        if (file == null || !file.isStandardOutput()) {
            out.print(swept.text());
        }
        if (page != null) {
            page.write(swept.html().getBytes(StandardCharsets.UTF_8));
        }
        out.flush();
        return 0;
    }

    private static void print(PrintWriter out, List<ReproducedFigure> results, Machines machines) {
        if (machines.isWhatIf()) {
            out.printf("WHAT IF: these are not the papers' machines; nothing below is held against what was published%n%n");
        }
        out.print(FigureTable.of(results));
        out.println();
        out.print(FigureTable.notes(results));
        out.printf("%nconsistency checks passed: time, bytes, transfers, events and frames%n");
        out.print(FigureTable.summary(results));
    }

    private static void printFit(PrintWriter out, Map<String, PublishedFigure> figures, Experiments experiments) {
        Fit fit = experiments.fit();
        out.printf(Locale.ROOT, "%nfitted: %s = %.3f, found in %d runs%n", fit.key().path(), fit.number(), fit.runs());
        List<Fit.LeftOut> leftOut = experiments.leftOut();
        if (leftOut.isEmpty()) {
            out.printf("left out of the fit: %s is alone; without it nothing says what a unit takes%n",
                String.join(", ", fit.reached().keySet()));
        }
        for (Fit.LeftOut point : leftOut) {
            out.printf(Locale.ROOT, "left out of the fit: %s is %s of %s, %+.0f %%, with %s = %.3f%n", point.id(),
                FigureTable.number(point.modelled()), FigureTable.number(Objects.requireNonNull(figures.get(point.id())).number()),
                100 * point.error(), fit.key().path(), point.number());
        }
    }
}
