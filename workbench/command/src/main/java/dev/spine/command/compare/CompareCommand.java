package dev.spine.command.compare;

import dev.spine.command.option.Verb;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.perf.compare.ComparisonReport;
import dev.spine.perf.compare.ComparisonWords;
import dev.spine.perf.compare.Detail;
import dev.spine.perf.compare.Explanation;
import dev.spine.perf.compare.Manifests;
import dev.spine.perf.compare.PrintedTables;
import dev.spine.perf.compare.ReportFiles;
import dev.spine.perf.forward.ForwardComparison;
import dev.spine.perf.forward.ForwardInput;
import dev.spine.perf.forward.ForwardLoad;
import dev.spine.perf.forward.ForwardPlan;
import dev.spine.perf.forward.ForwardSearch;
import dev.spine.perf.forward.LoadPlan;
import dev.spine.perf.move.MoveComparison;
import dev.spine.perf.move.MovePlan;
import dev.spine.perf.move.MoveWorkload;
import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.RecordCsv;
import dev.spine.perf.report.RecordJson;
import dev.spine.perf.report.RunManifest;
import dev.spine.perf.video.VideoComparison;
import dev.spine.perf.video.VideoInput;
import dev.spine.perf.video.VideoPlan;
import dev.spine.perf.video.VideoStream;
import dev.spine.perf.whatif.SweepComparison;
import dev.spine.perf.whatif.SweptWorkload;
import dev.spine.system.output.OutputFile;
import dev.spine.system.output.Progress;
import dev.spine.system.output.SeparateFiles;
import dev.spine.system.output.WrappedText;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.profile.ProfileRange;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine compare}: the main job. */
@Command(
    name = "compare",
    description = "Runs the same workload over the paths host, i2o and spine, live and modelled: the result in words, a table per"
        + " engine and layout as soon as it is known, a report with plots and a picture of the screen. Without a workload: video, in"
        + " less than a minute."
        + " Exit code 1 when a screen differs from the independent reference or packets were lost in the saturation run.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine compare                              the story: a bundled video over the three paths",
        "  spine compare --full                       everything there is, some minutes",
        "  spine compare --explain                    what each column means",
        "  spine compare --input video.pcap           your own video (RFC 4175)",
        "  spine compare --engine modelled --json -   exact figures of the described machine",
        "  spine compare video --input ball --paths i2o,spine",
        "  spine compare store --engine live          blocks between network and disk",
        "  spine compare forward --paths host,spine   packets from one network card to another",
        "  spine compare forward --input file.pcap    those of a capture",
        "  spine compare forward --search --frames 64,imix   the highest rates without loss (RFC 2544)",
        "  spine compare forward --search --loss-rates --back-to-back --engine modelled",
        "                                             all that RFC 2544 asks for",
        "  spine compare video --sweep iop.clock=33MHz..1GHz   from which clock on do cards pay?",
        "  spine compare ardma --profile dpu-pcie5    procedure calls, direct access and active code",
        "  spine compare ardma --structures tree-1 --sweep wire.latency=1us..1ms",
        "  spine compare arf                          files: ARF beside clients as those of NFS and AFS",
        "  spine compare grep --selectivities 0.1,10  searches, by how many per cent of the lines match",
        "  spine compare --html report.html --png screen.png --csv figures.csv",
        "  spine compare video --engine modelled --set bus.clock=66MHz   what if the bus were twice as fast?",
        "  spine compare --full --packets 1000 --repeat 1    does everything work? in a few seconds"
    })
public final class CompareCommand extends Verb implements Callable<Integer> {
    private static final List<String> WORKLOADS = List.of("video", "store", "show", "forward", "ardma", "arf", "grep", "all");
    private static final List<String> FILES = List.of("--json", "--csv", "--html", "--png");
    private static final long MIN_PACKETS = 1_000;
    /** Without a workload: the whole is done in a minute also where the two processors are far apart. */
    private static final long STORY_PACKETS = 400_000;
    /** Some minutes a pass; more are a slip of the keyboard. */
    private static final long MAX_PACKETS = 1_000_000_000;
    private static final int MAX_REPEATS = 1_000;
    /** They stand in the manifest whether they were said or not. */
    private static final List<String> NUMBERS = List.of("--seed", "--repeat", "--packets");
    /** Live passes of stored data are shorter and fewer than those of video, so that all of them fit into the minute. */
    private static final int MOVE_REPEATS = 3;
    private static final int MOVE_PART = 8;
    private static final long MODELLED_CHUNKS = 8192;
    private static final int FORWARD_PART = 4;
    /** A load is watched for a fifth of a second in each turn of a run with the standard number of packets. */
    private static final long BLOCK_NS_PER_PACKET = 200;
    private static final long MIN_BLOCK_NS = 2_000_000;

