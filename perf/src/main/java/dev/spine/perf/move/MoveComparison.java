package dev.spine.perf.move;

import dev.spine.device.wire.Wire;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.perf.move.MoveRun.Pass;
import dev.spine.perf.reference.ReferenceImage;
import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.ComparisonSet;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.Plots;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.output.Progress;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.scenario.BudgetExceededException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Runs the workloads of stored data over every path and engine of a plan. On the live engine the passes of the paths alternate, so that a
 * change of the machine's mood meets all of them; everything is on one thread (layout {@code one-core}).
 */
public final class MoveComparison implements ComparisonResults {
    private static final double OPEN_LOOP_SHARE = 0.8;
    private static final int WARM_UPS = 2;
    private static final int SLICES_PER_SECOND = 20;
    private static final int WARM_UP_SLICES = 4;
    private static final int ORDERS = 300;
    /** Chunks of an order whose latency is taken. */
    private static final int CHUNKS_OF_AN_ORDER = 10;
    private static final int SHOW_FACTOR = 10;
    private static final String LAYOUT = "one-core";

    private final MovePlan plan;
    private final Progress progress;
    private final ComparisonSet book = new ComparisonSet();

    /**
     * A comparison.
     *
     * @param plan what to run
     * @param progress says how far it is
     */
    public MoveComparison(MovePlan plan, Progress progress) {
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
    public void run(FoundTables found) {
        for (MoveWorkload workload : plan.workloads()) {
            for (String engine : plan.engines()) {
                if ("live".equals(engine)) {
                    compare(workload, engine, found);
                } else {
                    BudgetExceededException.during(plan.profile(), () -> compare(workload, engine, found));
                }
            }
        }
    }

    static MovePath path(String name) {
        return switch (name) {
            case "host" -> new HostMovePath();
            case "i2o" -> new PeerMovePath();
            case "spine" -> new SpineMovePath();
            default -> throw new IllegalArgumentException("no path '" + name + "'");
        };
    }

    private void compare(MoveWorkload workload, String engine, FoundTables found) {
        int known = book.records().size();
        boolean live = "live".equals(engine);
        long chunks = (live ? plan.liveChunks() : plan.modelledChunks()) / (workload == MoveWorkload.SHOW ? SHOW_FACTOR : 1);
        byte[] image = ReferenceImage.of(MoveSystem.usedBytes(workload), plan.seed());
        List<MoveRun> runs = new ArrayList<>();
        List<List<Pass>> passes = new ArrayList<>();
        List<MovePath> paths = new ArrayList<>();
        try {
            for (String name : plan.paths()) {
                progress.show(workload.title() + " " + engine + ": setting up path " + name);
                MovePath path = path(name);
                MoveRun run = new MoveRun(MoveStage.of(system(workload, engine, image), workload, image), path);
                runs.add(run);
                paths.add(path);
                passes.add(new ArrayList<>());
                book.setUp(workload.title() + " " + name, run.setupMessages());
            }
            for (int round = live ? -WARM_UPS : 0; round < (live ? plan.repeats() : 1); round++) {
                for (int i = 0; i < runs.size(); i++) {
                    progress.show(workload.title() + " " + engine + ": " + plan.paths().get(i)
                        + (round < 0 ? ", warming up" : ", round " + (round + 1)));
                    Pass pass = runs.get(i).fastest(chunks);
                    if (round >= 0) {
                        passes.get(i).add(pass);
                    }
                }
            }
            double slowest = passes.stream().mapToDouble(list -> median(list).rate()).min().orElse(1);
            long offered = Math.max(1, (long) (slowest * OPEN_LOOP_SHARE));
            for (int i = 0; i < runs.size(); i++) {
                progress.show(workload.title() + " " + engine + ": " + plan.paths().get(i) + ", latencies");
                boolean verified = runs.get(i).verify();
                Latencies latencies = latencies(runs.get(i), workload, live, offered, chunks);
                record(workload, engine, paths.get(i), median(passes.get(i)), latencies, verified);
            }
        } finally {
            progress.clear();
            runs.forEach(MoveRun::close);
        }
        found.onRecords(book.recordsFrom(known));
    }

    /** Latencies, and what was offered and lost while they were taken; 0 where an application orders. */
    private record Latencies(Histogram histogram, long offered, long lost) {}

    private static Latencies latencies(MoveRun run, MoveWorkload workload, boolean live, long offered, long chunks) {
        if (workload == MoveWorkload.STORE_IN) {
            long slice = live ? Math.max(offered / SLICES_PER_SECOND, 1) : chunks;
            Histogram all = new Histogram(3);
            long lost = 0;
            // Live, the first slices are for the compiler.
            for (long left = live ? chunks + WARM_UP_SLICES * slice : chunks; left > 0; left -= slice) {
                Pass pass = run.offered(offered, Math.min(left, slice));
                if (left <= chunks) {
                    all.add(pass.latencies());
                    lost += pass.lost();
                }
            }
            return new Latencies(all, offered, lost);
        }
        long bytes = workload == MoveWorkload.SHOW ? MoveSystem.PICTURE_BYTES : (long) CHUNKS_OF_AN_ORDER * run.stage().chunkBytes();
        run.oneByOne(ORDERS, bytes);
        return new Latencies(run.oneByOne(ORDERS, bytes), 0, 0);
    }

    private static Pass median(List<Pass> passes) {
        return passes.stream().sorted(Comparator.comparingDouble(Pass::rate)).skip(passes.size() / 2).findFirst().orElseThrow();
    }

    private void record(MoveWorkload workload, String engine, MovePath path, Pass pass, Latencies latencies, boolean verified) {
        boolean live = "live".equals(engine);
        long payload = pass.chunks() * MoveSystem.chunkBytes(workload);
        long carried = pass.chunks() * path.carriedHeaderBytes(workload);
        double hostShare = pass.processorSeconds().getOrDefault("host", 0.0) / pass.seconds();
        book.add(new ComparisonRecord(workload.title(), path.name(), engine, live ? "this machine" : plan.profile(), plan.seed(),
            live ? plan.repeats() : 1, pass.chunks(), pass.seconds(), live ? LAYOUT : "modelled", "-", latencies.offered(),
            new ComparisonRecord.Rate(pass.rate(), payload * 8 / pass.seconds()),
            ComparisonRecord.Latency.of(latencies.histogram(), latencies.lost()),
            new ComparisonRecord.Host(pass.hostMessages(), pass.hostInterrupts(), hostShare, pass.accounts().hostMemoryBytes()),
            new ComparisonRecord.Bus(pass.accounts().dataBytes(), carried, pass.accounts().controlBytes(),
                (pass.accounts().dataBytes() - carried) / (double) payload),
            pass.processorSeconds(), live ? pass.allocatedBytes() / (double) pass.chunks() : 0, path.route(workload), pass.lost(),
            verified), latencies.histogram());
    }

    private SpineSystem system(MoveWorkload workload, String engineName, byte[] image) {
        MachineProfile profile = ProfileFile.find(plan.profile());
        boolean live = "live".equals(engineName);
        Engine engine = live ? new LiveEngine(ThreadLayout.ONE_CORE, plan.seed()) : new ModelledEngine(profile, plan.seed());
        WireTiming timing = live ? Wire.IMMEDIATE : profile.wire();
        return SpineComponent.create().systemFactory().build(MoveSystem.describe(workload, plan.profile(), plan.seed(), image), engine,
            profile, timing);
    }
}
