package dev.spine.host.driver;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.EventData;
import dev.spine.i2o.message.EventIndicator;

/**
 * Brings IOPs back that report that they have failed: restarts each, up to a number of times. Host agent's thread.
 *
 * <p>What a restart means for users is told in {@link ConfigurationListener}. An IOP that fails more often stays as it is; who looks after
 * the machine restarts it by {@link HostDriver#restart}.
 */
public final class IopRecovery implements IopEventListener {
    private static final int EVENT_DATA_WORD = 5;
    private static final int STATE_MASK = 0xFF;

    private final HostDriver driver;
    private final int most;
    private int begun;
    private int succeeded;

    /**
     * Looks after all IOPs of a driver from now on.
     *
     * @param driver the host's driver
     * @param most how many restarts in all, at least 1
     */
    public IopRecovery(HostDriver driver, int most) {
        this.driver = driver;
        this.most = most;
        driver.addEventListener(this);
    }

    /** {@return restarts that were begun} */
    public int begun() {
        return begun;
    }

    /** {@return restarts after which the IOP was in operation} */
    public int succeeded() {
        return succeeded;
    }

    @Override
    public void onEvent(IopDriver iop, int indicator, MessageFrame report) {
        boolean failed = indicator == EventIndicator.STATE_CHANGE && report.target() == Tid.EXECUTIVE
            && (report.wordOrZero(EVENT_DATA_WORD) & STATE_MASK) == EventData.StateChange.FAILED;
        if (failed && begun < most) {
            begun++;
            driver.restart(iop).whenDone(back -> succeeded += back.failure() == null ? 1 : 0);
        }
    }
}
