package dev.spine.perf.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.profile.ProfileFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SS-56")
class ClusterTest {
    private static final long MAX_NS = 200_000_000;
    private static final long SLICE_NS = 1_000_000;

    @Test
    void everyMessageOfEveryNodeArrivesOnceAndIsAnswered() {
        ClusterPlan plan = new ClusterPlan(9, 40, 3);
        try (Cluster cluster = new Cluster(plan, ProfileFile.find("lanai-33"), 1)) {
            Cluster.Outcome outcome = cluster.run(1, MAX_NS, SLICE_NS);
            assertEquals(plan.allMessages(), outcome.delivered());
            assertEquals(0, outcome.lost());
            assertTrue(cluster.isComplete());
        }
    }

    @Test
    void severalThreadsMakeTheSameRun() {
        ClusterPlan plan = new ClusterPlan(12, 30, 3);
        Cluster.Outcome one = run(plan, 1);
        assertEquals(one, run(plan, 2));
        assertEquals(one, run(plan, 4));
    }

    @Test
    void devicesAloneLoseNothing() {
        ClusterPlan plan = new ClusterPlan(9, 40, 3);
        try (DeviceCluster cluster = new DeviceCluster(plan, ProfileFile.find("lanai-33"), 1)) {
            Cluster.Outcome outcome = cluster.runToEnd(1, SLICE_NS);
            assertEquals(plan.allMessages(), outcome.delivered());
            assertEquals(0, outcome.lost());
            cluster.verify();
        }
    }

    @Test
    void severalThreadsMakeTheSameRunOfDevices() {
        ClusterPlan plan = new ClusterPlan(12, 30, 3);
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
