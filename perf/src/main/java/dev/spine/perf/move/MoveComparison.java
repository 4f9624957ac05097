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
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.PathComparison;
import dev.spine.perf.report.PathPlan;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.output.Progress;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.scenario.BudgetExceededException;
import org.HdrHistogram.Histogram;

/**
 * Runs the workloads of stored data over every path and engine of a plan. On the live engine the passes of the paths alternate, so that a
 * change of the machine's mood meets all of them; everything is on one thread (layout {@code one-core}).
 */
public final class MoveComparison extends PathComparison {
    private static final int WARM_UPS = 2;
    private static final int SLICES_PER_SECOND = 20;
    private static final int WARM_UP_SLICES = 4;
    private static final int ORDERS = 300;
    /** Chunks of an order whose latency is taken. */
    private static final int CHUNKS_OF_AN_ORDER = 10;
    private static final int SHOW_FACTOR = 10;
    private static final String LAYOUT = "one-core";

    private final MovePlan plan;

    /**
     * A comparison.
     *
     * @param plan what to run
     * @param progress says how far it is
     */
    public MoveComparison(MovePlan plan, Progress progress) {
        super(plan, progress);
        this.plan = plan;
    }

    @Override
    public void run(FoundTables found) {
        for (MoveWorkload workload : plan.workloads()) {
            for (String engine : plan.engines()) {
                Comparing table = new Comparing(workload, engine);
                if (PathPlan.LIVE.equals(engine)) {
                    table.run(workload.title() + " ", WARM_UPS, found);
                } else {
                    BudgetExceededException.during(plan.profile(), () -> table.run(workload.title() + " ", WARM_UPS, found));
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

    /** A path on this machine, everything on one thread. */
    static MoveRun live(String path, MoveWorkload workload, long seed) {
        byte[] image = ReferenceImage.of(MoveSystem.usedBytes(workload), seed);
        return new MoveRun(MoveStage.of(system(workload, PathPlan.LIVE, ProfileFile.BUNDLED.getFirst(), seed, image), workload, image),
            path(path));
    }

    private static SpineSystem system(MoveWorkload workload, String engineName, String profileName, long seed, byte[] image) {
        MachineProfile profile = ProfileFile.find(profileName);
        boolean live = PathPlan.LIVE.equals(engineName);
        Engine engine = live ? new LiveEngine(ThreadLayout.ONE_CORE, seed) : new ModelledEngine(profile, seed);
        WireTiming timing = live ? Wire.IMMEDIATE : profile.wire();
        return SpineComponent.create().systemFactory().build(MoveSystem.describe(workload, profileName, seed, image), engine, profile,
            timing);
    }

    /** One workload on one engine. */
    private final class Comparing extends Table<MoveRun, Pass> {
        private final MoveWorkload workload;
        private final String engine;
        private final byte[] image;
        private final long chunks;

        Comparing(MoveWorkload workload, String engine) {
            super(workload.title(), engine, PathPlan.LIVE.equals(engine) ? LAYOUT : PathPlan.MODELLED, workload.title() + " " + engine);
            this.workload = workload;
            this.engine = engine;
            this.image = ReferenceImage.of(MoveSystem.usedBytes(workload), plan.seed());
            this.chunks = (isLive() ? plan.liveChunks() : plan.modelledChunks()) / (workload == MoveWorkload.SHOW ? SHOW_FACTOR : 1);
        }

        @Override
        protected MoveRun setUp(String path) {
            return new MoveRun(MoveStage.of(system(workload, engine, plan.profile(), plan.seed(), image), workload, image), path(path));
        }

        @Override
        protected Pass saturate(MoveRun run, String path) {
            return run.fastest(chunks);
        }

        @Override
        protected void measure(long offered) {
            for (int i = 0; i < runs().size(); i++) {
                show(plan.paths().get(i) + ", latencies");
                MoveRun run = runs().get(i);
                boolean verified = run.verify();
                long moved = median(i).units();
                record(i, "-", latencies(run, workload, isLive(), offered, chunks), moved * MoveSystem.chunkBytes(workload),
                    moved * run.path().carriedHeaderBytes(workload), run.path().route(workload), verified);
            }
        }
    }
}
