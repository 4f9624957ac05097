package dev.spine.perf.benchmarks.video;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.WrongArgumentException;
import dev.spine.perf.calibration.HopCalibration;
import dev.spine.perf.video.HostPath;
import dev.spine.perf.video.PeerVideoPath;
import dev.spine.perf.video.SpineVideoPath;
import dev.spine.perf.video.VideoPath;
import dev.spine.perf.video.VideoRun;
import dev.spine.perf.video.VideoStream;
import dev.spine.perf.video.VideoSystem;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.profile.ProfileFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * How fast the modelled engine is on the wall clock: packets of the video workload that it steps through in a second of this machine.
 * Any thread.
 *
 * <p>{@code perf/bench video.ModelledBench [packets [rounds]] [--path host|i2o|spine]}. The paths take turns, or there is
 * one alone, for which the JVM compiles what it needs and nothing else. The median round of each is printed, and the best, beside the rate
 * in virtual time, which no machine changes.
 */
public final class ModelledBench {
    private static final int WARM_UPS = 3;
    private static final int RECEIVE_BUFFERS = 256;
    private static final String PROFILE = "lanai-33";

    private ModelledBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments packets of a round, 200,000 unless given; rounds, 7 unless given
     */
    public static void main(String[] arguments) {
        Bench.main(ModelledBench.class, arguments);
    }

    @Command(description = "How many packets of video the modelled engine moves in a second of the wall clock, on each path.",
        footer = "Example: perf/bench video.ModelledBench 200000 7")
    static void run(
        @Parameters(arity = "0..1", defaultValue = "200000", description = "of a round") int packets,
        @Parameters(arity = "0..1", defaultValue = "7") int rounds,
        @Option(names = "--path", description = "host, i2o or spine; all three in turn unless given") @Nullable String only)
        throws CaptureException {
        List<VideoPath> paths = Stream.of(new HostPath(), new PeerVideoPath(), new SpineVideoPath())
            .filter(path -> only == null || path.name().equals(only)).toList();
        if (paths.isEmpty()) {
            throw new WrongArgumentException("a path is host, i2o or spine, not '" + only + "'");
        }
        BundledCapture bars = BundledCapture.BARS;
        VideoStream stream = new VideoStream(bars.read(), bars.udpPort(), PixelFormat.UYVY, bars.width(), bars.height(), PixelFormat.UYVY,
            bars.width() * 2, bars.height() * 2, bars.width() / 2, bars.height() / 2);
        List<VideoRun> runs = new ArrayList<>();
        for (VideoPath path : paths) {
            MachineProfile profile = ProfileFile.find(PROFILE);
            runs.add(new VideoRun(SpineComponent.create().systemFactory().build(
                VideoSystem.describe(stream, PROFILE, 1, "capture", new CaptureKind.Spec(VideoSystem.WIRE, stream.capture(),
                    RECEIVE_BUFFERS)), new ModelledEngine(profile, 1), profile, profile.wire()), path, stream));
        }
        double[][] perSecond = new double[paths.size()][rounds];
        double[] virtual = new double[paths.size()];
        for (int round = -WARM_UPS; round < rounds; round++) {
            for (int i = 0; i < runs.size(); i++) {
                long begin = System.nanoTime();
                virtual[i] = runs.get(i).closedLoop(packets).rate();
                if (round >= 0) {
                    perSecond[i][round] = packets * 1e9 / (System.nanoTime() - begin);
                }
            }
        }
        HopCalibration calibration = HopCalibration.measure();
        System.out.printf(Locale.ROOT, "one-line %.0f ns, %s%n", calibration.oneLineNs(), calibration.mode());
        System.out.printf(Locale.ROOT, "%-6s %24s %14s %24s%n", "path", "packets/s, wall clock", "best round", "packets/s, virtual time");
        for (int i = 0; i < paths.size(); i++) {
            Arrays.sort(perSecond[i]);
            System.out.printf(Locale.ROOT, "%-6s %,24.0f %,14.0f %,24.0f%n", paths.get(i).name(), perSecond[i][rounds / 2],
                perSecond[i][rounds - 1], virtual[i]);
        }
        runs.forEach(VideoRun::close);
    }
}
