package dev.spine.device.os;

import dev.spine.iop.engine.live.IdleWait;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Where a live thread sleeps whose agents are woken by descriptors: in {@code poll}, until one of them has something to be read, somebody
 * calls {@link #wake}, or the time is over. One for all agents of a thread.
 *
 * <p>{@link #watch} and {@link #forget} are called while the thread does not run, or on it. When the last descriptor is forgotten the wait
 * gives back what it has of the system; it can still be awaited then, and parks. Nothing is allocated per sleep.
 */
public final class DescriptorWait implements IdleWait {
    private static final int ENTRY = SystemCalls.POLL_ENTRY_BYTES;
    private static final int EVENTS = 4;
    private static final int EVENTS_THAT_CAME = 6;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final int NONE = -1;

    /** How many looks are passed over after one that has found nothing, unless a sleep ends with input. */
    private static final int PASSED_OVER = 8;

    private record Watched(int descriptor, BooleanSupplier wanted, Input input) {}

    /**
     * What is known of one descriptor without asking the system: whoever has just found nothing there need not look again in each cycle of
     * a thread that is busy with others. An idle thread asks the system for all its descriptors with one call. On that thread.
     */
    public static final class Input {
        private int passedOver;

        private Input() {}

        /** {@return whether a look is worth its system call; after some that were not it is one in any case} */
        public boolean isLikely() {
            if (passedOver == 0) {
                return true;
            }
            passedOver--;
            return false;
        }

        /** A look has found nothing. */
        public void wasEmpty() {
            passedOver = PASSED_OVER;
        }
    }

    /** What one sleep waits for, replaced as a whole: the first entry is that of {@link #wake}, the others are those of what is watched. */
    private static final class Sleep {
        private final Watched[] watched;
        private final MemorySegment entries;

        private Sleep(Watched[] watched, MemorySegment entries) {
            this.watched = watched;
            this.entries = entries;
        }
    }

    private final List<Watched> watched = new ArrayList<>();
    private final MemorySegment timeout = Arena.ofAuto().allocate(2 * Long.BYTES, Long.BYTES);
    private final MemorySegment count = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
    private final MemorySegment emptied = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
    private volatile Sleep sleep = new Sleep(new Watched[0], MemorySegment.NULL);
    private volatile int event = NONE;
    private volatile boolean asleep;
    private volatile boolean woken;

    /** A wait without descriptors. */
    public DescriptorWait() {
        count.set(ValueLayout.JAVA_LONG, 0, 1);
    }

    /**
     * Adds a descriptor.
     *
     * @param descriptor whose input ends a sleep
     * @param wanted whether its input is wanted now: asked before each sleep, so that what nobody can take does not keep the thread awake
     * @return what is known of its input; whoever reads may heed it
     */
    public Input watch(int descriptor, BooleanSupplier wanted) {
        if (event == NONE) {
            int made = SystemCalls.eventDescriptor();
            // Without one a call from outside waits until the sleep is over, which is bounded.
            event = made < 0 ? NONE : made;
        }
        Input input = new Input();
        watched.add(new Watched(descriptor, wanted, input));
        describe();
        return input;
    }

    /**
     * Takes a descriptor away.
     *
     * @param descriptor one that is watched, or not
     */
    public void forget(int descriptor) {
        watched.removeIf(one -> one.descriptor() == descriptor);
        describe();
        if (watched.isEmpty() && event != NONE) {
            SystemCalls.close(event);
            event = NONE;
        }
    }

    private void describe() {
        MemorySegment entries = Arena.ofAuto().allocate((long) ENTRY * (watched.size() + 1), Long.BYTES);
        for (int i = 0; i <= watched.size(); i++) {
            entries.set(ValueLayout.JAVA_INT, (long) ENTRY * i, i == 0 ? event : watched.get(i - 1).descriptor());
            entries.set(ValueLayout.JAVA_SHORT, (long) ENTRY * i + EVENTS, (short) SystemCalls.POLLIN);
        }
        sleep = new Sleep(watched.toArray(Watched[]::new), entries);
    }

    @Override
    public void await(long ns) {
        Sleep now = sleep;
        Watched[] all = now.watched;
        MemorySegment entries = now.entries;
        if (all.length == 0) {
            LockSupport.parkNanos(this, ns);
            return;
        }
        for (int i = 0; i < all.length; i++) {
            // A negative descriptor is passed over.
            entries.set(ValueLayout.JAVA_INT, (long) ENTRY * (i + 1), all[i].wanted().getAsBoolean() ? all[i].descriptor() : NONE);
        }
        timeout.set(ValueLayout.JAVA_LONG, 0, ns / NS_PER_S);
        timeout.set(ValueLayout.JAVA_LONG, Long.BYTES, ns % NS_PER_S);
        asleep = true;
        // Whoever wakes says so first and then looks whether somebody sleeps: one of the two sees the other.
        VarHandle.fullFence();
        if (!woken && SystemCalls.pollFor(entries.address(), all.length + 1L, timeout.address()) > 0) {
            for (int i = 0; i < all.length; i++) {
                if (entries.get(ValueLayout.JAVA_SHORT, (long) ENTRY * (i + 1) + EVENTS_THAT_CAME) != 0) {
                    all[i].input().passedOver = 0;
                }
            }
        }
        asleep = false;
        // Whoever has said so meanwhile is heard: the thread runs its next cycle.
        woken = false;
        if (entries.get(ValueLayout.JAVA_SHORT, EVENTS_THAT_CAME) != 0) {
            entries.set(ValueLayout.JAVA_SHORT, EVENTS_THAT_CAME, (short) 0);
            SystemCalls.read(event, emptied.address(), Long.BYTES);
        }
    }

    @Override
    public void wake() {
        woken = true;
        VarHandle.fullFence();
        if (asleep) {
            SystemCalls.write(event, count.address(), Long.BYTES);
        }
    }
}
