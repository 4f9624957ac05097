package dev.spine.iop.engine.live;

import dev.spine.iop.engine.RevocationFence;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;

/**
 * Waits until every other thread of the engine has completed two cycles or is parked. The own thread has nothing in flight: DMA is done
 * within the call that submits it.
 */
final class LiveFence implements RevocationFence {
    private static final long NOT_WAITING = -1;
    /** What two cycles add to a thread's published number. */
    static final long TWO_CYCLES = 4;

    private final List<LiveThread> threads;
    private final LiveThread own;
    private final long[] seen;

    LiveFence(List<LiveThread> threads, LiveThread own) {
        this.threads = threads;
        this.own = own;
        this.seen = new long[threads.size()];
        Arrays.fill(seen, NOT_WAITING);
    }

    @Override
    public void begin() {
        // Pairs with the fence before a thread's first DMA of a cycle: either that thread sees the revocation, or we see the number of
        // the cycle before and wait for the end of the one in which it did not.
        VarHandle.fullFence();
        for (int i = 0; i < seen.length; i++) {
            LiveThread thread = threads.get(i);
            seen[i] = thread == own ? NOT_WAITING : thread.published;
        }
        own.wakeAt(own.nowNs());
    }

    @Override
    public boolean isPassed() {
        boolean passed = true;
        for (int i = 0; i < seen.length; i++) {
            if (seen[i] != NOT_WAITING) {
                long published = threads.get(i).published;
                if ((published & 1) == 1 || published - (seen[i] & -2L) >= TWO_CYCLES) {
                    seen[i] = NOT_WAITING;
                } else {
                    passed = false;
                }
            }
        }
        if (!passed) {
            own.wakeAt(own.nowNs());
        }
        return passed;
    }
}
