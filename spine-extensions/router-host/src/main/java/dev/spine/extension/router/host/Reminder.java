package dev.spine.extension.router.host;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostTimer;

/** When to say again what a card has not answered: the later the more often it was said. Belongs to the host's agent. */
final class Reminder {
    private static final long FIRST_NS = 100_000_000L;
    private static final long LAST_NS = 2_000_000_000L;
    private static final int LONG = 4;

    private final HostTimer timer;
    private long delayNs = FIRST_NS;
    private boolean due;
    private int times;

    Reminder(HostAgent agent) {
        this.timer = agent.timer(() -> due = true);
    }

    /** Something was said for the first time. */
    void begin() {
        times = 0;
        delayNs = FIRST_NS;
        due = false;
        timer.setIn(delayNs);
    }

    /** {@return whether it is time to say it again} */
    boolean isDue() {
        return due;
    }

    /** {@return whether it was said so often that something else may be wrong; true for one time in {@value #LONG}} */
    boolean isLong() {
        return times % LONG == LONG - 1;
    }

    /** It was said again. */
    void again() {
        due = false;
        times++;
        delayNs = Math.min(2 * delayNs, LAST_NS);
        timer.setIn(delayNs);
    }

    /** Nothing waits for an answer. */
    void stop() {
        due = false;
        timer.cancel();
    }
}
