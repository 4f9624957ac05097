package dev.spine.perf.validation;

import dev.spine.perf.forward.ForwardExperiment;
import dev.spine.perf.forward.ForwardInput;
import dev.spine.perf.forward.FrameSizes;
import dev.spine.perf.hop.HopExperiment;
import dev.spine.perf.move.MoveExperiment;
import dev.spine.perf.move.MoveWorkload;
import dev.spine.perf.plan.PlannedWorkload;
import dev.spine.perf.plan.PlannedWorkloads;
import dev.spine.perf.report.LivePath;
import dev.spine.perf.video.VideoExperiment;
import dev.spine.perf.video.VideoPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A workload that runs on both engines. Any thread.
 *
 * @param modelled on a described machine
 * @param paths in order
 * @param live sets a path up on this machine
 */
record ValidatedWorkload(PlannedWorkload modelled, List<String> paths, Function<String, LivePath> live) {
    private static final int[] FRAMES = {64, 1518};
    private static final long HOPS = 3_000;

    /** {@return all of them} */
    static List<ValidatedWorkload> all(long seed) {
        List<ValidatedWorkload> all = new ArrayList<>();
        all.add(new ValidatedWorkload(PlannedWorkloads.video(seed), VideoPlan.PATHS, path -> VideoExperiment.live(path, seed)));
        for (MoveWorkload workload : List.of(MoveWorkload.STORE_IN, MoveWorkload.STORE_OUT)) {
            all.add(new ValidatedWorkload(PlannedWorkloads.move(workload, seed, UnaryOperator.identity()), VideoPlan.PATHS,
                path -> MoveExperiment.live(path, workload, seed)));
        }
        for (int bytes : FRAMES) {
            ForwardInput input = ForwardInput.made(List.of(FrameSizes.of(bytes)), PlannedWorkloads.ROUTES).getFirst();
            all.add(new ValidatedWorkload(PlannedWorkloads.forward(bytes, seed), VideoPlan.PATHS,
                path -> ForwardExperiment.live(path, input, seed)));
        }
        all.add(new ValidatedWorkload(new PlannedWorkload("hops", "request",
            (profile, _, witness) -> HopExperiment.read(profile, HOPS, seed, witness)), List.of(HopExperiment.PATH),
            _ -> HopExperiment.live(seed)));
        return all;
    }
}
