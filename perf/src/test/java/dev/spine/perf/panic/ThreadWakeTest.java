package dev.spine.perf.panic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Waking a thread of a host. */
class ThreadWakeTest {
    private static final String PANIC = "lanai-25-sbus";
    private static final double CYCLE_US = 1 / 50.0;

    @Test
    void itHasTheInterruptTheSwitchAndTheCallOnceEach() {
        double usual = ThreadWake.us(PANIC, 1);

        assertEquals(900 * CYCLE_US, ThreadWake.us(PANIC + " with host.cycles.interrupt=1800", 1) - usual, 0.01);
        assertEquals(1_200 * CYCLE_US, ThreadWake.us(PANIC + " with host.cycles.context-switch=2400", 1) - usual, 0.01);
        assertEquals(600 * CYCLE_US, ThreadWake.us(PANIC + " with host.cycles.system-call=1200", 1) - usual, 0.01);
    }
}
