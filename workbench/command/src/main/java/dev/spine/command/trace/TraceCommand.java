package dev.spine.command.trace;

import dev.spine.command.boot.BuiltInSystem;
import dev.spine.command.option.Verb;
import dev.spine.command.scenario.Scenarios;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.engine.Engine;
import dev.spine.perf.report.HtmlReport;
import dev.spine.perf.video.HostPath;
import dev.spine.perf.video.PeerVideoPath;
import dev.spine.perf.video.SpineVideoPath;
import dev.spine.perf.video.VideoPath;
import dev.spine.perf.video.VideoRun;
import dev.spine.perf.video.VideoStream;
import dev.spine.perf.video.VideoSystem;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.output.OutputFile;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.scenario.BootScenario;
import dev.spine.system.scenario.ModelledTime;
import dev.spine.system.scenario.Scenario;
import dev.spine.system.scenario.ScenarioRun;
import dev.spine.system.timeline.PacketFollower;
import dev.spine.system.timeline.PacketTimeline;
import dev.spine.system.trace.ChromeTrace;
import dev.spine.system.trace.EventTrace;
import dev.spine.system.trace.Listing;
import dev.spine.system.trace.Trace;
import dev.spine.system.trace.TraceFile;
import dev.spine.system.trace.TraceSink;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine trace}: runs something with every message and packet kept. The command's thread. */
@Command(
    name = "trace",
    description = "Runs a scenario, or boots a described system and shuts it down, and writes every I2O message and every packet on a wire"
        + " into one pcapng file, and as a listing. Wireshark reads the messages with docs/trace/spine-i2o.lua.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
        "  spine trace                                    a boot of the built-in system, listed",
        "  spine trace i2o --packets 8 --out i2o.pcapng   video over peer messages",
        "  spine trace SYSTEM.toml --engine modelled --out boot.pcapng",
        "  spine trace spine --perfetto spine.json.gz     what each part does, for ui.perfetto.dev",
        "  spine trace spine --packet 10 --html way.html  the way of one packet",
        "  wireshark -X lua_script:docs/trace/spine-i2o.lua boot.pcapng"
    })
public final class TraceCommand extends Verb implements Callable<Integer> {
    private static final String BOOT = "boot";
    private static final String PROFILE = "lanai-33";
    private static final int RECEIVE_BUFFERS = 256;
    private static final int MAX_PACKETS = 1_000_000;

    @Parameters(arity = "0..1", paramLabel = "SCENARIO|SYSTEM.toml",
        description = "What is run: boot (the built-in system), or video over a path: host, i2o, spine; or a system file; with --perfetto"
            + " also packets over a path: forward-host, forward-i2o, forward-spine, ... Default: boot.")
    private String what = BOOT;

    @Option(names = "--out", paramLabel = "FILE.pcapng", description = "Write the trace to FILE.")
    private @Nullable String file;

    @Option(names = "--engine", paramLabel = "ENGINE",
        description = "live (this machine's clock) or modelled (virtual time). Default: live.")
    private @Nullable EngineChoice chosenEngine;

    @Option(names = "--perfetto", paramLabel = "FILE.json", description = "Write what processors, DMA engines, buses and wires do in"
        + " virtual time to FILE, for ui.perfetto.dev and chrome://tracing; compressed when FILE ends in .gz. No messages are listed.")
    private @Nullable String perfetto;

    @Option(names = "--packet", paramLabel = "N", description = "Follow the N-th packet of a scenario through wires, processors, DMA"
        + " engines and buses in virtual time, and list its way; no messages are listed.")
    private @Nullable Long packet;

    @Option(names = "--html", paramLabel = "FILE.html", description = "With --packet: draw its way on a page of its own.")
    private @Nullable String html;

    @Option(names = "--from", paramLabel = "TIME", description = "With --perfetto: leave out what ends before this virtual time, for"
        + " example 1.5ms.")
    private @Nullable String from;

    @Option(names = "--until", paramLabel = "TIME", description = "With --perfetto: leave out what begins after this virtual time.")
    private @Nullable String until;

