package dev.spine.iop.engine.live;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.i2o.unit.EdgeListener;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How a live thread sleeps: until somebody calls, or, if all its agents are interrupt-driven, delivers to a list of theirs.
 *
 * <p>The sleeper says that it sleeps and then looks at its lists; whoever delivers puts the object into the list and then looks whether the
 * sleeper sleeps. With a full fence between the two on both sides, one of them sees the other.
 */
final class Sleeper implements EdgeListener {
    /** The longest sleep: a bound for what no list announces, such as a socket that somebody on the host looks at in his turn. */
    static final long LONGEST_NS = 1_000_000;
    /** How soon a sleeper looks again for a frame: its return causes no interrupt. */
    static final long FRAME_POLL_NS = 50_000;

    private DeliveryList<?>[] lists = {};
    private @Nullable Thread thread;
    private volatile @Nullable IdleWait place;
    private volatile boolean asleep;
    /** Somebody has called since the thread last fell asleep, or tried to. */
    private volatile boolean called;

    /** Adds a list that ends a sleep. While the system is built, or on the thread itself. */
    void listenTo(DeliveryList<?> list) {
        lists = Arrays.copyOf(lists, lists.length + 1);
        lists[lists.length - 1] = list;
        list.notifyEdgesTo(this);
    }

    void wakes(Thread sleeping) {
        thread = sleeping;
    }

    /** Where the thread sleeps from now on; null for parking. On the thread itself, or before it runs. */
    void sleepsIn(@Nullable IdleWait wait) {
        place = wait;
    }

    @Override
    public void onDelivery() {
        VarHandle.fullFence();
        if (asleep) {
            asleep = false;
            wake();
        }
    }

    /** There is something that no list of these announces; any thread. */
    void call() {
        called = true;
        onDelivery();
    }

    /** Ends the present sleep, or the next one; any thread. */
    void wake() {
        IdleWait wait = place;
        if (wait != null) {
            wait.wake();
        }
        LockSupport.unpark(thread);
    }

    /** Says that the thread sleeps; false when there is something to do. On the thread itself. */
    boolean mayFallAsleep() {
        asleep = true;
        VarHandle.fullFence();
        if (called) {
            called = false;
            return false;
        }
        for (DeliveryList<?> list : lists) {
            if (!list.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    void awake() {
        asleep = false;
    }
}
