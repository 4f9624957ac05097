package dev.spine.iop.engine.live;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.AgentMeter;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.DeliveryTap;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.EngineFailedException;
import dev.spine.iop.engine.GuestCode;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.Renewable;
import dev.spine.iop.engine.RevocationFence;
import dev.spine.iop.engine.RunningTask;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.WorkerThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs agents on platform threads against the wall clock.
 *
 * <p>Each thread calls its agents in turn, each with a limit, and backs off by its {@link IdlePolicy} when none finds work. A delivery
 * is one offer; DMA is done at once on the thread that submits it. An exception out of an agent or task is a defect: all threads stop,
 * and the cause is thrown at whoever waits, or else by {@link #close}.
 *
 * <p>What would hold up an agent's messages is done beside the agents, on the engine's {@link WorkerThread}, when the agent asks for it.
 *
 * <p>{@link #meter} counts working cycles exactly and times one cycle in 16, chosen at random; its processor-seconds are the mean of the
 * timed working cycles times the number of all.
 */
public final class LiveEngine implements Engine {
    /** How many pieces of work an agent is asked for per cycle unless said otherwise. */
    public static final int DEFAULT_LIMIT = 64;

    /** How long a caller waits for a condition unless said otherwise. */
    public static final Duration DEFAULT_AWAIT_LIMIT = Duration.ofSeconds(60);

    private static final Duration LAST_WORDS = Duration.ofSeconds(10);
    private static final Duration LAST_CYCLE = Duration.ofSeconds(5);
    private static final Duration SHORTEST_WATCH = Duration.ofMillis(10);

    private enum Phase { BUILDING, RUNNING, FAILED, CLOSED }

    private record Defect(String role, Throwable cause) {}

    private record Place(LiveThread thread, int position) {}

    private final ThreadLayout layout;
    private final long seed;
    private final Duration awaitLimit;
    private final long originNs = System.nanoTime();
    private final List<LiveThread> threads = new ArrayList<>();
    private final Map<String, Place> places = new HashMap<>();
    private final Set<HostRequest> waiting = ConcurrentHashMap.newKeySet();
    private final Map<String, LiveTask> tasks = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Defect> defect = new AtomicReference<>();
    private final WorkerThread workerThread = new WorkerThread(defect -> fail("the thread beside the agents", defect));
    private volatile Phase phase = Phase.BUILDING;
    private volatile boolean defectReported;
    private @Nullable DeliveryTap tap;
    private Duration watchLimit = Watchdog.STANDARD_LIMIT;
    private Consumer<String> watchLog = _ -> { };
    private volatile @Nullable Watchdog watchdog;

    /**
     * An engine with the default limits and idle policy.
     *
     * @param layout which agents share a thread
     * @param seed from which the agents' streams of randomness are derived
     */
    public LiveEngine(ThreadLayout layout, long seed) {
        this(layout, seed, IdlePolicy.BACK_OFF, DEFAULT_LIMIT, DEFAULT_AWAIT_LIMIT);
    }

    /**
     * An engine.
     *
     * @param layout which agents share a thread
     * @param seed from which the agents' streams of randomness are derived
     * @param idle how threads back off
     * @param limit pieces of work per call of an agent, at least 1
     * @param awaitLimit how long a caller waits for a condition before that is an error
     */
    public LiveEngine(ThreadLayout layout, long seed, IdlePolicy idle, int limit, Duration awaitLimit) {
        checkArgument(limit >= 1, "an agent must be asked for at least 1 piece of work, got %s", limit);
        this.layout = layout;
        this.seed = seed;
        this.awaitLimit = awaitLimit;
        for (int i = 0; i < layout.threads(); i++) {
            threads.add(new LiveThread(this, idle, limit));
        }
    }

    @Override
    public String name() {
        return "live";
    }

    @Override
    public void tap(DeliveryTap listener) {
        if (tap != null || !places.isEmpty()) {
            throw new IllegalStateException("a tap comes before the first agent, and alone");
        }
        tap = listener;
    }

    @Override
    public <A extends Agent> A add(String path, ProcessorSpec processor, Function<AgentContext, A> factory) {
        if (phase != Phase.BUILDING) {
            throw new IllegalStateException("agent '" + path + "' comes too late: add agents before the engine is started");
        }
        checkArgument(!places.containsKey(path), "there is an agent '%s' already", path);
        int number = layout.threadOf().applyAsInt(path);
        checkArgument(number >= 0 && number < threads.size(),
            "layout '%s' puts '%s' on thread %s of %s", layout.name(), path, number, threads.size());
        LiveThread thread = threads.get(number);
        LiveContext context = tap == null ? new LiveContext(path, places.size(), seed, thread)
            : new TappedLiveContext(path, places.size(), seed, thread, tap);
        A agent = factory.apply(context);
        places.put(path, new Place(thread, thread.agents().size()));
        thread.add(agent, context);
        context.renewable(agent instanceof Renewable);
        return agent;
    }

    /**
     * Says how long a call of {@linkplain GuestCode code of others} may take before it is condemned, and who hears of it. A fifth of that
     * later the thread is given up. Before {@link #start}; 5 s unless said otherwise.
     *
     * @param limit at least 10 ms
     * @param log is notified of each finding in one line, on any thread
     */
    public void watch(Duration limit, Consumer<String> log) {
        checkArgument(phase == Phase.BUILDING && limit.compareTo(SHORTEST_WATCH) >= 0,
            "a limit of activations is at least 10 ms and comes before the start, not %s", limit);
        watchLimit = limit;
        watchLog = log;
    }

    /** {@return what the watchdog has seen so far; any thread} */
    public WatchReport watched() {
        Watchdog dog = watchdog;
        return dog == null ? new WatchReport(0, 0, AbandonedThreads.count(), List.of()) : dog.report();
    }

    /** Tells whoever runs the system a line. */
    void warn(String line) {
        Watchdog dog = watchdog;
        if (dog != null) {
            dog.say(line);
        }
    }

    @Override
    public void start() {
        if (phase != Phase.BUILDING) {
            throw new IllegalStateException("an engine is started once");
        }
        phase = Phase.RUNNING;
        for (int i = 0; i < threads.size(); i++) {
            threads.get(i).start(i);
        }
        Watchdog dog = new Watchdog(threads, watchLimit, watchLog);
        watchdog = dog;
        dog.start();
    }

    /**
     * {@inheritDoc}
     *
     * <p>A thread that hangs in code of others is waited for at most 5 s, and then left to itself.
     *
     * @throws IllegalStateException when a task does not end within 10 s of being interrupted
     */
    @Override
    public void close() {
        boolean wasRunning = phase == Phase.RUNNING || phase == Phase.FAILED;
        if (threads.stream().anyMatch(LiveThread::isCurrent)) {
            throw new IllegalStateException("close called within a step of an agent: close the engine from outside");
        }
        phase = Phase.CLOSED;
        threads.forEach(LiveThread::stop);
        workerThread.close();
        if (wasRunning) {
            waiting.forEach(HostRequest::wakeCaller);
            tasks.values().forEach(LiveTask::interrupt);
            joinAll();
        }
        Defect found = defect.get();
        if (found != null && !defectReported) {
            defectReported = true;
            throw new EngineFailedException(found.role(), found.cause());
        }
    }

    private void joinAll() {
        try {
            Watchdog dog = watchdog;
            if (dog != null) {
                dog.close();
            }
            long until = System.nanoTime() + LAST_CYCLE.toNanos();
            for (LiveThread thread : threads) {
                thread.join(until);
            }
            workerThread.join();
            for (LiveTask task : tasks.values()) {
                task.join();
                if (!task.hasEnded()) {
                    throw new IllegalStateException("task '" + task.name() + "' does not end although it was interrupted: it must wait only"
                        + " in Tasks.await and Tasks.call");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // Agents are compared by identity: two that are equal in some sense of their own are two agents all the same.
    @SuppressWarnings("ReferenceEquality")
    private Place placeOf(Agent agent) {
        for (Place place : places.values()) {
            if (place.thread().agents().get(place.position()) == agent) {
                return place;
            }
        }
        throw new IllegalArgumentException("'" + agent.roleName() + "' is not an agent of this engine");
    }

    @Override
    public Tasks tasks(Agent host) {
        return new LiveTasks(this, placeOf(host).thread());
    }

    /**
     * Lets the thread of an agent sleep in {@code wait} instead of parking. Called before the engine is started, or on that thread.
     *
     * @param agent an agent of this engine
     * @param wait where to sleep; null to park again
     */
    public void sleepIn(Agent agent, @Nullable IdleWait wait) {
        placeOf(agent).thread().sleepIn(wait);
    }

    /**
     * {@return where the thread of an agent sleeps; null when it parks} Called before the engine is started, or on that thread.
     *
     * @param agent an agent of this engine
     */
    public @Nullable IdleWait sleepsIn(Agent agent) {
        return placeOf(agent).thread().sleepsIn();
    }

    @Override
    public AgentMeter meter(Agent agent) {
        Place place = placeOf(agent);
        return place.thread().meter(place.position());
    }

    @Override
    public long nowNs() {
        return System.nanoTime() - originNs;
    }

    long awaitLimitNs() {
        return awaitLimit.toNanos();
    }

    WorkerThread workerThread() {
        return workerThread;
    }

    RevocationFence newFence(LiveThread own) {
        return new LiveFence(threads, own);
    }

    /** Called by a thread or task whose code threw: stops everything and keeps the first cause. */
    void fail(String role, Throwable cause) {
        if (defect.compareAndSet(null, new Defect(role, cause)) && phase == Phase.RUNNING) {
            phase = Phase.FAILED;
        }
        threads.forEach(LiveThread::stop);
        workerThread.close();
        waiting.forEach(HostRequest::wakeCaller);
    }

    /** Called by a thread that will run no further step. */
    void ended(LiveThread thread) {
        if (threads.contains(thread)) {
            waiting.forEach(HostRequest::wakeCaller);
        }
    }

    void enter(HostRequest request) {
        waiting.add(request);
    }

    void leave(HostRequest request) {
        waiting.remove(request);
    }

    /** Throws when nobody may wait here. */
    void checkMayWait(String what) {
        if (threads.stream().anyMatch(LiveThread::isCurrent)) {
            throw new IllegalStateException(what + " within a step of an agent, a condition or a supplier: it would wait for itself; call"
                + " the agent's objects directly");
        }
        if (phase == Phase.BUILDING) {
            throw new IllegalStateException(what + " before the engine was started");
        }
        checkRuns(what);
    }

    /** Throws when nothing will be served any more. */
    void checkRuns(String what) {
        Defect found = defect.get();
        if (found != null) {
            defectReported = true;
            throw new EngineFailedException(found.role(), found.cause());
        }
        if (phase == Phase.CLOSED) {
            throw new AwaitFailedException(what + ": the engine was closed");
        }
    }

    RunningTask spawn(String name, Runnable body) {
        if (phase != Phase.RUNNING) {
            throw new IllegalStateException("task '" + name + "' can only run while the engine does");
        }
        LiveTask task = new LiveTask(name, body);
        if (tasks.putIfAbsent(name, task) != null) {
            throw new IllegalArgumentException("a task '" + name + "' runs already: give each its own name");
        }
        task.start();
        return task;
    }

    /** A virtual thread. */
    private final class LiveTask implements RunningTask {
        private final String name;
        private final Runnable body;
        private final Thread thread;
        private volatile boolean ended;

        LiveTask(String name, Runnable body) {
            this.name = name;
            this.body = body;
            this.thread = Thread.ofVirtual().name("task " + name).unstarted(this::run);
        }

        void start() {
            thread.start();
        }

        void interrupt() {
            thread.interrupt();
        }

        void join() throws InterruptedException {
            thread.join(LAST_WORDS);
        }

        private void run() {
            try {
                body.run();
            } catch (AwaitFailedException | EngineFailedException e) {
                // A task that is ended by the engine's own end is no defect.
                if (phase == Phase.RUNNING) {
                    fail(name, e);
                }
            } catch (Throwable e) {
                fail(name, e);
            } finally {
                ended = true;
                tasks.remove(name, this);
            }
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean hasEnded() {
            return ended;
        }
    }
}
