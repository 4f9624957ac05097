package dev.spine.perf.compare;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.perf.capture.BundledCapture;
import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.ComparisonTables;
import dev.spine.perf.report.OutputFile;
import dev.spine.perf.report.Progress;
import dev.spine.perf.report.RecordCsv;
import dev.spine.perf.report.RecordJson;
import dev.spine.perf.report.RunManifest;
import dev.spine.perf.system.kind.CaptureKind;
import dev.spine.perf.video.VideoComparison;
import dev.spine.perf.video.VideoPlan;
import dev.spine.perf.video.VideoStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code spine compare}: the main job. */
@Command(
    name = "compare",
    description = "Runs the same workload over the paths host, i2o and spine, live and modelled: a table per engine, a report with"
        + " plots and"
        + " a picture of the screen. Exit code 1 when a screen differs from the independent reference or packets were lost.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
        "  spine compare                              everything, on a bundled capture",
        "  spine compare --engine modelled --json -   exact figures of the described machine",
        "  spine compare video --input ball --paths i2o,spine",
        "  spine compare --html report.html --png screen.png --csv figures.csv"
    })
public final class CompareCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "WORKLOAD", defaultValue = "all", description = "video, or all there are. Default: all.")
    private String workload = "all";

    @Option(names = "--paths", split = ",", paramLabel = "PATH", description = "Which paths: host, i2o, spine. Default: all.")
    private @Nullable List<String> paths;

    @Option(names = "--engine", split = ",", paramLabel = "ENGINE", description = "Which engines: live, modelled. Default: both.")
    private @Nullable List<String> engines;

    @Option(names = "--profile", paramLabel = "NAME", defaultValue = "lanai-33", description = "Machine profile. Default: lanai-33.")
    private String profile = "lanai-33";

    @Option(names = "--input", paramLabel = "CAPTURE", defaultValue = "bars",
        description = "A bundled capture (bars, wheel, ball). Default: bars.")
    private String input = "bars";

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed of all randomness. Default: 1.")
    private long seed = 1;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "5",
        description = "Live passes per path; the median by rate is shown. Default: 5.")
    private int repeat = 5;

    @Option(names = "--packets", paramLabel = "N", defaultValue = "1000000",
        description = "Packets of one live pass. Default: 1000000.")
    private long packets = 500_000;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the records as JSON; - for standard output, without tables.")
    private @Nullable String json;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the records as comma-separated values; - for standard output.")
    private @Nullable String csv;

    @Option(names = "--html", paramLabel = "FILE", defaultValue = "spine-report/compare.html",
        description = "The report. Default: spine-report/compare.html.")
    private String html = "spine-report/compare.html";

    @Option(names = "--png", paramLabel = "FILE", defaultValue = "spine-report/screen.png",
        description = "The picture of the screen. Default: spine-report/screen.png.")
    private String png = "spine-report/screen.png";

    /** Made by picocli, which fills the fields. */
    public CompareCommand() {}

    private ParameterException misuse(String problem) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), problem);
    }

    @Override
    public Integer call() throws IOException {
        if (!"video".equals(workload) && !"all".equals(workload)) {
            throw misuse("there is no workload '" + workload + "': video, or all there are");
        }
        if (repeat < 1 || repeat > 1000 || packets < 2000) {
            throw misuse("--repeat must be 1 to 1000 and --packets at least 2000");
        }
        VideoPlan plan = new VideoPlan(stream(), input, checked("--paths", paths, VideoPlan.PATHS),
            checked("--engine", engines, VideoPlan.ENGINES), profile, seed, repeat, packets, modelledPackets());
        VideoComparison comparison = new VideoComparison(plan, Progress.onTerminal());
        comparison.run();
        return report(comparison);
    }

    /** A pass of the modelled engine has no noise: a few laps of the capture are enough. */
    private long modelledPackets() {
        return Math.min(packets, 20_000);
    }

    private List<String> checked(String option, @Nullable List<String> given, List<String> known) {
        if (given == null) {
            return known;
        }
        for (String name : given) {
            if (!known.contains(name)) {
                throw misuse(option + ": '" + name + "' is not one of " + String.join(", ", known));
            }
        }
        return known.stream().filter(given::contains).toList();
    }

    private VideoStream stream() {
        for (BundledCapture bundled : BundledCapture.values()) {
            if (bundled.name().toLowerCase(Locale.ROOT).equals(input)) {
                try {
                    PixelFormat format = PixelFormat.valueOf(bundled.stream().name());
                    return new VideoStream(CaptureKind.open(input), bundled.udpPort(), format, bundled.width(), bundled.height(), format,
                        bundled.width() * 2, bundled.height() * 2, bundled.width() / 2, bundled.height() / 2);
                } catch (CaptureException e) {
                    throw misuse(e.getMessage());
                }
            }
        }
        throw misuse("--input: '" + input + "' is not one of bars, wheel, ball");
    }

    private int report(VideoComparison comparison) throws IOException {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        List<ComparisonRecord> records = comparison.records();
        RunManifest manifest = Manifests.of("spine compare " + workload + " --input " + input + " --seed " + seed + " --repeat " + repeat
            + " --packets " + packets, "layouts and modes are in the records");
        boolean quiet = "-".equals(json) || "-".equals(csv);
        if (json != null) {
            new OutputFile(json).write(RecordJson.write(records), out);
        }
        if (csv != null) {
            new OutputFile(csv).write(RecordCsv.write(records), out);
        }
        write(Path.of(html), ComparisonReport.html(comparison, manifest).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        byte[] picture = comparison.picture();
        if (picture != null) {
            write(Path.of(png), picture);
        }
        if (!quiet) {
            tables(records).forEach((heading, rows) -> out.printf("%s%n%s%n", heading, ComparisonTables.table(rows)));
            out.printf("set-up, outside every interval, host messages: %s%n", comparison.setupMessages());
            out.printf("report %s, screen %s%n", html, png);
            out.flush();
        }
        return records.stream().allMatch(record -> record.verified() && record.lost() == 0) ? 0 : 1;
    }

    static Map<String, List<ComparisonRecord>> tables(List<ComparisonRecord> records) {
        Map<String, List<ComparisonRecord>> tables = new LinkedHashMap<>();
        for (ComparisonRecord record : records) {
            tables.computeIfAbsent(ComparisonTables.heading(record), key -> new ArrayList<>()).add(record);
        }
        return tables;
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        Files.write(file, bytes);
    }
}
