package dev.spine.perf.benchmarks.tax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.benchmarks.SequenceExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.perf.benchmarks.BenchLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An extension is replaced on the live engine while the host sends it messages as fast as the card takes them. */
@Timeout(120)
class ReplaceUnderMessagesTest {
    private static final int REPLACEMENTS = 20;
    private static final long BETWEEN = 10_000;
    private static final byte[] IMAGE = PackagedExtension.image("sequence", SequenceExtension.class);
    private static final List<byte[]> IMAGES = List.of(IMAGE, LoadBench.variant(IMAGE, 1), LoadBench.variant(IMAGE, 2));

    @ParameterizedTest
    @EnumSource
    void everyMessageIsHandledOnceAndInOrderByOneVersionOrAnother(BenchLayout layout) throws InterruptedException {
        ReplaceRun.Result result = new ReplaceRun(layout, IMAGES, Long.MAX_VALUE).run(2, BETWEEN, BETWEEN, REPLACEMENTS, BETWEEN);

        assertTrue(result.sent() >= (REPLACEMENTS + 2) * BETWEEN, "sent " + result.sent());
        assertEquals(result.sent(), result.last().handled(), "handled");
        assertEquals(0, result.last().disordered(), "out of order");
        assertEquals(result.checksum(), result.last().checksum(), "the checksum that was carried from version to version");
        assertEquals(REPLACEMENTS + 2, result.last().versions(), "versions before the last");
        assertEquals(REPLACEMENTS, result.replacements().size());
    }

    @Test
    void theChecksumTellsTheOrderOfTheNumbers() {
        long forth = SequenceExtension.with(SequenceExtension.with(0, 1), 2);
        long back = SequenceExtension.with(SequenceExtension.with(0, 2), 1);
        assertTrue(forth != back);
    }
}
