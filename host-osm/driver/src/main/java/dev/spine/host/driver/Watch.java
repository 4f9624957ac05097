package dev.spine.host.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Looks again and again whether an IOP has done something that no reply tells of: written a status word, returned a frame.
 *
 * <p>Looks soon at first, then less and less often, up to once per millisecond. Host agent's thread only; for control.
 */
final class Watch {
    private static final long FIRST_LOOK_NS = 10_000;
    private static final long LAST_LOOK_NS = 1_000_000;

    /** One thing that somebody waits for. */
    private static final class Item {
        final BooleanSupplier condition;
        final String what;
        final long sinceNs;
        final long deadlineNs;
        final Pending<Boolean> result = new Pending<>();
        long intervalNs = FIRST_LOOK_NS;

        Item(BooleanSupplier condition, String what, long sinceNs, long deadlineNs) {
            this.condition = condition;
            this.what = what;
            this.sinceNs = sinceNs;
            this.deadlineNs = deadlineNs;
        }
    }

    private final String iop;
    private final HostAgent agent;
    private final HostTimer timer;
    private final List<Item> items = new ArrayList<>();

    Watch(String iop, HostAgent agent) {
        this.iop = iop;
        this.agent = agent;
        this.timer = agent.timer(this::look);
    }

    /**
     * Waits until a condition holds.
     *
     * @param what for the message of failure, completing "waited for"
     * @param waitNs how long at most
     * @param condition what must hold; may try something and say whether it succeeded
     * @return true; fails when the time is over
     */
    Pending<Boolean> until(String what, long waitNs, BooleanSupplier condition) {
        if (condition.getAsBoolean()) {
            return Pending.of(Boolean.TRUE);
        }
        long nowNs = agent.context().nowNs();
        Item item = new Item(condition, what, nowNs, nowNs + waitNs);
        items.add(item);
        timer.setIn(FIRST_LOOK_NS);
        return item.result;
    }

    private void look() {
        long nowNs = agent.context().nowNs();
        long nextNs = Long.MAX_VALUE;
        for (Item item : List.copyOf(items)) {
            if (item.condition.getAsBoolean()) {
                items.remove(item);
                item.result.complete(Boolean.TRUE);
            } else if (nowNs >= item.deadlineNs) {
                items.remove(item);
                item.result.fail(new WaitedTooLongException(iop, item.what, nowNs - item.sinceNs));
            } else {
                item.intervalNs = Math.min(LAST_LOOK_NS, item.intervalNs * 2);
                nextNs = Math.min(nextNs, Math.min(item.deadlineNs, nowNs + item.intervalNs));
            }
        }
        // What was added meanwhile has set the timer already.
        if (nextNs != Long.MAX_VALUE && (!timer.isSet() || timer.dueNs() > nextNs)) {
            timer.set(nextNs);
        }
    }
}
