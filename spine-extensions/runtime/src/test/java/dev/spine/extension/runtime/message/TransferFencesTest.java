package dev.spine.extension.runtime.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who waits for the end of transfers is told once, when the last of those that were in flight has ended. */
class TransferFencesTest {
    private static final int HANDLER = 9;
    private static final int GENERATION = 2;

    private final TransferFences.Report report = mock(TransferFences.Report.class);
    private final TransferFences fences = new TransferFences(report);

    @BeforeEach
    void makeRoomForReports() {
        when(report.reportFence(anyInt(), anyInt(), anyInt(), any(), anyInt())).thenReturn(true);
    }

    private void verifyNotified(int number) {
        verify(report).reportFence(eq(GENERATION), eq(HANDLER), eq(number), any(), anyInt());
    }

    private void verifyNobodyNotified() {
        verify(report, never()).reportFence(anyInt(), anyInt(), anyInt(), any(), anyInt());
    }

    @Test
    void theLastTransferTells() {
        int bit = fences.take();
        fences.begin(bit, 2, GENERATION, HANDLER, 5);
        fences.onTransferEnd(bit);
        verifyNobodyNotified();
        fences.onTransferEnd(bit);
        verifyNotified(5);
    }

    @Test
    void withoutTransfersItIsToldAtOnce() {
        fences.begin(fences.take(), 0, GENERATION, HANDLER, 6);
        verifyNotified(6);
    }

    @Test
    void severalCanWaitForOneTransfer() {
        int one = fences.take();
        fences.begin(one, 1, GENERATION, HANDLER, 1);
        int other = fences.take();
        assertNotEquals(one, other);
        fences.begin(other, 1, GENERATION, HANDLER, 2);
        fences.onTransferEnd(one | other);
        verifyNotified(1);
        verifyNotified(2);
    }

    @Test
    void thereIsRoomForThirtyTwoAndForMoreWhenReportsWereTaken() {
        int last = 0;
        for (int i = 0; i < TransferFences.CAPACITY; i++) {
            last = fences.take();
            assertNotEquals(0, last);
            fences.begin(last, 1, GENERATION, HANDLER, i);
        }
        assertEquals(0, fences.take());
        fences.onTransferEnd(last);
        assertEquals(0, fences.take(), "its report waits");
        fences.onTaken(last);
        assertEquals(last, fences.take());
    }

    @Test
    void whatNobodyIsToldOfTakesNoPlace() {
        when(report.reportFence(anyInt(), anyInt(), anyInt(), any(), anyInt())).thenReturn(false);
        int bit = fences.take();
        fences.begin(bit, 0, GENERATION, HANDLER, 1);
        assertEquals(bit, fences.take());
    }
}