    @Option(names = "--profile", paramLabel = "NAME", description = "Machine profile of a scenario on the modelled engine, see 'spine"
        + " profile list'. Default: lanai-33.")
    private String profile = PROFILE;

    @Option(names = "--packets", paramLabel = "N", description = "Packets in a scenario. Default: 20.")
    private int packets = 20;

    @Option(names = "--quiet", description = "Write no listing; needs --out.")
    private boolean quiet;

    /** Made by picocli, which fills the fields. */
    public TraceCommand() {}

    @Override
    public Integer call() {
        String target = file;
        if (quiet && target == null) {
            throw wrong("--quiet without --out leaves nothing: give --out FILE.pcapng");
        }
        if ("-".equals(target)) {
            throw wrong("--out -: a trace is no text: name a file");
        }
        if (packets < 1 || packets > MAX_PACKETS) {
            throw wrong("--packets " + packets + ": trace 1 to " + MAX_PACKETS);
        }
        PrintWriter out = out();
        if (packet != null) {
            return way(packet, out);
        }
        if (html != null) {
            throw wrong("--html draws the way of one packet: give --packet N");
        }
        if (perfetto != null) {
            return events(perfetto, out);
        }
        if (from != null || until != null) {
            throw wrong("--from and --until choose what --perfetto writes: give --perfetto FILE.json");
        }
        if (target == null) {
            run(new Trace(List.of(new Listing(out))), out);
            return 0;
        }
        new OutputFile(target).check();
        try (TraceFile kept = new TraceFile(Path.of(target))) {
            List<TraceSink> sinks = new ArrayList<>(List.of(kept));
            if (!quiet) {
                sinks.add(new Listing(out));
            }
            Trace trace = new Trace(sinks);
            run(trace, out);
            IOException failure = trace.failure();
            if (failure != null) {
                throw failure;
            }
            kept.keep();
        } catch (IOException e) {
            throw OutputFile.OutputException.of(target, e);
        }
        return 0;
    }

    private int way(long number, PrintWriter out) {
        if (file != null || quiet || perfetto != null || chosenEngine == EngineChoice.LIVE || "-".equals(html)) {
            throw wrong("--packet follows one packet on the modelled engine: it goes with --packets, --profile and --html FILE.html only");
        }
        if (from != null || until != null) {
            throw wrong("--from and --until choose what --perfetto writes: --packet shows the whole way of its packet");
        }
        if (number < 1 || number > packets) {
            throw wrong("--packet " + number + ": there are packets 1 to " + packets + "; --packets N makes more");
        }
        Scenario scenario = scenario();
        if (scenario instanceof BootScenario) {
            throw wrong("--packet: " + what + " has no packets; follow one of host, i2o, spine, forward-host, forward-i2o, forward-spine");
        }
        if (html != null) {
            new OutputFile(html).check();
        }
        PacketTimeline timeline = PacketFollower.follow(scenario, scenario.standardSeed(), number);
        out.print(timeline.table());
        out.flush();
        if (html != null) {
            HtmlReport page = new HtmlReport("Spine: the way of " + timeline.title());
            if (number > 1) {
                page.paragraph("Packets of a scenario come as fast as the path takes them: this one has waited for those before it, which"
                    + " takes time between its steps. Packet 1 finds everything idle.");
            }
            page.drawing(timeline.svg(), PacketTimeline.CAPTION);
            page.table(timeline.table());
            new OutputFile(html).write(page.toString().getBytes(StandardCharsets.UTF_8));
        }
        return 0;
    }

    private Scenario scenario() {
        Scenario scenario = Scenarios.of(what, ProfileFile.reference(profile, List.of()), packets);
        if (scenario == null) {
            throw wrong("'" + what + "' is no scenario: write one of " + Scenarios.WORDS);
        }
        return scenario;
    }

