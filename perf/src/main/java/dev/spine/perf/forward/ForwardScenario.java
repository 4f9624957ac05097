package dev.spine.perf.forward;

import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.system.SpineSystem;
import dev.spine.system.scenario.RunObserver;
import dev.spine.system.scenario.Scenario;
import dev.spine.system.scenario.ScenarioRun;
import org.jspecify.annotations.Nullable;

/**
 * Packets go from one network card to another by one path: boot, set-up, then the packets as fast as they arrive at the far end.
 * Any thread.
 *
 * @param path one of {@link ForwardPlan#PATHS}
 * @param profile reference of the machine's profile
 * @param frameBytes of each frame with its checksum, 64 to 1518
 * @param pace when packets come, or null: as fast as the path takes them
 * @param packets how many, at least 1
 */
public record ForwardScenario(String path, String profile, int frameBytes, @Nullable Pace pace, long packets) implements Scenario {
    private static final int LAP = 1 << 12;
    private static final int ROUTES = 1;

    /**
     * Packets as fast as the path takes them.
     *
     * @param path one of {@link ForwardPlan#PATHS}
     * @param profile reference of the machine's profile
     * @param frameBytes of each frame with its checksum, 64 to 1518
     * @param packets how many, at least 1
     */
    public ForwardScenario(String path, String profile, int frameBytes, long packets) {
        this(path, profile, frameBytes, null, packets);
    }

    @Override
    public String name() {
        return "forward-" + path;
    }

    @Override
    public ScenarioRun start(long seed, @Nullable RunObserver observer) {
        ForwardRoutes routes = ForwardRoutes.of(ROUTES);
        ForwardTraffic traffic = new ForwardTraffic(routes, new ForwardPackets(routes, new int[] {frameBytes}, LAP, seed));
        ForwardMachine machine = ForwardMachine.modelled(profile);
        ModelledEngine engine = ScenarioRun.engine(machine.description(), seed, observer);
        ForwardStage stage = ForwardStage.build(machine, engine, traffic, ForwardComparison.TABLE_BYTES, seed);
        ForwardPath moves = ForwardPaths.of(path);
        SpineSystem system = stage.system();
        return ScenarioRun.start(engine, system, observer, () -> {
            system.await("the boot of all IOPs", system.driver()::boot).orThrow();
            moves.open(stage);
            stage.farEnd().begin(null, null);
            ReplayOrder order = new ReplayOrder(pace == null ? moves.closedLoop() : pace, packets);
            system.tasks().run(() -> system.host().context().deliver(stage.wire().orders(), order));
        }, () -> stage.wire().isDone() && stage.farEnd().received() >= packets, moves::close);
    }
}
