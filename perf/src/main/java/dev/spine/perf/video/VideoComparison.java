package dev.spine.perf.video;

import dev.spine.device.wire.Wire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.perf.calibration.HopCalibration;
import dev.spine.perf.calibration.HopMode;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.PathComparison;
import dev.spine.perf.report.PathPlan;
import dev.spine.perf.video.VideoRun.Pass;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.output.Progress;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.scenario.BudgetExceededException;
import dev.spine.system.timeline.PacketFollower;
import dev.spine.system.timeline.PacketTimeline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs the video workload over every path, engine and layout of a plan. One thread at a time.
 *
 * <p>The saturation run offers packets as fast as receive buffers return: the highest rate without loss, since the receiver sets it. The
 * latency run offers 80 % of the slowest path's rate in open loop and takes latencies from the time at which each packet was due; see
 * {@link OpenLoop} for what is lost then. Packets have a jitter in the latency run, which is all that the seed decides. On the live engine
 * the passes of the paths alternate, so that a change of the machine's mood meets all of them.
 */
public final class VideoComparison extends PathComparison {
    /** As many as the larger cards have: at millions of packets a second this is less than half a millisecond. */
    private static final int RECEIVE_BUFFERS = 1024;
    /** The packet whose way the report draws: not the first, which finds everything idle. */
    private static final int FOLLOWED = 200;
    private static final int SLICES_PER_SECOND = 20;
    private static final int WARM_UPS = 4;

    private final VideoPlan plan;
    private final Progress progress;
    private final List<String> calibration = new ArrayList<>();
    private final Map<String, String> plans = new LinkedHashMap<>();
    private byte @org.jspecify.annotations.Nullable [] picture;

    /**
     * A comparison.
     *
     * @param plan what to run
     * @param progress says how far it is
     */
    public VideoComparison(VideoPlan plan, Progress progress) {
        super(plan, progress);
        this.plan = plan;
        this.progress = progress;
    }

    @Override
    public List<String> calibration() {
        return List.copyOf(calibration);
    }

    @Override
    public Map<String, String> plans() {
        return plans;
    }

    @Override
    public byte @org.jspecify.annotations.Nullable [] picture() {
        return picture;
    }

    @Override
    public List<PacketTimeline> timelines() {
        // At the pace of the latency run: as fast as a path takes packets, each waits for those before it, and that is not its way.
        return BudgetExceededException.during(plan.profile(), () -> records().stream()
            .filter(record -> "modelled".equals(record.engine()))
            .map(record -> PacketFollower.follow(new VideoScenario(record.path(), plan.profile(), plan.stream(),
                new Pace.Even((long) record.offered()), 2 * FOLLOWED), plan.seed(), FOLLOWED)).toList());
    }

    @Override
    public void run(FoundTables found) {
        for (String engine : plan.engines()) {
            if ("live".equals(engine)) {
                new Comparing(engine, "one-core", plan.livePackets()).run("", WARM_UPS, found);
                new Comparing(engine, "two-core", plan.livePackets()).run("", WARM_UPS, found);
            } else {
                BudgetExceededException.during(plan.profile(),
                    () -> new Comparing(engine, PathPlan.MODELLED, plan.modelledPackets()).run("", WARM_UPS, found));
            }
        }
    }

    /** A pass ends in the midst of a frame, often of a line; one that is looked at is whole. False when it is not what it has to be. */
    private boolean picture(VideoRun run) {
        long lap = plan.stream().capture().packetCount();
        VideoRun.Pass whole = run.closedLoop(lap);
        picture = run.picture();
        return whole.lost() > 0 || run.verify(lap);
    }

    /** Packets of a twentieth of a second, but at least one lap. */
    private long slice(long offered) {
        return Math.max(plan.stream().capture().packetCount(), offered / SLICES_PER_SECOND);
    }

    static VideoPath path(String name) {
        return switch (name) {
            case "host" -> new HostPath();
            case "i2o" -> new PeerVideoPath();
            case "spine" -> new SpineVideoPath();
            default -> throw new IllegalArgumentException("no path '" + name + "'; there are " + VideoPlan.PATHS);
        };
    }

    /** A path on this machine, everything on one thread. */
    static VideoRun live(String path, VideoStream stream, long seed) {
        return new VideoRun(system(stream, ProfileFile.BUNDLED.getFirst(), seed, new LiveEngine(ThreadLayout.ONE_CORE, seed),
            Wire.IMMEDIATE), path(path), stream);
    }

