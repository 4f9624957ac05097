package dev.spine.extension.runtime.quota;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LoadPaceTest {
    private static final long BEGIN = 5_000_000_000L;

    private final LoadPace pace = new LoadPace(7);

    /** How long an owner waits after one more failure at a time. */
    private long waitAfterFailure(long nowNs) {
        pace.failed(nowNs);
        long waited = 0;
        while (isThrottled(nowNs + waited)) {
            waited += LoadPace.FIRST_NS;
        }
        return waited;
    }

    private boolean isThrottled(long nowNs) {
        try {
            pace.require(nowNs);
            return false;
        } catch (ThrottledException e) {
            return true;
        }
    }

    @Test
    void theFirstFailuresCostNothing() {
        for (int i = 0; i < LoadPace.FREE; i++) {
            assertEquals(0, waitAfterFailure(BEGIN));
        }
        assertEquals(LoadPace.FIRST_NS, waitAfterFailure(BEGIN));
    }

    @Test
    void theWaitDoublesWithEachFailureAndHasAnEnd() {
        long now = BEGIN;
        for (int i = 0; i < LoadPace.FREE; i++) {
            pace.failed(now);
        }
        for (long expected = LoadPace.FIRST_NS; expected < LoadPace.MAX_NS; expected *= 2) {
            long waited = waitAfterFailure(now);
            assertEquals(expected, waited);
            now += waited;
        }
        for (int i = 0; i < 100; i++) {
            long waited = waitAfterFailure(now);
            assertEquals(LoadPace.MAX_NS, waited);
            now += waited;
        }
    }

    @Test
    void nothingIsRememberedAfterAQuietWhile() {
        for (int i = 0; i < 40; i++) {
            pace.failed(BEGIN);
        }
        assertTrue(isThrottled(BEGIN));
        long later = BEGIN + LoadPace.SOON_NS;
        assertTrue(pace.isQuiet(later));
        for (int i = 0; i < LoadPace.FREE; i++) {
            assertEquals(0, waitAfterFailure(later));
        }
        assertEquals(LoadPace.FIRST_NS, waitAfterFailure(later));
    }

    @Test
    void whoIsThrottledHearsHowOftenItHasFailedAndWhenToTryAgain() {
        for (int i = 0; i <= LoadPace.FREE + 2; i++) {
            pace.failed(BEGIN + i * 1_000_000L);
        }
        String text = String.valueOf(assertThrows(ThrottledException.class,
            () -> pace.require(BEGIN + (LoadPace.FREE + 3) * 1_000_000L)).getMessage());
        assertEquals("extensions of owner 7 have failed 7 times in 6 ms: try again in 15 ms", text);
        assertDoesNotThrow(() -> pace.require(BEGIN + (LoadPace.FREE + 2) * 1_000_000L + 16_000_000L));
    }

    @Test
    void whatIsCountedIsReported() {
        ReportLines none = new ReportLines();
        pace.report(none);
        assertTrue(none.isEmpty());
        for (int i = 0; i <= LoadPace.FREE; i++) {
            pace.failed(BEGIN);
        }
        assertThrows(ThrottledException.class, () -> pace.require(BEGIN));
        ReportLines report = new ReportLines();
        pace.report(report);
        assertEquals(LoadPace.FREE + 1, report.number("failed-loads"));
        assertEquals(1, report.number("throttled"));
    }
}
