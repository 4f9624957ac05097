package dev.spine.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.forward.ForwardRun.Pass;
import dev.spine.system.profile.ProfileFile;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forwarding on machines that take seconds for what others do in microseconds: each pass has its own packets and no other's. */
class SlowForwardTest {
    private static final int PACKETS = 250;
    private static final int BURST = 32;

    private static ForwardRun run(String path, int frameBytes, String change) {
        ForwardRoutes routes = ForwardRoutes.of(1);
        ForwardTraffic traffic = new ForwardTraffic(routes, new ForwardPackets(routes, new int[] {frameBytes}, 4096, 1));
        ForwardMachine machine = ForwardMachine.modelled(ProfileFile.reference("lanai-33", List.of(change)));
        return new ForwardRun(ForwardStage.build(machine, traffic, ForwardComparison.TABLE_BYTES, 1), ForwardPaths.of(path));
    }

    @ParameterizedTest
    @CsvSource({"host,64", "i2o,64", "spine,64", "host,1518", "host-header,1518", "splice,1518", "i2o,1518", "spine,1518"})
    void noPacketOfAPassComesInTheNext(String path, int frameBytes) {
        try (ForwardRun run = run(path, frameBytes, "bus.clock-hz=20kHz")) {
            for (boolean compare : new boolean[] {false, true}) {
                Pass fastest = run.closedLoop(PACKETS, compare);
                assertTrue(fastest.units() > 0 && fastest.lost() >= 0, fastest::toString);
                assertEquals(0, fastest.wrong(), "lost packets make those that come no worse");
            }
            Pass open = run.openLoop(2, 3);
            assertEquals(3, open.units());
            assertEquals(0, open.lost());
            assertEquals(0, open.wrong());
            assertEquals(0, run.openLoop(2, 1).lost());
        }
    }

    /** Bursts that are further apart than a wire of today is ever quiet. */
    @ParameterizedTest
    @ValueSource(strings = {"host", "i2o", "spine"})
    void theLastBurstIsWaitedFor(String path) {
        try (ForwardRun run = run(path, 64, "bus.clock-hz=33MHz")) {
            Pass pass = run.bursts(BURST / 3, BURST, 2 * BURST + 1);
            assertEquals(2 * BURST + 1, pass.units());
            assertEquals(0, pass.lost());
        }
    }
}