    @Parameters(arity = "0..1", paramLabel = "WORKLOAD",
        description = "video, store (network to disk and disk to network), show (disk to screen), forward (from one network card to"
            + " another), all of these, or of another node's memory and disk ardma (lookups), arf (files),"
            + " grep (searches). Default: video; with --full all.")
    private @Nullable String named;

    @Option(names = "--full", description = "Everything: all workloads where none is named, every column, and the routes.")
    private boolean full;

    @Option(names = "--explain", description = "Print what passes, columns and headings mean, and end.")
    private boolean explain;

    @Option(names = "--paths", split = ",", paramLabel = "PATH", description = "Which paths: host, i2o, spine; of forward"
        + " host-header and splice too; of ardma rpc, direct, active, once and fallback;"
        + " of arf rpc, direct, active, nfs and afs; of grep read, fixed, table and generated. Default: all.")
    private @Nullable List<String> paths;

    @Option(names = "--engine", split = ",", paramLabel = "ENGINE", description = "Which engines: live, modelled. Default: both.")
    private @Nullable List<String> engines;

    @Option(names = "--profile", paramLabel = "NAME", defaultValue = "lanai-33", description = "Machine profile of the modelled engine,"
        + " see 'spine profile list'. Default: lanai-33.")
    private String profile = "lanai-33";

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Override a value of the profile, for example"
        + " bus.clock=66MHz; may be repeated. 'spine profile show' lists them.")
    private List<String> changes = List.of();

    @Option(names = "--input", paramLabel = "CAPTURE", description = "A bundled capture (bars, wheel, ball) or a pcap file: of video the"
        + " RFC 4175 stream of its first RTP packet, of forward the packets that are forwarded. Default: bars; of forward, packets that"
        + " are made.")
    private @Nullable String input;

    @Mixin
    private ForwardOptions forwardOptions = new ForwardOptions();

    @Mixin
    private ArdmaOptions ardmaOptions = new ArdmaOptions();

    @Mixin
    private SweepOptions sweepOptions = new SweepOptions();

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
        description = "Seed of all randomness: the jitter of the packets in the latency run. Default: 1.")
    private long seed = 1;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "5",
        description = "Live passes per path; the median by rate is shown. Default: 5.")
    private int repeat = 5;

    @Option(names = "--packets", paramLabel = "N", defaultValue = "1000000",
        description = "Packets of one live pass, 1000 to 1000000000; few make a short run whose live rates mean little. Default: 1000000;"
            + " without a workload 400000.")
    private long packets = 1_000_000;

    @Option(names = "--json", paramLabel = "FILE",
        description = "Write the records as JSON, and beside them a manifest; - for standard output, without tables.")
    private @Nullable String json;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the records as comma-separated values; - for standard output.")
    private @Nullable String csv;

    @Option(names = "--html", paramLabel = "FILE",
        description = "The report. Default: spine-report/compare.html; of --full, of another workload, of a search and of a sweep a"
            + " file of its own there, which is named in the last line.")
    private @Nullable String html;

    @Option(names = "--png", paramLabel = "FILE", description = "The picture of the screen. Default: beside the report, with its name, if"
        + " that ends in .html.")
    private @Nullable String png;

    /** Made by picocli, which fills the fields. */
    public CompareCommand() {}

    @Override
    public Integer call() {
        if (explain) {
            out().print(Explanation.text());
            out().flush();
            return 0;
        }
        if (!WORKLOADS.contains(workload())) {
            throw wrong("there is no workload '" + named + "': " + String.join(", ", WORKLOADS));
        }
        if (repeat < 1 || repeat > MAX_REPEATS || packets < MIN_PACKETS || packets > MAX_PACKETS) {
            throw wrong("--repeat must be 1 to " + MAX_REPEATS + " and --packets " + MIN_PACKETS + " to " + MAX_PACKETS);
        }
        if (named == null && !full && !isSaid("--packets")) {
            packets = STORY_PACKETS;
        }
        profile = ProfileFile.reference(profile, changes);
        ReportFiles files = files();
        checkOutputs(files);
        List<String> known = isRemote() ? ArdmaOptions.paths(workload()) : isAsked("forward") ? ForwardPlan.PATHS : VideoPlan.PATHS;
        List<String> chosenPaths = checked("--paths", paths, known);
        List<String> ofVideo = VideoPlan.PATHS.stream().filter(chosenPaths::contains).toList();
        List<String> chosenEngines = checked("--engine", engines, VideoPlan.ENGINES);
        if (forwardOptions.isGiven() && !"forward".equals(workload())) {
            throw wrong("--frames, --search and the options of a search are of forward only, not of " + workload());
        }
        checkRemote(chosenPaths);
        List<ComparisonResults> comparisons = new ArrayList<>();
        ForwardSearch search = search(chosenPaths, chosenEngines);
        String wrongSweep = sweepOptions.problem(engines, search != null, isSaid("--repeat"), png != null);
        if (wrongSweep != null) {
            throw wrong(wrongSweep);
        }
        if (sweepOptions.isGiven()) {
            ProfileRange range = sweepOptions.range();
            range.checkUnchangedBy(changes);
            SweepComparison sweep = new SweepComparison(swept(chosenPaths, ofVideo), profile, seed, range, sweepOptions.hostShare(),
                Progress.ofRun());
            return report(List.of(sweep), files);
        }
        if (search != null) {
            return report(List.of(search), files);
        }
        if (isRemote()) {
            return report(List.of(ardmaOptions.comparison(workload(), chosenPaths, profile, seed, Progress.ofRun())), files);
        }
        List<ForwardInput> inputs = forwardInputs();
        if (isAsked("video") && !ofVideo.isEmpty()) {
            comparisons.add(new VideoComparison(new VideoPlan(stream(), inputName(), ofVideo, chosenEngines, profile, seed, repeat, packets,
                modelledPackets()), Progress.ofRun()));
        }
        List<MoveWorkload> moves = moves();
        if (!moves.isEmpty() && !ofVideo.isEmpty()) {
            comparisons.add(new MoveComparison(new MovePlan(moves, ofVideo, chosenEngines, profile, seed,
                Math.min(repeat, MOVE_REPEATS), Math.max(1000, packets / MOVE_PART), Math.min(packets, MODELLED_CHUNKS)),
                Progress.ofRun()));
        }
        if (isAsked("forward")) {
            comparisons.add(new ForwardComparison(new ForwardPlan(chosenPaths, chosenEngines, profile, seed, Math.min(repeat, MOVE_REPEATS),
                Math.max(1000, packets / FORWARD_PART), modelledPackets() / FORWARD_PART, inputs), Progress.ofRun()));
            int rounds = "forward".equals(workload()) ? repeat : Math.min(repeat, MOVE_REPEATS);
            comparisons.add(new ForwardLoad(new LoadPlan(chosenPaths, chosenEngines, profile, seed, rounds,
                Math.max(MIN_BLOCK_NS, packets * BLOCK_NS_PER_PACKET), modelledPackets() / MOVE_PART, inputs.getFirst()),
                Progress.ofRun()));
        }
        return report(comparisons, files);
    }

    private boolean isRemote() {
        return ArdmaOptions.WORKLOADS.contains(workload());
    }

    private void checkRemote(List<String> chosenPaths) {
        String problem = ardmaOptions.misplaced(workload());
        if (problem == null && isRemote()) {
            problem = ardmaOptions.problem(workload(), engines, sweepOptions.isGiven(), chosenPaths);
            if (problem == null && (input != null || png != null || isSaid("--repeat") || isSaid("--packets"))) {
                problem = "--input, --png, --repeat and --packets are not of " + workload() + ": leave them away";
            }
            if (problem == null && csv != null && !sweepOptions.isGiven()) {
                problem = "--csv of ardma is of a sweep: write --json";
            }
        }
        if (problem != null) {
            throw wrong(problem);
        }
    }

    private String workload() {
        return named != null ? named : full ? "all" : "video";
    }

    private ReportFiles files() {
        return ReportFiles.of(kind(), html, png);
    }

    private String kind() {
        if (sweepOptions.isGiven()) {
            return "sweep-" + workload();
        }
        if (forwardOptions.isSearching()) {
            return "search-" + workload();
        }
        return "video".equals(workload()) ? "compare" : "compare-" + workload();
    }

    private List<MoveWorkload> moves() {
        List<MoveWorkload> moves = new ArrayList<>();
        if (isAsked("store")) {
            moves.add(MoveWorkload.STORE_IN);
            moves.add(MoveWorkload.STORE_OUT);
        }
        if (isAsked("show")) {
            moves.add(MoveWorkload.SHOW);
        }
        return moves;
    }

    /** What runs at each value of a sweep. */
    private List<SweptWorkload> swept(List<String> chosenPaths, List<String> ofVideo) {
        long count = isSaid("--packets") ? modelledPackets() : SweepOptions.PACKETS;
        List<SweptWorkload> workloads = new ArrayList<>();
        if (isRemote()) {
            return ardmaOptions.swept(chosenPaths, seed);
        }
        if (isAsked("video") && !ofVideo.isEmpty()) {
            workloads.add(SweepOptions.video(stream(), ofVideo, count, seed));
        }
        if (!ofVideo.isEmpty()) {
            moves().forEach(move -> workloads.add(SweepOptions.move(move, ofVideo, seed)));
        }
        if (isAsked("forward")) {
            forwardInputs().forEach(input -> workloads.add(SweepOptions.forward(input, chosenPaths, count, seed)));
        }
        return workloads;
    }

    private boolean isSaid(String option) {
        return commandLine().getParseResult().hasMatchedOption(option);
    }

    /** What does the same again: everything that was said but the files, and what stands for what was not said. */
    private String command() {
        StringBuilder text = new StringBuilder("spine compare ").append(workload());
        for (OptionSpec option : commandLine().getParseResult().matchedOptionsSet()) {
            String name = option.longestName();
            if (FILES.contains(name) || NUMBERS.contains(name)) {
                continue;
            }
            if (option.arity().max() == 0) {
                text.append(' ').append(name);
            } else {
                option.originalStringValues().forEach(value -> text.append(' ').append(name).append(' ').append(quoted(value)));
            }
        }
        text.append(" --seed ").append(seed);
        boolean hasPasses = !sweepOptions.isGiven() && !isRemote();
        if (hasPasses) {
            text.append(" --repeat ").append(repeat);
        }
        if (hasPasses || isSaid("--packets")) {
            text.append(" --packets ").append(packets);
        }
        return text.toString();
    }

    private static String quoted(String value) {
        return value.matches("[\\w.,:=/+@%-]+") ? value : "'" + value.replace("'", "'\\''") + "'";
    }

    private boolean isAsked(String name) {
        return name.equals(workload()) || "all".equals(workload());
    }

    private String inputName() {
        return input == null ? "bars" : input;
    }

    /** A capture is what is forwarded when nothing else runs; with other workloads it is theirs. */
    private List<ForwardInput> forwardInputs() {
        try {
            return "forward".equals(workload()) ? forwardOptions.inputs(input) : ForwardOptions.INPUT_AMONG_OTHERS;
        } catch (ForwardOptions.WrongOptionException e) {
            throw wrong(e.problem());
        }
    }

    private @Nullable ForwardSearch search(List<String> chosenPaths, List<String> chosenEngines) {
        try {
            return forwardOptions.isSearch() ? new ForwardSearch(
                forwardOptions.searchPlan(chosenPaths, chosenEngines, profile, seed, input), Progress.ofRun()) : null;
        } catch (ForwardOptions.WrongOptionException e) {
            throw wrong(e.problem());
        }
    }

    /** A run takes a minute: what cannot be written is found out before it. */
    private void checkOutputs(ReportFiles files) {
        if ("-".equals(png) || "-".equals(html)) {
            throw wrong("--html and --png write files: name a file, not -");
        }
        if ("-".equals(json) && "-".equals(csv)) {
            throw wrong("--json - and --csv -: only one can go to standard output");
        }
        List<String> written = isPictured() ? List.of(files.html(), files.png()) : List.of(files.html());
        SeparateFiles separate = new SeparateFiles();
        written.forEach(separate::add);
        separate.addWithManifest(json);
        separate.addWithManifest(csv);
        if (!separate.areSeparate()) {
            throw wrong("two of --json, --csv, --html, --png and the manifests name the same file: give each its own");
        }
        written.forEach(name -> new OutputFile(name).makeDirectories());
        written.forEach(name -> new OutputFile(name).check());
        if (json != null) {
            new OutputFile(json).check();
        }
        if (csv != null) {
            new OutputFile(csv).check();
        }
    }

    /** Whether there will be a picture. */
    private boolean isPictured() {
        return isAsked("video") && !sweepOptions.isGiven();
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
                throw wrong(option + ": '" + name + "' is not one of " + String.join(", ", known));
            }
        }
        return known.stream().filter(given::contains).toList();
    }

    private VideoStream stream() {
        try {
            return VideoInput.open(inputName());
        } catch (CaptureException | VideoInput.NoVideoException e) {
            throw wrong("--input: " + e.getMessage());
        }
    }

    private boolean isTextAsked() {
        return !"-".equals(json) && !"-".equals(csv);
    }

    private int report(List<ComparisonResults> comparisons, ReportFiles files) {
        String modelled = ProfileFile.load(profile).calibration();
        FoundTables printed = isTextAsked() ? new PrintedTables(out(), full ? Detail.FULL : Detail.STORY, modelled) : FoundTables.NOBODY;
        comparisons.forEach(comparison -> comparison.run(printed));
        List<ComparisonRecord> records = comparisons.stream().flatMap(comparison -> comparison.records().stream()).toList();
        List<String> calibration = comparisons.stream().flatMap(comparison -> comparison.calibration().stream()).toList();
        RunManifest manifest = Manifests.of(command(), calibration.isEmpty() ? "nothing crossed between processors"
            : String.join("; ", calibration), modelled);
        String page = ComparisonReport.html(comparisons, manifest);
        List<Map<String, Object>> further =
            comparisons.stream().flatMap(comparison -> comparison.furtherRecords().stream()).toList();
        List<Runnable> writes = new ArrayList<>();
        if (json != null) {
            OutputFile file = new OutputFile(json);
            writes.add(() -> write(file, RecordJson.write(records, further), manifest, out()));
        }
        if (csv != null) {
            OutputFile file = new OutputFile(csv);
            String lines = comparisons.getFirst() instanceof SweepComparison sweep ? sweep.csv() : RecordCsv.write(records);
            writes.add(() -> write(file, lines, manifest, out()));
        }
        writes.add(() -> new OutputFile(files.html()).write(page.getBytes(StandardCharsets.UTF_8)));
        String written = "report " + files.html();
        for (ComparisonResults comparison : comparisons) {
            byte[] picture = comparison.picture();
            if (picture != null) {
                writes.add(() -> new OutputFile(files.png()).write(picture));
                written += ", screen " + files.png();
            }
        }
        writeAll(writes);
        if (isTextAsked()) {
            printEnd(comparisons, records, calibration, written);
        }
        return records.stream().allMatch(record -> record.verified() && record.lost() == 0)
            && comparisons.stream().allMatch(ComparisonResults::isSound) ? 0 : 1;
    }

    /** What all tables together come to, how they were found, and what was written. */
    private void printEnd(List<ComparisonResults> comparisons, List<ComparisonRecord> records, List<String> calibration, String written) {
        PrintWriter out = out();
        List<String> verdict = ComparisonWords.verdict(records);
        if (!verdict.isEmpty()) {
            out.println("In short:");
            verdict.forEach(sentence -> out.print(WrappedText.of(sentence, "- ", "  ")));
            out.println();
        }
        if (full) {
            if (!records.isEmpty()) {
                out.printf("latencies and 'drops' are of the latency run, at %.0f %% of the slowest path's rate; of store-out and show,"
                    + " of one order at a time; everything else is of the saturation run%n", VideoComparison.OPEN_LOOP_SHARE * 100);
            }
            if (records.stream().anyMatch(record -> "modelled".equals(record.engine()))) {
                out.printf("consistency checks passed: time, bytes, transfers, events and frames%n");
            }
            calibration.forEach(line -> out.printf("%s%n", line));
            comparisons.stream().filter(comparison -> !comparison.setupMessages().isEmpty()).forEach(comparison ->
                out.printf("set-up, outside every interval, host messages: %s%n", comparison.setupMessages()));
        } else if (!records.isEmpty()) {
            out.println("what the columns mean: spine compare --explain; every column: --full");
        }
        out.println(written);
        out.flush();
    }

    private static void write(OutputFile file, String records, RunManifest manifest, PrintWriter out) {
        file.write(records, out);
        if (!file.isStandardOutput()) {
            file.manifest().write(manifest.lines(), out);
        }
    }

    /** One file that cannot be written, a disk that ran full, costs no other. */
    private static void writeAll(List<Runnable> writes) {
        OutputFile.OutputException first = null;
        for (Runnable write : writes) {
            try {
                write.run();
            } catch (OutputFile.OutputException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
