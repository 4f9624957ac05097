package dev.spine.perf.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.ComparisonRecord.Bus;
import dev.spine.perf.report.ComparisonRecord.Host;
import dev.spine.perf.report.ComparisonRecord.Latency;
import dev.spine.perf.report.ComparisonRecord.Rate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonWordsTest {
    private static final Latency UNKNOWN = new Latency(0, 0, 0, 0, 0, 3);

    private static ComparisonRecord record(String path, double rate, Latency latency, long lost, boolean verified) {
        return new ComparisonRecord("video", path, "modelled", "lanai-33", 1, 1, 100, 1, "modelled", "-", 100, new Rate(rate, rate),
            latency, new Host(0, 0, 0, 0), new Bus(0, 0, 0, 1), Map.of(), 0, "route", lost, verified, null);
    }

    private static Latency latency(long p50) {
        return new Latency(p50, p50, p50, p50, p50, 0);
    }

    @Test
    void theBestOfThoseThatDidTheWorkIsNamed() {
        String words = ComparisonWords.inShort(List.of(record("host", 100, latency(9_000), 0, true),
            record("i2o", 200, latency(5_000), 0, true), record("spine", 900, latency(1_000), 0, false)));
        assertTrue(words.startsWith("Highest rate: i2o, 200 packets/s, 2.00 times that of host. "
            + "Shortest median latency: i2o, 5.0 us, against 9.0 us of host. "), words);
        assertTrue(words.endsWith("The bytes of spine are NOT as they must be: its figures mean nothing."), words);
    }

    @Test
    void latenciesThatNobodyKnowsAreNotTheShortest() {
        String words = ComparisonWords.inShort(List.of(record("host", 100, latency(9_000), 0, true), record("i2o", 200, UNKNOWN, 0, true)));
        assertTrue(words.contains("Shortest median latency: host, 9.0 us. "), words);
        assertTrue(words.endsWith("i2o lost 3 packets while its latency was measured, so it has none that are known."), words);
    }

    @Test
    void whoLostPacketsIsNotSaidToHaveWrongBytes() {
        String words = ComparisonWords.inShort(List.of(record("host", 100, UNKNOWN, 7, false), record("i2o", 200, UNKNOWN, 7, false)));
        assertTrue(words.contains("host lost 7 packets, so what it has brought is not whole."), words);
        assertFalse(words.contains("NOT") || words.contains("Highest"), words);
    }

    @Test
    void whereTheExtensionLosesThatIsSaid() {
        List<ComparisonRecord> records = List.of(record("host", 100, latency(9_000), 0, true), record("i2o", 200, latency(5_000), 0, true),
            record("spine", 80, latency(1_000), 0, true));
        String words = ComparisonWords.inShort(records);
        assertTrue(words.contains("spine is slower here: 80 packets/s, 0.40 times the rate of i2o, 0.80 times that of host. "), words);
        assertEquals("video, modelled engine, profile lanai-33: spine is SLOWER than host, 0.80 times its rate; is SLOWER than i2o, 0.40"
            + " times its rate.", ComparisonWords.verdict(records).getFirst());
    }

    @Test
    void whereTheExtensionWinsNothingIsSaidToBeSlower() {
        List<ComparisonRecord> records = List.of(record("host", 100, latency(9_000), 0, true),
            record("spine", 180, latency(1_000), 0, true));
        assertFalse(ComparisonWords.inShort(records).contains("slower"));
        assertEquals(List.of("video, modelled engine, profile lanai-33: spine has 1.80 times the rate of host.",
            "While data flow by spine, the host has no message and none of its memory is touched."), ComparisonWords.verdict(records));
    }

    @Test
    void aVerdictCountsWhatIsNotVerified() {
        List<ComparisonRecord> records = List.of(record("host", 100, UNKNOWN, 0, true), record("spine", 900, UNKNOWN, 0, false));
        assertEquals(List.of("1 of 2 rows are NOT verified: what they say of rates and times means nothing."),
            ComparisonWords.verdict(records));
    }

    @Test
    void ofOnePathThereIsNothingToSay() {
        assertEquals("", ComparisonWords.inShort(List.of(record("host", 100, UNKNOWN, 0, true))));
    }
}