    private int events(String target, PrintWriter out) {
        if (file != null || quiet) {
            throw wrong("--perfetto writes events, --out and --quiet are of messages: give one of them");
        }
        if (chosenEngine == EngineChoice.LIVE) {
            throw wrong("--perfetto --engine live: only the modelled engine knows what each part does; leave --engine away");
        }
        if ("-".equals(target)) {
            throw wrong("--perfetto -: name a file");
        }
        long fromPs = time("--from", from, 0);
        long untilPs = time("--until", until, Long.MAX_VALUE);
        if (fromPs > untilPs) {
            throw wrong("--from " + from + " is after --until " + until + ": nothing would be left");
        }
        Scenario scenario = scenario();
        new OutputFile(target).check();
        try (ChromeTrace written = new ChromeTrace(Path.of(target))) {
            EventTrace trace = new EventTrace(written, fromPs, untilPs);
            try (ScenarioRun run = scenario.start(scenario.standardSeed(), trace)) {
                trace.learn(run.system());
                run.runToEnd();
                trace.end();
                IOException failure = trace.failure();
                if (failure != null) {
                    throw failure;
                }
                written.keep();
                out.printf("%d events up to %s: %d slices, %d arrows%n", run.engine().eventNumber(),
                    ModelledTime.format(run.engine().state().timePs()), written.slices(), written.flows());
                out.flush();
            }
        } catch (IOException e) {
            throw OutputFile.OutputException.of(target, e);
        }
        return 0;
    }

    private long time(String option, @Nullable String text, long otherwise) {
        try {
            return text == null ? otherwise : ModelledTime.parse(text);
        } catch (IllegalArgumentException e) {
            throw wrong(option + ": " + e.getMessage());
        }
    }

    private EngineChoice engine() {
        return chosenEngine == null ? EngineChoice.LIVE : chosenEngine;
    }

    private void run(Trace trace, PrintWriter out) {
        VideoPath path = path();
        if (path == null) {
            boot(trace);
        } else {
            play(path, trace);
        }
        out.printf("%d messages, %d packets%n", trace.messages(), trace.packets());
        out.flush();
    }

    private @Nullable VideoPath path() {
        return switch (what) {
            case "host" -> new HostPath();
            case "i2o" -> new PeerVideoPath();
            case "spine" -> new SpineVideoPath();
            default -> null;
        };
    }

    private SpineSystem build(SystemDescription description, Trace trace) {
        EngineChoice engine = engine();
        Engine made = engine.engine(description);
        made.tap(trace);
        SpineSystem system = engine.build(SpineComponent.create().systemFactory(), description, made);
        trace.learn(system);
        return system;
    }

    private void boot(Trace trace) {
        SystemDescription description;
        if (what.equals(BOOT)) {
            description = BuiltInSystem.describe();
        } else {
            description = SpineComponent.create().systemFile().read(systemFile());
        }
        try (SpineSystem system = build(description, trace)) {
            system.boot().orThrow();
            system.await("the shutdown", system.driver()::shutdown);
        }
    }

    private Path systemFile() {
        if (!what.endsWith(".toml")) {
            throw wrong("'" + what + "' is no scenario: write boot, host, i2o or spine, or the name of a system file ending in .toml");
        }
        try {
            return Path.of(what);
        } catch (InvalidPathException e) {
            throw wrong(what + " is not a valid file name: " + e.getReason());
        }
    }

    private void play(VideoPath path, Trace trace) {
        BundledCapture bars = BundledCapture.BARS;
        VideoStream stream;
        try {
            stream = new VideoStream(bars.read(), bars.udpPort(), PixelFormat.UYVY, bars.width(), bars.height(), PixelFormat.UYVY,
                bars.width(), bars.height(), 0, 0);
        } catch (CaptureException e) {
            throw new IllegalStateException("a bundled capture cannot be read: build again", e);
        }
        SystemDescription description = VideoSystem.describe(stream, ProfileFile.reference(profile, List.of()), 1, "capture",
            new CaptureKind.Spec(VideoSystem.WIRE, stream.capture(), RECEIVE_BUFFERS));
        try (VideoRun run = new VideoRun(build(description, trace), path, stream)) {
            run.closedLoop(packets);
        }
    }
}
