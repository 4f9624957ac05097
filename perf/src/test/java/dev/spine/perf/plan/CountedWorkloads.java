package dev.spine.perf.plan;

import dev.spine.perf.forward.ForwardPlan;
import dev.spine.perf.move.MoveWorkload;
import dev.spine.perf.report.MeasurementObserver;
import dev.spine.perf.video.VideoPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** What is run to count the code of operations: every workload by every path. One thread. */
public final class CountedWorkloads {
    private static final String PROFILE = "lanai-33";
    private static final int[] FRAMES = {64, 1518};
    private static final long SEED = 1;

    private CountedWorkloads() {}

    /** {@return them, by name; each runs once, and is told who looks on} */
    public static Map<String, Consumer<MeasurementObserver>> all() {
        Map<String, Consumer<MeasurementObserver>> all = new LinkedHashMap<>();
        for (String path : ForwardPlan.PATHS) {
            for (int bytes : FRAMES) {
                add(all, PlannedWorkloads.forward(bytes, SEED), path);
            }
        }
        for (String path : VideoPlan.PATHS) {
            add(all, PlannedWorkloads.video(SEED), path);
            for (MoveWorkload workload : MoveWorkload.values()) {
                add(all, PlannedWorkloads.move(workload, SEED, UnaryOperator.identity()), path);
            }
        }
        return all;
    }

    private static void add(Map<String, Consumer<MeasurementObserver>> all, PlannedWorkload workload, String path) {
        all.put(workload.name() + ' ' + path, witness -> workload.pass().read(PROFILE, path, witness));
    }
}
