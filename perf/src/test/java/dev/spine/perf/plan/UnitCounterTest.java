package dev.spine.perf.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.move.MoveWorkload;
import dev.spine.perf.report.MeasurementObserver;
import dev.spine.perf.report.PathReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans beside runs of the same machine: a plan is an upper bound, is near, and names what limits the run. */
@Tag("SN-18")
class UnitCounterTest {
    /** Of a run: units at its beginning and end do not meet a busy machine. */
    private static final double EDGES = 1.01;
    /** Where the plan names what limits the run. */
    private static final double NEAR = 1.15;
    private static final double LESS_NEAR = 1.25;
    /** Where two resources are as busy as each other, either limits. */
    private static final double CLEARLY = 1.1;

    @ParameterizedTest
    @ValueSource(strings = {"lanai-33", "iop-250", "lanai-33 with bus.topology=switched", "lanai-33 with dma.channels=4"})
    @Tag("full")
    void aPlanIsAnUpperBoundNearTheRunAndNamesWhatLimitsIt(String profile) {
        plansHoldBesideRuns(profile);
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"lanai-25-sbus", "host-400", "acenic", "dpu-pcie5", "lanai-33 with iop.cycles.unit=2.9",
        "lanai-33 with bus.clock-hz=5000000", "lanai-33 with host.clock-hz=20000000", "lanai-33 with wire.bits-per-second=10000000",
        "lanai-33 with dma.setup-ns=20000", "lanai-33 with dma.setup-ns=20000 with dma.channels=4", "iop-250 with dma.channels=2",
        "lanai-33 with bus.turn-bytes=128"})
    void soItIsOnOtherMachines(String profile) {
        plansHoldBesideRuns(profile);
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"lanai-33", "host-400", "dpu-pcie5", "lanai-33 with placement.frames=host with placement.packets=host"})
    void ofStoredDataAPlanIsAnUpperBound(String profile) {
        List<String> wrong = new ArrayList<>();
        for (MoveWorkload move : MoveWorkload.values()) {
            PlannedWorkload workload = PlannedWorkloads.move(move, 1, UnaryOperator.identity());
            for (String path : List.of("host", "i2o", "spine")) {
                UnitWork plan = UnitCounter.count(workload, path, profile);
                PathReading run = workload.pass().read(profile, path, MeasurementObserver.NONE);
                if (run.rate() > plan.limit().unitsPerSecond() * EDGES) {
                    wrong.add(String.format(Locale.ROOT, "%s %s: plan %.0f/s by %s, run %.0f/s with %s", workload.name(), path,
                        plan.limit().unitsPerSecond(), plan.bounds(), run.rate(), run.busyShares()));
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    private static void plansHoldBesideRuns(String profile) {
        for (PlannedWorkload workload : List.of(PlannedWorkloads.video(1), PlannedWorkloads.forward(64, 1))) {
            for (String path : List.of("host", "i2o", "spine")) {
                UnitWork plan = UnitCounter.count(workload, path, profile);
                PathReading run = workload.pass().read(profile, path, MeasurementObserver.NONE);
                String notified = String.format(Locale.ROOT, "%s %s %s: plan %.0f/s by %s, run %.0f/s with %s", profile, workload.name(),
                    path, plan.limit().unitsPerSecond(), plan.bounds(), run.rate(), run.busyShares());
                assertTrue(run.rate() <= plan.limit().unitsPerSecond() * EDGES, notified);
                double near = run.busiest().equals(plan.limit().resource()) ? NEAR : LESS_NEAR;
                assertTrue(run.rate() >= plan.limit().unitsPerSecond() / near, notified);
                Map<String, Double> shares = run.busyShares();
                double second = shares.entrySet().stream().filter(each -> !each.getKey().equals(run.busiest()))
                    .mapToDouble(Map.Entry::getValue).max().orElse(0);
                if (run.busiestShare() > second * CLEARLY) {
                    assertEquals(run.busiest(), plan.limit().resource(), notified);
                }
            }
        }
    }
}
