package dev.spine.perf.move;

import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.perf.move.MoveRun.Pass;
import dev.spine.perf.reference.ReferenceImage;
import dev.spine.perf.report.BusyTimes;
import dev.spine.perf.report.LivePath;
import dev.spine.perf.report.MeasurementObserver;
import dev.spine.perf.report.PathReading;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.profile.ProfileFile;
import java.util.Map;
import java.util.function.UnaryOperator;

/** One path of stored data on the modelled engine, for those who ask what a described machine would do. One thread. */
public final class MoveExperiment {
    /** Bytes of data in a packet from or to the network. */
    public static final int PACKET_DATA = MoveSystem.PACKET_DATA;

    private MoveExperiment() {}

    /**
     * Moves the workload's extent once, as fast as the path can, and reads how busy the machine was with it.
     *
     * @param profile reference of the machine's profile
     * @param path {@code host}, {@code i2o} or {@code spine}
     * @param workload what is moved
     * @param seed of the disk's content and of the engine
     * @param witness looks on
     * @return what the machine did
     */
    public static PathReading read(String profile, String path, MoveWorkload workload, long seed, MeasurementObserver witness) {
        return read(profile, path, workload, seed, UnaryOperator.identity(), witness);
    }

    /**
     * Does the same on a system that is like another one.
     *
     * @param profile reference of the machine's profile
     * @param path {@code host}, {@code i2o} or {@code spine}
     * @param workload what is moved
     * @param seed of the disk's content and of the engine
     * @param fitting makes the workload's system like the other one; names stay as they are
     * @param witness looks on
     * @return what the machine did
     */
    public static PathReading read(String profile, String path, MoveWorkload workload, long seed,
        UnaryOperator<SystemDescription> fitting, MeasurementObserver witness) {
        MachineProfile machine = ProfileFile.find(profile);
        ModelledEngine engine = new ModelledEngine(machine, seed);
        witness.onEngine(engine);
        byte[] image = ReferenceImage.of(MoveSystem.usedBytes(workload), seed);
        SpineSystem system = SpineComponent.create().systemFactory().build(
            fitting.apply(MoveSystem.describe(workload, profile, seed, image)), engine, machine, machine.wire());
        MovePath chosen = MoveComparison.path(path);
        try (MoveRun run = new MoveRun(MoveStage.of(system, workload, image), chosen)) {
            BusyTimes before = new BusyTimes(engine);
            witness.onBegin();
            Pass pass = run.fastest(1);
            Map<String, Double> busy = new BusyTimes(engine).sharesSince(before, pass.seconds());
            double wireNs = workload == MoveWorkload.SHOW ? 0
                : machine.wire().serialisationNs(MoveSystem.PACKET_HEADERS + MoveSystem.PACKET_DATA);
            return PathReading.of(pass, busy, pass.units() * wireNs, pass.units() * MoveSystem.chunkBytes(workload),
                pass.units() * chosen.carriedHeaderBytes(workload));
        }
    }

    /**
     * {@return a path on this machine, everything on one thread}
     *
     * @param path {@code host}, {@code i2o} or {@code spine}
     * @param workload what is moved
     * @param seed of the disk's content and of the engine
     */
    public static LivePath live(String path, MoveWorkload workload, long seed) {
        return LivePath.of(MoveComparison.live(path, workload, seed), MoveRun::fastest);
    }

    /**
     * {@return the description of the system that the data go through}
     *
     * @param profile reference of the machine's profile
     * @param workload what is moved
     * @param seed of all randomness
     */
    public static SystemDescription system(String profile, MoveWorkload workload, long seed) {
        return MoveSystem.describe(workload, profile, seed, ReferenceImage.of(MoveSystem.usedBytes(workload), seed));
    }
}
