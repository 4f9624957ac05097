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
import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.ComparisonSet;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.Plots;
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
 * Runs the video workload over every path, engine and layout of a plan.
 *
 * <p>The saturation run offers packets as fast as receive buffers return: the highest rate without loss, since the receiver sets it. The
 * latency run offers 80 % of the slowest path's rate in open loop and takes latencies from the time at which each packet was due; see
 * {@link OpenLoop} for what is lost then. Packets have a jitter in the latency run, which is all that the seed decides. On the live engine
 * the passes of the paths alternate, so that a change of the machine's mood meets all of them.
 */
public final class VideoComparison implements ComparisonResults {
    /** Part of the slowest path's rate that is offered when latencies are taken. */
    public static final double OPEN_LOOP_SHARE = 0.8;
    /** As many as the larger cards have: at millions of packets a second this is less than half a millisecond. */
    private static final int RECEIVE_BUFFERS = 1024;
    /** The packet whose way the report draws: not the first, which finds everything idle. */
    private static final int FOLLOWED = 20;
    private static final int SLICES_PER_SECOND = 20;
    private static final int WARM_UPS = 4;

    private final VideoPlan plan;
    private final Progress progress;
    private final ComparisonSet book = new ComparisonSet();
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
        this.plan = plan;
        this.progress = progress;
    }

    @Override
    public List<ComparisonRecord> records() {
        return book.records();
    }

    @Override
    public Map<String, List<Plots.Curve>> curves() {
        return book.curves();
    }

    @Override
    public Map<String, Long> setupMessages() {
        return book.setupMessages();
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
        return BudgetExceededException.during(plan.profile(), () -> book.records().stream()
            .filter(record -> "modelled".equals(record.engine()))
            .map(record -> PacketFollower.follow(new VideoScenario(record.path(), plan.profile(), plan.stream(),
                new Pace.Even((long) record.offered()), 2 * FOLLOWED), plan.seed(), FOLLOWED)).toList());
    }

    @Override
    public void run(FoundTables found) {
        for (String engine : plan.engines()) {
            if ("live".equals(engine)) {
                compare(engine, "one-core", plan.livePackets(), found);
                compare(engine, "two-core", plan.livePackets(), found);
            } else {
                BudgetExceededException.during(plan.profile(), () -> compare(engine, "modelled", plan.modelledPackets(), found));
            }
        }
    }

    private void compare(String engine, String layout, long packets, FoundTables found) {
        int known = book.records().size();
        List<VideoRun> runs = new ArrayList<>();
        List<List<Pass>> passes = new ArrayList<>();
        try {
            for (String path : plan.paths()) {
                progress.show(engine + " " + layout + ": setting up path " + path);
                VideoRun run = new VideoRun(system(engine, layout), path(path), plan.stream());
                runs.add(run);
                passes.add(new ArrayList<>());
                book.setUp(path, run.setupMessages());
            }
            boolean live = "live".equals(engine);
            boolean crossing = "two-core".equals(layout) && Runtime.getRuntime().availableProcessors() > 1;
            HopCalibration before = crossing ? calibrate(layout + ", before saturation run") : null;
            for (int round = live ? -WARM_UPS : 0; round < (live ? plan.repeats() : 1); round++) {
                for (int i = 0; i < runs.size(); i++) {
                    progress.show(engine + " " + layout + ": " + plan.paths().get(i) + (round < 0 ? ", warming up"
                        : ", saturation run, round " + (round + 1) + " of " + plan.repeats()));
                    Pass pass = runs.get(i).closedLoop(packets);
                    if (!live) {
                        VideoPayload.checkShown(plan.paths().get(i), pass.packets(), packets);
                    }
                    if (round >= 0) {
                        passes.get(i).add(pass);
                    }
                }
            }
            HopCalibration between = crossing ? calibrate(layout + ", after saturation run") : null;
            double slowest = passes.stream().mapToDouble(list -> median(list).rate()).min().orElse(1);
            boolean[] verified = new boolean[runs.size()];
            for (int i = 0; i < runs.size(); i++) {
                verified[i] = runs.get(i).verify(packets);
            }
            List<OpenLoop> opens = new ArrayList<>();
            long offered = Math.max(1, (long) (slowest * OPEN_LOOP_SHARE));
            for (int i = 0; i < runs.size(); i++) {
                progress.show(engine + " " + layout + ": " + plan.paths().get(i) + ", latency run at " + offered + " packets/s");
                OpenLoop open = new OpenLoop(runs.get(i), offered, packets, live ? slice(offered) : packets);
                if (live) {
                    // Code for an even pace has not run yet: without this, its compilation would be what the latencies show.
                    open.run();
                }
                open.run();
                opens.add(open);
            }
            progress.show(engine + " " + layout + ": picture of whole frames");
            verified[runs.size() - 1] &= picture(runs.getLast());
            HopCalibration after = crossing ? calibrate(layout + ", after latency run") : null;
            String mode = before == null || between == null || after == null ? "-"
                : (before.until(between) == between.until(after) ? after.mode() : HopMode.MIXED).name().toLowerCase(Locale.ROOT);
            for (int i = 0; i < runs.size(); i++) {
                record(engine, layout, plan.paths().get(i), runs.get(i), median(passes.get(i)), opens.get(i), mode,
                    verified[i] && opens.get(i).verified());
            }
        } finally {
            progress.clear();
            runs.forEach(VideoRun::close);
        }
        found.onRecords(book.recordsFrom(known));
    }

    /** A pass ends in the midst of a frame, often of a line; one that is looked at is whole. False when it is not what it has to be. */
    private boolean picture(VideoRun run) {
        long lap = plan.stream().capture().packetCount();
        VideoRun.Pass whole = run.closedLoop(lap);
        picture = run.picture();
        return whole.lost() > 0 || run.verify(lap);
    }

    private HopCalibration calibrate(String when) {
        progress.show("measuring core-to-core latency");
        HopCalibration found = HopCalibration.measure();
        calibration.add(when + ": " + found);
        return found;
    }

    /** Packets of a twentieth of a second, but at least one lap. */
    private long slice(long offered) {
        return Math.max(plan.stream().capture().packetCount(), offered / SLICES_PER_SECOND);
    }

    private static Pass median(List<Pass> passes) {
        return passes.stream().sorted(java.util.Comparator.comparingDouble(Pass::rate)).skip(passes.size() / 2).findFirst().orElseThrow();
    }

    private void record(String engine, String layout, String path, VideoRun run, Pass pass, OpenLoop open,
        String mode, boolean verified) {
        long payload = VideoPayload.bytes(plan.stream(), pass.packets());
        double hostShare = pass.processorSeconds().getOrDefault("host", 0.0) / pass.seconds();
        boolean live = "live".equals(engine);
        book.add(new ComparisonRecord("video", path, engine, live ? "this machine" : plan.profile(), plan.seed(),
            live ? plan.repeats() : 1,
            pass.packets(), pass.seconds(), layout, mode, open.packetsPerSecond(),
            new ComparisonRecord.Rate(pass.rate(), payload * 8 / pass.seconds()),
            ComparisonRecord.Latency.of(open.latencies(), open.lost()),
            new ComparisonRecord.Host(pass.hostMessages(), pass.hostInterrupts(), hostShare, pass.accounts().hostMemoryBytes()),
            new ComparisonRecord.Bus(pass.accounts().dataBytes(), run.carriedHeaderBytes(pass.packets()), pass.accounts().controlBytes(),
                payload == 0 ? 0 : (pass.accounts().dataBytes() - run.carriedHeaderBytes(pass.packets())) / (double) payload),
            pass.processorSeconds(), live && pass.packets() > 0 ? pass.allocatedBytes() / (double) pass.packets() : 0,
            pass.transfer().route(),
            pass.lost(), verified), open.latencies());
        plans.put(path, pass.transfer().plan().describe());
    }

    private static VideoPath path(String name) {
        return switch (name) {
            case "host" -> new HostPath();
            case "i2o" -> new PeerVideoPath();
            case "spine" -> new SpineVideoPath();
            default -> throw new IllegalArgumentException("no path '" + name + "'; there are " + VideoPlan.PATHS);
        };
    }

    private SpineSystem system(String engineName, String layout) {
        MachineProfile profile = ProfileFile.find(plan.profile());
        boolean live = "live".equals(engineName);
        Engine engine = live ? new LiveEngine("two-core".equals(layout) ? TWO_CORE : ThreadLayout.ONE_CORE, plan.seed())
            : new ModelledEngine(profile, plan.seed());
        WireTiming timing = live ? Wire.IMMEDIATE : profile.wire();
        SystemDescription description = VideoSystem.describe(plan.stream(), plan.profile(), plan.seed(), "capture",
            new CaptureKind.Spec(VideoSystem.WIRE, plan.stream().capture(), RECEIVE_BUFFERS));
        return SpineComponent.create().systemFactory().build(description, engine, profile, timing);
    }

    /** Wire and card on one core, host and screen on the other. */
    private static final ThreadLayout TWO_CORE = ThreadLayout.twoCore(path -> path.endsWith("/host") || path.endsWith("/"
        + VideoSystem.SCREEN) ? 1 : 0);
}
