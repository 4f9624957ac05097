package dev.spine.iop.engine.live;

import dev.spine.iop.engine.GuestCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks on the threads of a live engine, on a thread of its own: an agent that does not come back because
 * {@linkplain GuestCode code of others} that it runs does not is found, the code condemned, and where that does not help the thread given
 * up.
 *
 * <p>The agents' threads do nothing for it: it reads the numbers of cycles that they publish anyway. Only when a cycle has lasted a part of
 * the limit does it look at the thread's stack. Taking a stack stops the thread for a moment, so whatever was written here before is seen
 * by that thread afterwards: that is the barrier between the two, and costs nothing where nothing hangs.
 *
 * <p>Of a thread that could run, the time counts that it has had a processor, of one that waits all time: on a machine that is busy with
 * something else, nobody hangs. What waits outside of the virtual machine looks as if it could run; it is found after {@link #OUTSIDE}
 * times the limit. Time is counted in looks, each at most {@link #MAX_OF_LOOK} times as long as meant, for the whole machine may stand
 * still.
 */
final class Watchdog implements Runnable {
    /** How long an activation may take unless said otherwise. */
    static final Duration STANDARD_LIMIT = Duration.ofSeconds(5);
    /** After this part of the limit the code that was condemned has to be back: one second of five. */
    static final int GRACE = 5;
    /** How many findings are remembered. */
    static final int REMEMBERED = 8;

    /** Of a thread that could run and had no processor one part of time in so many counts. */
    private static final int OUTSIDE = 10;
    private static final Duration LAST_LOOK = Duration.ofSeconds(2);
    private static final int LOOKS = 10;
    private static final int MAX_OF_LOOK = 2;
    /** A transfer that has begun ends: how often it is looked whether it has, with a wait in between. */
    private static final int PATIENCE = 1_000;
    private static final long SHORT_NS = 1_000_000;

    /** What is known of one thread. */
    private static final class Seen {
        final LiveThread thread;
        final int number;
        long cycle = -1;
        long processorNs;
        GuestCode.@Nullable Activation activation;
        long activeNs;
        boolean condemned;

        Seen(LiveThread thread, int number) {
            this.thread = thread;
            this.number = number;
        }

        void moved(long to) {
            cycle = to;
            activation = null;
            condemned = false;
        }
    }

    /** A thread that was given up, and the agent whose it was. */
    private record Lost(Thread thread, LiveThread of, LiveThread.Loss loss) {}

    private final List<Seen> seen = new ArrayList<>();
    private final List<Lost> lost = new ArrayList<>();
    private final ArrayDeque<String> last = new ArrayDeque<>();
    private final long limitNs;
    private final Consumer<String> log;
    private final Thread own;
    private volatile boolean closed;
    private volatile long hungActivations;
    private volatile long failedAgents;

    /**
     * A watchdog that has not begun.
     *
     * @param threads of the engine
     * @param limit how long an activation may take
     * @param log is notified of each finding, in one line
     */
    Watchdog(List<LiveThread> threads, Duration limit, Consumer<String> log) {
        for (int i = 0; i < threads.size(); i++) {
            seen.add(new Seen(threads.get(i), i));
        }
        this.limitNs = limit.toNanos();
        this.log = log;
        this.own = Thread.ofPlatform().daemon().name("live watchdog").unstarted(this);
    }

    void start() {
        own.start();
    }

    /** Ends it; returns when it looks no more, or when whoever is notified of its findings does not come back from that. */
    void close() throws InterruptedException {
        closed = true;
        LockSupport.unpark(own);
        own.join(LAST_LOOK);
    }

    WatchReport report() {
        synchronized (last) {
            return new WatchReport(hungActivations, failedAgents, AbandonedThreads.count(), List.copyOf(last));
        }
    }

    /** Says a line, and remembers it. Any thread. */
    void say(String line) {
        synchronized (last) {
            if (last.size() == REMEMBERED) {
                last.removeFirst();
            }
            last.addLast(line);
        }
        log.accept(line);
    }

    @Override
    public void run() {
        long waitNs = Math.max(SHORT_NS, limitNs / LOOKS);
        long before = System.nanoTime();
        while (!closed) {
            LockSupport.parkNanos(this, waitNs);
            long now = System.nanoTime();
            long passed = Math.min(now - before, MAX_OF_LOOK * waitNs);
            before = now;
            for (Seen one : seen) {
                look(one, passed);
            }
            lookAtLost();
        }
    }

    private void look(Seen one, long passedNs) {
        LiveContext unwound = one.thread.isUnwound() ? one.thread.runningContext() : null;
        if (unwound != null) {
            // It came back just as it was given up, and has ended by that.
            giveUp(one, unwound, true, "an extension");
            return;
        }
        long published = one.thread.published;
        if (published != one.cycle || (published & 1) == 1) {
            one.moved(published);
            return;
        }
        StackTraceElement[] stack = one.thread.stack();
        LiveContext agent = one.thread.runningContext();
        GuestCode guests = agent == null ? null : guestsOn(agent, stack);
        GuestCode.Activation found = guests == null ? null : guests.find(stack);
        if (agent == null || guests == null || found == null || one.thread.published != one.cycle) {
            one.activation = null;
            return;
        }
        GuestCode.Activation known = one.activation;
        if (known == null || known.stamp() != found.stamp()) {
            one.activation = found;
            one.activeNs = 0;
            counted(one, 0);
            one.condemned = false;
            return;
        }
        one.activation = found;
        one.activeNs += counted(one, passedNs);
        if (!one.condemned && one.activeNs >= limitNs) {
            one.condemned = true;
            condemn(agent, guests, found);
        } else if (one.condemned && one.activeNs >= limitNs + limitNs / GRACE && agent.isRenewable()) {
            abandon(one, agent, guests, found);
        }
    }

    /** {@return how much of the time since the last look counts} */
    private static long counted(Seen one, long passedNs) {
        Thread thread = one.thread.present();
        long processorNs = thread == null ? -1 : ProcessorTime.ofNs(thread);
        long had = processorNs - one.processorNs;
        one.processorNs = processorNs;
        boolean waits = thread == null || thread.getState() != Thread.State.RUNNABLE;
        return waits || processorNs < 0 ? passedNs : Math.clamp(had, passedNs / OUTSIDE, passedNs);
    }

    private static @Nullable GuestCode guestsOn(LiveContext agent, StackTraceElement[] stack) {
        for (GuestCode guests : agent.guests()) {
            if (guests.find(stack) != null) {
                return guests;
            }
        }
        return null;
    }

    // Only this thread writes the counters.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void condemn(LiveContext agent, GuestCode guests, GuestCode.Activation found) {
        String why = "took longer than " + limitNs / 1_000_000 + " ms in " + found.line();
        guests.condemn(found, why);
        say(agent.path() + ": " + found.who() + " " + why + (agent.isRenewable() ? "; it is stopped when it comes back"
            : "; this agent cannot be taken out of service: end the process if it does not come back"));
        hungActivations++;
    }

    /**
     * Gives the thread up, unless it has come back meanwhile. From {@link GuestCode#abandon} on the code ends when it comes back, and the
     * stack that is taken after that tells whether it has done so before: its lines are on the stack as long as it has not.
     */
    private void abandon(Seen one, LiveContext agent, GuestCode guests, GuestCode.Activation hung) {
        guests.abandon();
        GuestCode.Activation still = guests.find(one.thread.stack());
        if (closed || still == null || still.stamp() != hung.stamp() || one.thread.published != one.cycle) {
            guests.pardon();
            return;
        }
        giveUp(one, agent, still.isOutside(), still.who() + ", in " + still.line() + ",");
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void giveUp(Seen one, LiveContext agent, boolean goesOn, String who) {
        LiveThread.Loss loss = one.thread.lose(agent, goesOn);
        for (int i = 0; i < PATIENCE && LiveThread.actsForAgent(loss.thread().getStackTrace()); i++) {
            LockSupport.parkNanos(this, SHORT_NS);
        }
        AbandonedThreads.add(loss.thread());
        say(agent.path() + ": failed: " + who + " does not come back; its thread was given up (" + AbandonedThreads.count() + " of "
            + AbandonedThreads.MAX + "), the others go on; "
            + (goesOn ? "reset it to have it back" : "it hangs in the runtime itself, and fails until the thread ends"));
        lost.add(new Lost(loss.thread(), one.thread, loss));
        one.thread.resume(loss, one.number);
        one.moved(one.thread.published);
        failedAgents++;
    }

    private void lookAtLost() {
        for (Iterator<Lost> all = lost.iterator(); all.hasNext();) {
            Lost one = all.next();
            if (!one.thread().isAlive()) {
                all.remove();
                one.of().submit(new HostRequest.Call<>(() -> {
                    one.of().ended(one.loss());
                    return Boolean.TRUE;
                }));
                say(one.loss().context().path() + ": the thread that was given up has ended");
            }
        }
    }
}
