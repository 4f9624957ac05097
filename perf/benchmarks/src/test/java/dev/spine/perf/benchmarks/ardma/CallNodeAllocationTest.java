package dev.spine.perf.benchmarks.ardma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.benchmarks.ardma.CallNode.Mode;
import dev.spine.perf.benchmarks.ardma.CallNode.Reading;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a call of a compiled routine leaves alone: the host, and the heap. */
@Tag("AR-08")
@Tag("AR-12")
@Tag("allocation")
@Timeout(120)
class CallNodeAllocationTest {
    private static final int CALLS = Integer.getInteger("spine.calls", 50_000);
    private static final int ROUNDS = 20;
    /** What the order and the word that it was done take. */
    private static final int BYTES_OF_ORDER = 256;

    @Test
    void callsOfACompiledRoutineTakeNoHeapAndNothingOfTheHost() {
        try (CallNode node = new CallNode()) {
            byte[] routine = CallBench.sum();
            long hash = CallNode.hash(routine);
            node.compile(Mode.CHECKED);
            node.server(Mode.CHECKED).offer("sum", routine);
            node.call(Mode.CHECKED, hash, 8, 2);
            assertEquals(1, node.server(Mode.CHECKED).compileWanted());
            long least = Long.MAX_VALUE;
            for (int i = 0; i < ROUNDS && least > BYTES_OF_ORDER; i++) {
                Reading reading = node.call(Mode.CHECKED, hash, 8, CALLS);
                assertEquals(0, reading.wrong());
                assertEquals(2, reading.hostMessages(), "the order, and the word that it was done");
                assertTrue(reading.interrupts() <= 2, reading::toString);
                assertTrue(reading.hostBytes() <= 2 * 64, reading::toString);
                least = Math.min(least, reading.allocated());
            }
            assertTrue(least <= BYTES_OF_ORDER, least + " bytes of " + CALLS + " calls");
        }
    }
}
