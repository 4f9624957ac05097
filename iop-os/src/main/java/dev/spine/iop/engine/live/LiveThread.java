package dev.spine.iop.engine.live;

import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentMeter;
import dev.spine.iop.engine.Renewable;
import dev.spine.iop.engine.ThreadLostError;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One platform thread of the live engine and the agents that it calls in turn.
 *
 * <p>The cycle is kept small, because a delivery between two threads waits for half of one on average: the agents' steps, one release
 * store of the cycle number, one read of {@link #attention}. The clock is read at most once per cycle, when somebody asks. The full
 * fence that a revocation needs is done before the first DMA of a cycle instead of after every cycle: a cycle without DMA has nothing
 * to fence.
 */
final class LiveThread extends DutyCycle implements Runnable {
    /** No clock reading in this cycle. */
    static final long UNREAD = Long.MIN_VALUE;

    /** One cycle in this many is timed, on average. */
    static final int TIMED_ONE_IN = 16;

    private static final VarHandle PUBLISHED;
    /** Positions in the counts of one agent. */
    private static final int WORKING = 0;
    private static final int PIECES = 1;
    private static final int TIMED_WORKING = 2;
    private static final int TIMED_NS = 3;
    private static final int COUNTS = 4;
    /** Longs kept free on both sides of the counts, for the same reason as around {@link DutyCycle}. */
    private static final int MARGIN = 16;

    static {
        try {
            PUBLISHED = MethodHandles.lookup().findVarHandle(DutyCycle.class, "published", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final LiveEngine engine;
    private final IdlePolicy enginesIdle;
    private IdlePolicy idle;
    private final int limit;
    private final List<Agent> added = new ArrayList<>();
    private final List<LiveContext> contexts = new ArrayList<>();
    private final Queue<HostRequest> requests = new ConcurrentLinkedQueue<>();
    private final List<HostRequest> waiting = new ArrayList<>();
    private final Sleeper sleeper = new Sleeper();
    private boolean sleeps;
    private Agent[] agents = {};
    private long[] counts = {};
    private @Nullable Thread thread;
    /** What a new thread does first: its agent is told that the one before was lost. */
    private @Nullable Loss loss;
    /** A thread that has ended because it was to be given up. */
    private volatile @Nullable Thread unwound;
    private volatile boolean stopped;
    private @Nullable IdleWait idleWait;

    LiveThread(LiveEngine engine, IdlePolicy idle, int limit) {
        this.engine = engine;
        this.enginesIdle = idle;
        this.idle = idle;
        this.limit = limit;
        this.cycleTimeNs = UNREAD;
        this.wakeNs = Long.MAX_VALUE;
        // A thread that does not run yet has nothing in flight.
        this.published = 1;
    }

    LiveEngine engine() {
        return engine;
    }

    void add(Agent agent, LiveContext context) {
        added.add(agent);
        contexts.add(context);
    }

    List<Agent> agents() {
        return added;
    }

    /** How the thread sleeps if all its agents are interrupt-driven. */
    Sleeper sleeper() {
        return sleeper;
    }

    void start(int number) {
        agents = added.toArray(Agent[]::new);
        counts = new long[2 * MARGIN + agents.length * COUNTS];
        sleeps = !contexts.isEmpty() && contexts.stream().allMatch(LiveContext::isSleeper);
        start(newThread(number));
    }

    private Thread newThread(int number) {
        StringBuilder name = new StringBuilder("live ").append(number);
        added.forEach(agent -> name.append(' ').append(agent.roleName()));
        return Thread.ofPlatform().daemon().name(name.toString()).unstarted(this);
    }

    private void start(Thread next) {
        thread = next;
        sleeper.wakes(next);
        next.start();
    }

    /** By identity, not by {@code Object.equals}: a library that instruments that method (Mockito does) allocates with each call. */
    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Whether the current thread may act for this thread's agents: itself while it runs, otherwise whoever builds or inspects. */
    boolean mayAct() {
        return thread == null || isCurrent() || !thread.isAlive();
    }

    /** Asks the thread to end after its present cycle; any thread. */
    void stop() {
        stopped = true;
        attract();
    }

    /** Waits until it has ended, at most until a time of {@link System#nanoTime}; returns whether it has. */
    boolean join(long untilNs) throws InterruptedException {
        Thread ending = thread;
        return ending == null || ending.join(Duration.ofNanos(Math.max(1, untilNs - System.nanoTime())));
    }

    // --- a thread that does not come back; on the watchdog

    /**
     * A thread that was given up.
     *
     * @param thread which
     * @param context of the agent in which it hangs
     * @param position of that agent
     * @param goesOn whether the agent goes on on the new thread, out of service; otherwise it waits for the end of the one that is lost
     */
    record Loss(Thread thread, LiveContext context, int position, boolean goesOn) {}

    /** {@return where the thread is, innermost first}: what was written before is seen by the thread when this has returned. */
    StackTraceElement[] stack() {
        Thread looked = thread;
        return looked == null ? new StackTraceElement[0] : looked.getStackTrace();
    }

    /** {@return the thread that runs the agents now, or null before the start} */
    @Nullable Thread present() {
        return thread;
    }

    /** {@return the context of the agent that is being called, or null} */
    @Nullable LiveContext runningContext() {
        int at = running;
        return at < 0 || at >= contexts.size() ? null : contexts.get(at);
    }

    /** {@return whether a stack is in the middle of an effect of an agent, which is carried out whole} */
    static boolean actsForAgent(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().equals(LiveContext.class.getName())) {
                return true;
            }
        }
        return false;
    }

    /**
     * The thread is no longer this one's: from now on it can have no effect for its agent.
     *
     * @param context of the agent in which it hangs
     * @param goesOn whether that agent shall go on on another
     */
    Loss lose(LiveContext context, boolean goesOn) {
        Thread gone = Objects.requireNonNull(thread, "only a thread that runs is lost");
        Loss found = new Loss(gone, context, contexts.indexOf(context), goesOn);
        context.guard(gone);
        return found;
    }

    /** {@return whether the thread has ended because it was to be given up, and there is no other yet} */
    boolean isUnwound() {
        Thread ended = unwound;
        return ended != null && ended == thread;
    }

    /** Goes on on a new thread, whose number this is. */
    void resume(Loss after, int number) {
        if (!after.goesOn()) {
            replace(after.position(), new Waiting(after.context().path()));
        }
        loss = after;
        running = -1;
        // Twice the cycles that a revocation waits for: the thread that is lost has nothing in flight and can begin nothing.
        cycle += LiveFence.TWO_CYCLES;
        start(newThread(number));
    }

    /** The thread that was lost has ended; on the new one. */
    void ended(Loss over) {
        over.context().unguard(over.thread());
        if (added.get(over.position()) instanceof Renewable agent) {
            if (!over.goesOn()) {
                agent.threadLost();
                replace(over.position(), agent);
            }
            agent.threadEnded();
        }
    }

    /** In a copy: the thread that was lost may still look at the list. */
    private void replace(int position, Agent agent) {
        Agent[] next = agents.clone();
        next[position] = agent;
        agents = next;
    }

    /** In the place of an agent whose thread hangs in the middle of its own work. */
    private record Waiting(String roleName) implements Agent {
        @Override
        public int doWork(int limit) {
            return 0;
        }
    }

    /** Hands in a call or a condition; any thread. */
    void submit(HostRequest request) {
        requests.add(request);
        attract();
    }

    private void attract() {
        attention = true;
        sleeper.wake();
    }

    /** Lets the thread sleep elsewhere from now on; null for parking. On the thread itself, or before it runs. */
    void sleepIn(@Nullable IdleWait wait) {
        idleWait = wait;
        idle = wait == null ? enginesIdle : wait.policy(enginesIdle);
        sleeper.sleepsIn(wait);
    }

    @Nullable IdleWait sleepsIn() {
        return idleWait;
    }

    @Override
    public void run() {
        String role = "the engine";
        try {
            published = cycle;
            notifyLoss();
            while (!attention || attend()) {
                cycle();
            }
        } catch (ThreadLostError given) {
            unwound = Thread.currentThread();
        } catch (Throwable defect) {
            if (isCurrent()) {
                role = running >= 0 && running < agents.length ? agents[running].roleName() : role;
                engine.fail(role, defect);
            }
        } finally {
            // One that was given up has left everything to another.
            if (isCurrent() && unwound != thread) {
                published = cycle | 1;
                engine.ended(this);
            }
        }
    }

    private void notifyLoss() {
        Loss before = loss;
        loss = null;
        if (before != null && before.goesOn() && added.get(before.position()) instanceof Renewable agent) {
            agent.threadLost();
        }
    }

    private void cycle() {
        cycleTimeNs = UNREAD;
        wakeNs = Long.MAX_VALUE;
        int work = --untilTimed == 0 ? timedSteps() : steps();
        if (held > 0) {
            work += releaseHeld();
        }
        cycle += 2;
        PUBLISHED.setRelease(this, cycle);
        if (work > 0) {
            idleCycles = 0;
        } else {
            idle();
        }
    }

    private int steps() {
        int work = 0;
        Agent[] list = agents;
        for (int i = 0; i < list.length; i++) {
            running = i;
            int done = list[i].doWork(limit);
            if (done > 0) {
                int at = MARGIN + i * COUNTS;
                counts[at + WORKING]++;
                counts[at + PIECES] += done;
                work += done;
            }
        }
        running = -1;
        return work;
    }

    private int timedSteps() {
        timedChoice ^= timedChoice << 13;
        timedChoice ^= timedChoice >>> 17;
        timedChoice ^= timedChoice << 5;
        untilTimed = 1 + (timedChoice & 2 * TIMED_ONE_IN - 1);
        int work = 0;
        long before = System.nanoTime();
        for (int i = 0; i < agents.length; i++) {
            running = i;
            int done = agents[i].doWork(limit);
            long after = System.nanoTime();
            if (done > 0) {
                int at = MARGIN + i * COUNTS;
                counts[at + WORKING]++;
                counts[at + PIECES] += done;
                counts[at + TIMED_WORKING]++;
                counts[at + TIMED_NS] += after - before;
                work += done;
            }
            before = after;
        }
        running = -1;
        return work;
    }

    AgentMeter meter(int position) {
        // The acquiring read makes visible what was counted before the cycle number was published.
        long cycles = published >> 1;
        int at = MARGIN + position * COUNTS;
        if (at >= counts.length) {
            return AgentMeter.NOTHING;
        }
        long working = counts[at + WORKING];
        return new AgentMeter(working, Math.max(0, cycles - working), counts[at + PIECES], counts[at + TIMED_WORKING],
            counts[at + TIMED_NS] * 1e-9);
    }

    private int releaseHeld() {
        int released = 0;
        long now = nowNs();
        for (int i = 0; i < contexts.size(); i++) {
            HeldDeliveries deliveries = contexts.get(i).held();
            released += deliveries.release(now);
            if (deliveries.size() > 0) {
                wakeAt(deliveries.earliestNs());
            }
        }
        held -= released;
        return released;
    }

    /** Serves whoever wants something; returns whether to go on. Conditions that wait keep {@link #attention} up. */
    private boolean attend() {
        if (stopped) {
            return false;
        }
        attention = false;
        for (HostRequest request = requests.poll(); request != null; request = requests.poll()) {
            idleCycles = 0;
            if (!request.serve()) {
                waiting.add(request);
            }
        }
        // Without an iterator: somebody may wait for the end of a long run, in every cycle of which nothing shall be allocated.
        for (int i = 0; i < waiting.size();) {
            if (waiting.get(i).serve()) {
                idleCycles = 0;
                waiting.remove(i);
            } else {
                i++;
            }
        }
        if (!waiting.isEmpty()) {
            attention = true;
        }
        return !stopped;
    }

    // Error Prone: yielding is the second of the three steps of backing off, not a way to synchronise.
    @SuppressWarnings("ThreadPriorityCheck")
    private void idle() {
        long idleFor = ++idleCycles;
        if (sleeps) {
            park(Sleeper.LONGEST_NS);
        } else if (idleFor <= idle.spins()) {
            Thread.onSpinWait();
        } else if (idleFor <= (long) idle.spins() + idle.yields()) {
            Thread.yield();
        } else {
            park(idle.parkNs(idleFor));
        }
    }

    private void park(long boundNs) {
        long ns = boundNs;
        if (wakeNs != Long.MAX_VALUE) {
            cycleTimeNs = UNREAD;
            ns = Math.min(ns, wakeNs - nowNs());
        }
        // A stop or a call that came before this is seen by the condition, one that comes after unparks.
        if (ns <= 0 || stopped || !requests.isEmpty()) {
            return;
        }
        // What was announced since the agents looked is seen here, what comes later wakes.
        if (sleeper.mayFallAsleep()) {
            published = cycle | 1;
            IdleWait wait = idleWait;
            if (wait == null) {
                LockSupport.parkNanos(this, ns);
            } else {
                wait.await(ns);
            }
            cycle += 2;
            published = cycle;
        }
        sleeper.awake();
    }

    long readClockNs() {
        return engine.nowNs();
    }

    long nowNs() {
        long now = cycleTimeNs;
        if (now == UNREAD) {
            now = engine.nowNs();
            cycleTimeNs = thread == null ? UNREAD : now;
        }
        return now;
    }

    void wakeAt(long timeNs) {
        if (timeNs < wakeNs) {
            wakeNs = timeNs;
        }
    }

    void fenceBeforeDma() {
        if (fencedCycle != cycle) {
            fencedCycle = cycle;
            VarHandle.fullFence();
        }
    }
}