    private SpineSystem system(String engineName, String layout) {
        MachineProfile profile = ProfileFile.find(plan.profile());
        boolean live = "live".equals(engineName);
        Engine engine = live ? new LiveEngine("two-core".equals(layout) ? TWO_CORE : ThreadLayout.ONE_CORE, plan.seed())
            : new ModelledEngine(profile, plan.seed());
        return system(plan.stream(), plan.profile(), plan.seed(), engine, live ? Wire.IMMEDIATE : profile.wire());
    }

    private static SpineSystem system(VideoStream stream, String profileName, long seed, Engine engine, WireTiming timing) {
        MachineProfile profile = ProfileFile.find(profileName);
        SystemDescription description = VideoSystem.describe(stream, profileName, seed, "capture",
            new CaptureKind.Spec(VideoSystem.WIRE, stream.capture(), RECEIVE_BUFFERS));
        return SpineComponent.create().systemFactory().build(description, engine, profile, timing);
    }

    /** Wire and card on one core, host and screen on the other. */
    private static final ThreadLayout TWO_CORE = ThreadLayout.twoCore(path -> path.endsWith("/host") || path.endsWith("/"
        + VideoSystem.SCREEN) ? 1 : 0);

    /** One engine and layout. */
    private final class Comparing extends Table<VideoRun, Pass> {
        private final String engine;
        private final String layout;
        private final long packets;
        private final boolean isCrossing;
        private final List<HopCalibration> calibrations = new ArrayList<>();

        Comparing(String engine, String layout, long packets) {
            super("video", engine, layout, engine + " " + layout);
            this.engine = engine;
            this.layout = layout;
            this.packets = packets;
            this.isCrossing = "two-core".equals(layout) && Runtime.getRuntime().availableProcessors() > 1;
        }

        @Override
        protected VideoRun setUp(String path) {
            return new VideoRun(system(engine, layout), path(path), plan.stream());
        }

        @Override
        protected void beforeSaturation() {
            calibrate("before saturation run");
        }

        @Override
        protected String round(int number) {
            return number < 0 ? super.round(number) : ", saturation run, round " + (number + 1) + " of " + plan.repeats();
        }

        @Override
        protected Pass saturate(VideoRun run, String path) {
            Pass pass = run.closedLoop(packets);
            if (!isLive()) {
                VideoPayload.checkShown(path, pass.units(), packets);
            }
            return pass;
        }

        @Override
        protected void measure(long offered) {
            calibrate("after saturation run");
            boolean[] verified = new boolean[runs().size()];
            for (int i = 0; i < runs().size(); i++) {
                verified[i] = runs().get(i).verify(packets);
            }
            List<OpenLoop> opens = new ArrayList<>();
            for (int i = 0; i < runs().size(); i++) {
                show(plan.paths().get(i) + ", latency run at " + offered + " packets/s");
                OpenLoop open = new OpenLoop(runs().get(i), offered, packets, isLive() ? slice(offered) : packets);
                if (isLive()) {
                    // Code for an even pace has not run yet: without this, its compilation would be what the latencies show.
                    open.run();
                }
                open.run();
                opens.add(open);
            }
            show("picture of whole frames");
            verified[runs().size() - 1] &= picture(runs().getLast());
            calibrate("after latency run");
            for (int i = 0; i < runs().size(); i++) {
                OpenLoop open = opens.get(i);
                Pass pass = median(i);
                record(i, mode(), new Latencies(open.latencies(), open.packetsPerSecond(), open.lost()),
                    VideoPayload.bytes(plan.stream(), pass.units()), runs().get(i).carriedHeaderBytes(pass.units()),
                    pass.transfer().route(), verified[i] && open.verified());
                plans.put(plan.paths().get(i), pass.transfer().plan().describe());
            }
        }

        private void calibrate(String when) {
            if (isCrossing) {
                progress.show("measuring core-to-core latency");
                HopCalibration found = HopCalibration.measure();
                calibration.add(layout + ", " + when + ": " + found);
                calibrations.add(found);
            }
        }

        private String mode() {
            if (!isCrossing) {
                return "-";
            }
            HopCalibration between = calibrations.get(1);
            HopCalibration after = calibrations.getLast();
            return (calibrations.getFirst().until(between) == between.until(after) ? after.mode() : HopMode.MIXED).name()
                .toLowerCase(Locale.ROOT);
        }
    }
}
