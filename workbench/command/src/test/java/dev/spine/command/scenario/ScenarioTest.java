package dev.spine.command.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.boot.BuiltInSystem;
import dev.spine.extension.api.Message;
import dev.spine.iop.engine.modelled.Replay;
import dev.spine.iop.engine.modelled.Snapshot;
import dev.spine.perf.forward.ForwardPlan;
import dev.spine.perf.forward.ForwardScenario;
import dev.spine.perf.video.VideoPlan;
import dev.spine.perf.video.VideoScenario;
import dev.spine.system.scenario.BootScenario;
import dev.spine.system.scenario.RunObserver;
import dev.spine.system.scenario.Scenario;
import dev.spine.system.scenario.ScenarioRun;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scenarios run to their end, the same whether or not somebody looks on, and can be restored. */
@Timeout(120)
class ScenarioTest {
    private static final String PROFILE = "lanai-33";
    private static final int PACKETS = 20;

    private static final class Activations implements RunObserver {
        private int begun;
        private int ended;

        @Override
        public void onActivation(String agent, int instance, String what, @Nullable Message message) {
            assertTrue(agent.startsWith("node0/"), agent);
            assertEquals(begun, ended, "activations do not nest");
            begun++;
        }

        @Override
        public void onActivationEnd(String agent, int instance, int fuel, long heapBytes, @Nullable String failure) {
            ended++;
        }
    }

    static Stream<Scenario> scenarios() {
        List<Scenario> list = new ArrayList<>(List.of(new BootScenario("boot", BuiltInSystem.describe())));
        VideoPlan.PATHS.forEach(path -> list.add(new VideoScenario(path, PROFILE, PACKETS)));
        ForwardPlan.PATHS.forEach(path -> list.add(new ForwardScenario(path, PROFILE, 64, PACKETS)));
        return list.stream();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aRunIsTheSameWhenSomebodyLooksOn(Scenario scenario) {
        Activations activations = new Activations();
        try (ScenarioRun alone = scenario.start(1, null); ScenarioRun watched = scenario.start(1, activations)) {
            alone.runToEnd();
            watched.runToEnd();
            assertEquals(alone.engine().eventNumber(), watched.engine().eventNumber());
            assertEquals(alone.engine().digest(), watched.engine().digest());
        }
        assertEquals(activations.begun, activations.ended);
        assertEquals(scenario.name().endsWith("spine"), activations.begun > PACKETS);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aRunIsRestoredInItsMiddle(Scenario scenario) {
        List<ScenarioRun> runs = new ArrayList<>();
        Replay replay = new Replay(scenario.name(), seed -> {
            ScenarioRun run = scenario.start(seed, null);
            runs.add(run);
            return run.engine();
        });
        try (ScenarioRun run = scenario.start(1, null)) {
            run.runToEnd();
            Snapshot end = run.engine().snapshot(scenario.name());
            long middle = end.eventNumber() / 2;
            var restored = replay.restore(end.at(middle));
            assertEquals(middle, restored.eventNumber());
            assertTrue(restored.runTo(end.eventNumber()));
            assertEquals(run.engine().digest(), restored.digest());
            assertEquals(run.engine().state(), restored.state());
        } finally {
            runs.forEach(ScenarioRun::close);
        }
    }
}
