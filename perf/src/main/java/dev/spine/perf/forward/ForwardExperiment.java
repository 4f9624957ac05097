package dev.spine.perf.forward;

import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.perf.forward.ForwardRun.Pass;
import dev.spine.perf.report.BusyTimes;
import dev.spine.perf.report.CardMemory;
import dev.spine.perf.report.LivePath;
import dev.spine.perf.report.MeasurementObserver;
import dev.spine.perf.report.PathReading;
import dev.spine.system.SystemDescription;
import dev.spine.system.profile.ProfileFile;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One path of the router on the modelled engine, for those who ask what a described machine would do. One thread. */
public final class ForwardExperiment {
    private static final int LAP = 1 << 12;
    private static final int ROUTES = 1;

    private ForwardExperiment() {}

    /**
     * What a machine did.
     *
     * @param packetsPerSecond that left the last wire
     * @param hostShare of the host's processor, 0 to 1
     * @param lost packets that did not arrive
     * @param cardMemory the fullest card afterwards
     */
    public record Outcome(double packetsPerSecond, double hostShare, long lost, @Nullable CardMemory cardMemory) {}

    /**
     * Offers packets as fast as they arrive at the far end.
     *
     * @param profile reference of the machine's profile
     * @param path one of {@link ForwardPlan#PATHS}
     * @param frameBytes of each frame with its checksum, 64 to 1518
     * @param packets how many, at least 1
     * @param seed of the destinations and of the engine
     * @return what the machine did
     */
    public static Outcome closedLoop(String profile, String path, int frameBytes, long packets, long seed) {
        return closedLoop(profile, path, frameBytes, ROUTES, packets, seed);
    }

    /**
     * The same with a table of many routes, to which packets go at random.
     *
     * @param profile reference of the machine's profile
     * @param path one of {@link ForwardPlan#PATHS}
     * @param frameBytes of each frame with its checksum, 64 to 1518
     * @param routes how many, at least 1
     * @param packets how many, at least 1
     * @param seed of the destinations and of the engine
     * @return what the machine did
     */
    public static Outcome closedLoop(String profile, String path, int frameBytes, int routes, long packets, long seed) {
        ForwardTraffic traffic = traffic(frameBytes, routes, seed);
        return run(ForwardStage.build(ForwardMachine.modelled(profile), traffic, ForwardComparison.TABLE_BYTES, seed), path, packets);
    }

    /**
     * Offers packets as fast as they arrive at the far end to one card alone, whose extension sends them by the wire that they came by.
     *
     * @param profile reference of the machine's profile
     * @param frameBytes of each frame with its checksum, 64 to 1518
     * @param packets how many, at least 1
     * @param seed of the destinations and of the engine
     * @return what the machine did
     */
    public static Outcome closedLoopOfOneCard(String profile, int frameBytes, long packets, long seed) {
        ForwardTraffic traffic = traffic(frameBytes, ROUTES, seed);
        return run(ForwardStage.buildOneCard(ForwardMachine.modelled(profile), traffic, ForwardComparison.TABLE_BYTES, seed), "spine",
            packets);
    }

    private static ForwardTraffic traffic(int frameBytes, int routes, long seed) {
        ForwardRoutes made = ForwardRoutes.of(routes);
        return new ForwardTraffic(made, new ForwardPackets(made, new int[] {frameBytes}, LAP, seed));
    }

    private static Outcome run(ForwardStage stage, String path, long packets) {
        try (ForwardRun run = new ForwardRun(stage, ForwardPaths.of(path))) {
            Pass pass = run.closedLoop(packets, false);
            return new Outcome(pass.rate(), pass.hostShare(), pass.lost(), pass.costs().cardMemory());
        }
    }

    /**
     * Offers packets as fast as they arrive at the far end, and reads how busy the machine was with them.
     *
     * @param profile reference of the machine's profile
     * @param path one of {@link ForwardPlan#PATHS}
     * @param input which packets
     * @param packets how many, at least 1
     * @param seed of the destinations and of the engine
     * @param witness looks on
     * @return what the machine did
     */
    public static PathReading read(String profile, String path, ForwardInput input, long packets, long seed, MeasurementObserver witness) {
        return read(profile, path, input, packets, seed, UnaryOperator.identity(), witness);
    }

    /**
     * Does the same on a system that is like another one.
     *
     * @param profile reference of the machine's profile
     * @param path one of {@link ForwardPlan#PATHS}
     * @param input which packets
     * @param packets how many, at least 1
     * @param seed of the destinations and of the engine
     * @param fitting makes the workload's system like the other one; names stay as they are
     * @param witness looks on
     * @return what the machine did
     */
    public static PathReading read(String profile, String path, ForwardInput input, long packets, long seed,
        UnaryOperator<SystemDescription> fitting, MeasurementObserver witness) {
        ForwardTraffic traffic = input.traffic(seed);
        ForwardMachine machine = ForwardMachine.modelled(profile);
        ModelledEngine engine = new ModelledEngine(machine.description(), seed);
        witness.onEngine(engine);
        ForwardStage stage = ForwardStage.build(machine, engine, traffic, ForwardComparison.TABLE_BYTES,
            fitting.apply(ForwardSystem.describe(profile, seed, traffic.packets().offered(), ForwardComparison.TABLE_BYTES)));
        try (ForwardRun run = new ForwardRun(stage, ForwardPaths.of(path))) {
            BusyTimes before = new BusyTimes(engine);
            witness.onBegin();
            Pass pass = run.closedLoop(packets, false);
            Map<String, Double> busy = new BusyTimes(engine).sharesSince(before, pass.seconds());
            WireTiming wire = machine.wire();
            return PathReading.of(pass, busy, (double) traffic.packets().sum(pass.units(), bytes -> (int) wire.serialisationNs(bytes)),
                traffic.packets().sum(pass.units(), length -> length),
                traffic.packets().sum(pass.units(), run.path()::carriedHeaderBytes));
        }
    }

    /**
     * {@return a path on this machine, everything on one thread}
     *
     * @param path one of {@link ForwardPlan#PATHS}
     * @param input which packets
     * @param seed of the destinations and of the engine
     */
    public static LivePath live(String path, ForwardInput input, long seed) {
        ForwardMachine machine = ForwardMachine.live("one-core", ProfileFile.BUNDLED.getFirst());
        return LivePath.of(new ForwardRun(ForwardStage.build(machine, input.traffic(seed), ForwardComparison.TABLE_BYTES, seed),
            ForwardPaths.of(path)), (run, packets) -> run.closedLoop(packets, false));
    }

    /**
     * {@return the description of the system that the packets go through}
     *
     * @param profile reference of the machine's profile
     * @param input which packets
     * @param seed of all randomness
     */
    public static SystemDescription system(String profile, ForwardInput input, long seed) {
        return ForwardSystem.describe(profile, seed, input.traffic(seed).packets().offered(), ForwardComparison.TABLE_BYTES);
    }
}
