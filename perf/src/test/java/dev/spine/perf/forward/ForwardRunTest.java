package dev.spine.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.perf.forward.ForwardRun.Pass;
import dev.spine.system.kind.CaptureKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardRunTest {
    private static final int TABLE_BYTES = 4 << 20;
    private static final String PROFILE = "lanai-33";
    private static final int[] SIZES = {64, 594, 1518, 128};

    private static ForwardStage stage(ForwardRoutes routes, ForwardMachine machine) {
        return ForwardStage.build(machine, new ForwardTraffic(routes, new ForwardPackets(routes, SIZES, 4096, 1)), TABLE_BYTES, 1);
    }

    private static ForwardMachine live(String layout) {
        return ForwardMachine.live(layout, PROFILE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5_000})
    void theHostsAccountsReadNothingWhileCardsForward(int routes) {
        try (ForwardRun run = new ForwardRun(stage(ForwardRoutes.of(routes), live("one-core")), new SpineForwardPath())) {
            Pass pass = run.closedLoop(20_000, true);
            assertEquals(20_000, pass.units());
            assertEquals(0, pass.lost());
            assertEquals(0, pass.wrong(), "each is byte for byte what the reference says, in order");
            assertEquals(0, pass.costs().hostMessages());
            assertEquals(0, pass.costs().hostInterrupts());
            assertEquals(0, pass.costs().accounts().hostMemoryBytes());
            assertTrue(pass.costs().accounts().dataBytes() > 0, "the packets have crossed the bus");
        }
    }

    @Test
    void oneCardForwardsOverTheWireThatPacketsCameBy() {
        ForwardRoutes routes = ForwardRoutes.of(5_000);
        ForwardPackets packets = new ForwardPackets(routes, SIZES, 4096, 1, ForwardSystem.IN_MAC);
        SpineForwardPath path = new SpineForwardPath();
        try (ForwardRun run = new ForwardRun(
            ForwardStage.buildOneCard(live("one-core"), new ForwardTraffic(routes, packets), TABLE_BYTES, 1), path)) {
            Pass pass = run.closedLoop(20_000, true);
            assertEquals(0, pass.lost());
            assertEquals(0, pass.wrong(), "each is byte for byte what the reference says, in order");
            assertEquals(0, pass.costs().hostMessages());
            assertEquals(0, pass.costs().accounts().dataBytes(), "nothing crosses the bus");
            assertTrue(path.inForceSeconds() >= path.workedOutSeconds());
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("SS-07")
    void thePathsOfTheHostForwardTheSamePackets(HostForwardPath.Way way) {
        HostForwardPath path = new HostForwardPath(way);
        try (ForwardRun run = new ForwardRun(stage(ForwardRoutes.of(5_000), live("one-core")), path)) {
            // A port that has just been opened may still wait for buckets.
            run.closedLoop(2_000, false);
            Pass pass = run.closedLoop(20_000, true);
            assertEquals(0, pass.lost(), () -> path.name() + ", by the host dropped: " + path.dropped());
            assertEquals(0, pass.wrong(), path.name());
            assertTrue(pass.costs().hostMessages() > 0 && pass.costs().accounts().hostMemoryBytes() > 0,
                "the packets are in the host's accounts");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHostThatSleepsMeanwhileLosesNothingOfAClosedLoop(HostForwardPath.Way way) {
        ForwardMachine machine = new ForwardMachine(ForwardMachine.LIVE, "host-core", PROFILE, new IdlePolicy(0, 0, 50_000, 500_000));
        for (int life = 0; life < 3; life++) {
            HostForwardPath path = new HostForwardPath(way);
            try (ForwardRun run = new ForwardRun(stage(ForwardRoutes.of(1), machine), path)) {
                for (int i = 0; i < 3; i++) {
                    assertEquals(0, run.closedLoop(2_000, false).lost(), () -> "by the host dropped: " + path.dropped());
                }
            }
        }
    }

    @Test
    @Tag("SS-13")
    @Tag("SS-49")
    void ofHeadersAloneTheHostsMemorySeesTheHeads() {
        long[] hostBytes = new long[2];
        HostForwardPath.Way[] ways = {HostForwardPath.Way.SPLICE, HostForwardPath.Way.HEADER};
        long packets = 8_000;
        for (int i = 0; i < ways.length; i++) {
            try (ForwardRun run = new ForwardRun(stage(ForwardRoutes.of(1), ForwardMachine.modelled(PROFILE)),
                new HostForwardPath(ways[i]))) {
                run.closedLoop(2_000, false);
                Pass pass = run.closedLoop(packets, true);
                assertEquals(0, pass.lost() + pass.wrong());
                long controlled = pass.costs().accounts().controlBytes();
                hostBytes[i] = pass.costs().accounts().hostMemoryBytes();
                assertTrue(hostBytes[i] > 0 && controlled > 0);
            }
        }
        long bodies = 0;
        for (int size : SIZES) {
            bodies += 2 * (packets / SIZES.length) * Math.max(0, size - ForwardPackets.FCS_BYTES - HostForwardPath.HEAD_BYTES);
        }
        double less = (hostBytes[0] - hostBytes[1]) / (double) bodies;
        assertEquals(1.0, less, 0.05, "bodies neither come into host memory nor leave it");
    }

    @Test
    void thePeerPathSendsWhatCameUntouchedAndTheHostSeesNothing() {
        try (ForwardRun run = new ForwardRun(stage(ForwardRoutes.of(1), live("one-core")), new BridgeForwardPath())) {
            Pass pass = run.closedLoop(20_000, true);
            assertEquals(0, pass.lost());
            assertEquals(0, pass.wrong(), "each as it was offered, in order");
            assertEquals(0, pass.costs().hostMessages());
            assertEquals(0, pass.costs().accounts().hostMemoryBytes());
        }
    }

    @Test
    void aCapturesPacketsAreForwardedByEveryPath() throws CaptureException {
        ForwardInput.Recorded recorded = new ForwardInput.Recorded(CaptureKind.open("ball"), "ball");
        assertEquals(0, recorded.leftOut());
        for (String name : ForwardPlan.PATHS) {
            try (ForwardRun run = new ForwardRun(
                ForwardStage.build(ForwardMachine.modelled(PROFILE), recorded.traffic(1), TABLE_BYTES, 1), ForwardPaths.of(name))) {
                Pass pass = run.closedLoop(3_000, true);
                assertEquals(0, pass.lost() + pass.wrong(), name);
            }
        }
    }

    @Test
    void theRangesOfTheHostAreWhatTheLongestPrefixSays() {
        ForwardRoutes routes = ForwardRoutes.of(20_000);
        HostTable table = new HostTable(routes);
        int[] destinations = routes.destinations(50_000, 3);
        int[] expected = routes.gateways(destinations);
        for (int i = 0; i < destinations.length; i++) {
            assertEquals(expected[i], table.gateway(destinations[i]), Integer.toHexString(destinations[i]));
        }
        assertEquals(0, table.gateway(0));
        assertEquals(0, table.gateway(-1));
    }

    @Test
    void latenciesAreTakenOfOnePacketInSixteenThatArrive() {
        try (ForwardRun run = new ForwardRun(stage(ForwardRoutes.of(1), live("two-core")), new SpineForwardPath())) {
            Pass pass = run.openLoop(20_000, 4_000);
            long taken = pass.latencies().getTotalCount();
            assertTrue(taken > pass.units() / 32 && taken < pass.units() / 8, () -> taken + " of " + pass.units());
            assertTrue(pass.units() + pass.lost() == 4_000);
        }
    }
}
