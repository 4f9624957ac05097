package dev.spine.perf.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.cluster.ClusterPlan.Pattern;
import dev.spine.system.profile.ProfileFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("SS-56")
class ClusterTest {
    private static final long MAX_NS = 200_000_000;
    private static final long SLICE_NS = 1_000_000;

    @ParameterizedTest
    @EnumSource(Pattern.class)
    void everyMessageOfEveryNodeArrivesOnceAndIsAnswered(Pattern pattern) {
        ClusterPlan plan = new ClusterPlan(9, 40, 3, pattern);
        try (Cluster cluster = new Cluster(plan, ProfileFile.find("lanai-33"), 1)) {
            Cluster.Outcome outcome = cluster.run(1, MAX_NS, SLICE_NS);
            assertEquals(plan.allMessages(), outcome.delivered());
            assertEquals(0, outcome.lost());
            assertTrue(cluster.isComplete());
        }
    }

    @Test
    void severalThreadsMakeTheSameRun() {
        ClusterPlan plan = new ClusterPlan(12, 30, 3, Pattern.STORM);
        Cluster.Outcome one = run(plan, 1);
        assertEquals(one, run(plan, 2));
        assertEquals(one, run(plan, 4));
    }

    @ParameterizedTest
    @EnumSource(Pattern.class)
    void devicesAloneLoseNothing(Pattern pattern) {
        ClusterPlan plan = new ClusterPlan(9, 40, 3, pattern);
        try (DeviceCluster cluster = new DeviceCluster(plan, ProfileFile.find("lanai-33"), 1)) {
            Cluster.Outcome outcome = cluster.runToEnd(1, SLICE_NS);
            assertEquals(plan.allMessages(), outcome.delivered());
            assertEquals(0, outcome.lost());
            cluster.verify();
        }
    }

    @Test
    void severalThreadsMakeTheSameRunOfDevices() {
        ClusterPlan plan = new ClusterPlan(12, 30, 3, Pattern.STORM);
        Cluster.Outcome one = devices(plan, 1);
        assertEquals(one, devices(plan, 2));
        assertEquals(one, devices(plan, 4));
    }

    private static Cluster.Outcome devices(ClusterPlan plan, int threads) {
        try (DeviceCluster cluster = new DeviceCluster(plan, ProfileFile.find("lanai-33"), 7)) {
            return cluster.runToEnd(threads, SLICE_NS);
        }
    }

    private static Cluster.Outcome run(ClusterPlan plan, int threads) {
        try (Cluster cluster = new Cluster(plan, ProfileFile.find("lanai-33"), 7)) {
            return cluster.run(threads, MAX_NS, SLICE_NS);
        }
    }
}
