package dev.spine.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.Wire;
import dev.spine.iop.engine.LiveEngine;
import dev.spine.perf.forward.ForwardRun.Pass;
import dev.spine.perf.profile.ProfileFile;
import dev.spine.perf.system.SpineComponent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardRunTest {
    private static final int TABLE_BYTES = 4 << 20;
    private static final String PROFILE = "lanai-33";
    private static final int[] SIZES = {64, 594, 1518, 128};

    private static ForwardStage stage(ForwardRoutes routes, String layout) {
        ForwardPackets packets = new ForwardPackets(routes, SIZES, 4096, 1);
        return ForwardStage.of(SpineComponent.create().systemFactory().build(
            ForwardSystem.describe(PROFILE, 1, packets.offered(), TABLE_BYTES), new LiveEngine(ForwardSystem.layout(layout), 1),
            ProfileFile.find(PROFILE), Wire.IMMEDIATE), routes, packets, TABLE_BYTES);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5_000})
    void theHostsAccountsReadNothingWhileCardsForward(int routes) {
        try (ForwardRun run = new ForwardRun(stage(ForwardRoutes.of(routes), "one-core"), new SpineForwardPath())) {
            Pass pass = run.closedLoop(20_000, true);
            assertEquals(20_000, pass.packets());
            assertEquals(0, pass.lost());
            assertEquals(0, pass.wrong(), "each is byte for byte what the reference says, in order");
            assertEquals(0, pass.hostMessages());
            assertEquals(0, pass.hostInterrupts());
            assertEquals(0, pass.accounts().hostMemoryBytes());
            assertTrue(pass.accounts().dataBytes() > 0, "the packets have crossed the bus");
        }
    }

    @Test
    void thePathsOfTheHostForwardTheSamePackets() {
        for (HostForwardPath path : List.of(HostForwardPath.copying(), HostForwardPath.splicing())) {
            try (ForwardRun run = new ForwardRun(stage(ForwardRoutes.of(5_000), "one-core"), path)) {
                // A port that has just been opened may still wait for buckets.
                run.closedLoop(2_000, false);
                Pass pass = run.closedLoop(20_000, true);
                assertEquals(0, pass.lost(), () -> path.name() + ", by the host dropped: " + path.dropped());
                assertEquals(0, pass.wrong(), path.name());
                assertTrue(pass.hostMessages() > 0 && pass.accounts().hostMemoryBytes() > 0, "the packets are in the host's accounts");
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
    void latenciesAreTakenOfEachPacketThatArrives() {
        try (ForwardRun run = new ForwardRun(stage(ForwardRoutes.of(1), "two-core"), new SpineForwardPath())) {
            Pass pass = run.openLoop(20_000, 4_000);
            assertEquals(pass.packets() - pass.wrong(), pass.latencies().getTotalCount());
            assertTrue(pass.packets() + pass.lost() == 4_000);
        }
    }
}
