package dev.spine.perf.trace;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.engine.Engine;
import dev.spine.perf.boot.BuiltInSystem;
import dev.spine.perf.capture.BundledCapture;
import dev.spine.perf.report.OutputFile;
import dev.spine.perf.system.EngineChoice;
import dev.spine.perf.system.SpineComponent;
import dev.spine.perf.system.SpineSystem;
import dev.spine.perf.system.SystemDescription;
import dev.spine.perf.system.kind.CaptureKind;
import dev.spine.perf.video.HostPath;
import dev.spine.perf.video.PeerPath;
import dev.spine.perf.video.SpinePath;
import dev.spine.perf.video.VideoPath;
import dev.spine.perf.video.VideoRun;
import dev.spine.perf.video.VideoStream;
import dev.spine.perf.video.VideoSystem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code spine trace}: runs something with every message and packet kept. */
@Command(
    name = "trace",
    description = "Runs a scenario, or boots a described system and shuts it down, and writes every I2O message and every packet on a wire"
        + " into one pcapng file, and as a listing. Wireshark reads the messages with docs/trace/spine-i2o.lua.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
        "  spine trace                                    a boot of the built-in system, listed",
        "  spine trace i2o --packets 8 --out i2o.pcapng   video over peer messages",
        "  spine trace SYSTEM.toml --engine modelled --out boot.pcapng",
        "  wireshark -X lua_script:docs/trace/spine-i2o.lua boot.pcapng"
    })
public final class TraceCommand implements Callable<Integer> {
    private static final String BOOT = "boot";
    private static final String PROFILE = "lanai-33";
    private static final int RECEIVE_BUFFERS = 256;
    private static final int MAX_PACKETS = 1_000_000;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "SCENARIO|SYSTEM.toml",
        description = "What is run: boot (the built-in system), or video over a path: host, i2o, spine; or a system file. Default: boot.")
    private String what = BOOT;

    @Option(names = "--out", paramLabel = "FILE.pcapng", description = "Write the trace to FILE.")
    private @Nullable String file;

    @Option(names = "--engine", paramLabel = "ENGINE",
        description = "live (this machine's clock) or modelled (virtual time). Default: live.")
    private EngineChoice engine = EngineChoice.LIVE;

    @Option(names = "--packets", paramLabel = "N", description = "Packets of video in a scenario. Default: 20.")
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
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
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
        } catch (IOException e) {
            throw OutputFile.OutputException.of(target, e);
        }
        return 0;
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
            case "i2o" -> new PeerPath();
            case "spine" -> new SpinePath();
            default -> null;
        };
    }

    private SpineSystem build(SystemDescription description, Trace trace) {
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
            throw wrong(what + " is no name of a file: " + e.getReason());
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
        SystemDescription description = VideoSystem.describe(stream, PROFILE, 1, "capture",
            new CaptureKind.Spec(VideoSystem.WIRE, stream.capture(), RECEIVE_BUFFERS));
        try (VideoRun run = new VideoRun(build(description, trace), path, stream)) {
            run.closedLoop(packets);
        }
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), problem);
    }
}
