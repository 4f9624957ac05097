package dev.spine.iop.engine;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.Transfer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Steps agents one piece of work at a time in virtual time, from one event queue.
 *
 * <p>A step begins when its cause arrives or when the agent's processor is free, whichever is later; its local clock is the beginning
 * plus the costs charged so far, and each effect is an event at that time. Buses and DMA engines are resources that are busy for a time
 * that the {@link MachineProfile} gives. Events are ordered by time, phase, destination, source and the source's own sequence, so a run
 * is a function of the system, the seed and the recorded input: it can be executed again ({@link Replay}).
 *
 * <p>Time moves only while somebody waits: a caller of {@link Tasks#await} or {@link Tasks#call}, {@link #advanceTo} or {@link #runTo}.
 * All these may be used by any thread outside, one at a time.
 */
public final class ModelledEngine implements Engine {
    static final long PS_PER_NS = 1_000;
    /** For how much virtual time a caller outside waits for a condition: 600 s. */
    static final long AWAIT_LIMIT_PS = 600L * 1_000_000_000L * PS_PER_NS;

    /** Events of one instant after which the system is taken to go in circles that cost no time. */
    private static final int STANDSTILL = 1_000_000;

    private enum Phase { BUILDING, RUNNING, FAILED, CLOSED }

    private record Defect(String role, Throwable cause) {}

    private record Port(ModelledContext host, Consumer<byte[]> receiver) {}

    private final MachineProfile profile;
    private final long seed;
    private final EventHeap heap = new EventHeap();
    private final Effects effects = new Effects(heap);
    private final Map<String, ModelledContext> byPath = new HashMap<>();
    private final TimedResources resources;
    private final ModelledTaskList tasks = new ModelledTaskList();
    private final Map<Thread, OutsideCaller> outsideCallers = new WeakHashMap<>();
    private final Map<String, Port> ports = new HashMap<>();
    private final List<OutsideInput> inputs = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final IntConsumer waiterAction = this::wakeWaiter;
    private ModelledContext[] contexts = {};
    private @Nullable DeliveryTap tap;
    private @Nullable EngineObserver observer;
    private Phase phase = Phase.BUILDING;
    private boolean chargesAsserted;
    private @Nullable Defect defect;
    private boolean defectReported;
    private long nowPs;
    private long arrivalPs;
    private long events;
    private long digest = 1;
    private int eventsOfInstant;
    /** Whether code of an agent, a call or a condition runs. */
    private boolean stepping;
    private @Nullable ModelledTask baton;
    private boolean callsAreMissing;
    private Duration blockedTaskLook = Duration.ofSeconds(1);

    /**
     * An engine at time 0.
     *
     * @param profile the machine
     * @param seed from which all randomness is derived
     */
    public ModelledEngine(MachineProfile profile, long seed) {
        this.profile = profile;
        this.resources = new TimedResources(this, profile);
        this.seed = seed;
    }

    @Override
    public String name() {
        return "modelled";
    }

    /** {@return the machine} */
    public MachineProfile profile() {
        return profile;
    }

    /** {@return the seed} */
    public long seed() {
        return seed;
    }

    /**
     * Takes a step that does work and charges nothing for a defect. For tests: a module that forgets its costs is too fast.
     *
     * @return this
     */
    public ModelledEngine assertEveryStepCharges() {
        chargesAsserted = true;
        return this;
    }

    /** How often the engine looks, in wall-clock time, whether a task that has the baton is blocked elsewhere. */
    void lookForBlockedTasks(Duration every) {
        blockedTaskLook = every;
    }

    Duration blockedTaskLook() {
        return blockedTaskLook;
    }

    // --- building

    @Override
    public void tap(DeliveryTap listener) {
        if (tap != null || !byPath.isEmpty()) {
            throw new IllegalStateException("a tap comes before the first agent, and alone");
        }
        tap = listener;
    }

    /**
     * Lets somebody look on. Before the first agent, at most once; beside a tap.
     *
     * @param hears hears of everything
     * @throws IllegalStateException when there is an agent or an observer already
     */
    public void observe(EngineObserver hears) {
        if (observer != null || !byPath.isEmpty()) {
            throw new IllegalStateException("an observer comes before the first agent, and alone");
        }
        observer = hears;
        resources.observe(hears);
    }

    @Override
    public <A extends Agent> A add(String path, ProcessorSpec processor, Function<AgentContext, A> factory) {
        if (phase != Phase.BUILDING) {
            throw new IllegalStateException("agent '" + path + "' comes too late: add agents before the engine is started");
        }
        if (byPath.containsKey(path)) {
            throw new IllegalArgumentException("there is an agent '" + path + "' already");
        }
        if (contexts.length == EventOrder.MAX_AGENTS) {
            throw new IllegalStateException("an engine has at most " + EventOrder.MAX_AGENTS + " agents");
        }
        ModelledContext context = context(path, processor.costs());
        byPath.put(path, context);
        contexts = Arrays.copyOf(contexts, contexts.length + 1);
        contexts[contexts.length - 1] = context;
        A agent = factory.apply(context);
        context.bind(agent);
        return agent;
    }

    private ModelledContext context(String path, CostTable costs) {
        if (observer != null) {
            return new ObservedModelledContext(path, contexts.length, seed, costs, this, observer, tap);
        }
        return tap == null ? new ModelledContext(path, contexts.length, seed, costs, this)
            : new TappedModelledContext(path, contexts.length, seed, costs, this, tap);
    }

    /**
     * Names a way in for bytes from outside, which are recorded for replay. Before {@link #start}.
     *
     * @param port its name
     * @param host on whose processor the receiver runs
     * @param receiver takes the bytes; what it throws is a defect
     */
    public void bindInput(String port, Agent host, Consumer<byte[]> receiver) {
        if (phase != Phase.BUILDING || ports.putIfAbsent(port, new Port(contextOf(host), receiver)) != null) {
            throw new IllegalStateException("input port '" + port + "' must be bound once, before the engine is started");
        }
    }

    @Override
    public void start() {
        if (phase != Phase.BUILDING) {
            throw new IllegalStateException("an engine is started once");
        }
        phase = Phase.RUNNING;
        ModelledContext[] ordered = contexts.clone();
        Arrays.sort(ordered, Comparator.comparing(ModelledContext::path));
        for (int i = 0; i < ordered.length; i++) {
            ordered[i].endPoint(i);
        }
        for (ModelledContext context : ordered) {
            armTimer(context);
            wake(context, 0);
        }
    }

    boolean isBeingBuilt() {
        return phase == Phase.BUILDING;
    }

    // Agents are compared by identity: two that are equal in some sense of their own are two agents all the same.
    @SuppressWarnings("ReferenceEquality")
    private ModelledContext contextOf(Agent agent) {
        for (ModelledContext context : contexts) {
            if (context.agent() == agent) {
                return context;
            }
        }
        throw new IllegalArgumentException("'" + agent.roleName() + "' is not an agent of this engine");
    }

    TimedResources resources() {
        return resources;
    }

    // --- effects become events

    void delivery(ModelledContext from, DeliveryList<?> list, Object item, long timePs) {
        int consumer = list.consumer();
        int destination = consumer == DeliveryList.NO_CONSUMER ? EventOrder.NOBODY : contexts[consumer].endPoint();
        effects.delivery(from, destination, list, item, timePs);
    }

    /** What else agents, resources and callers do to the run. */
    Effects effects() {
        return effects;
    }

    /** An object arrives: it is offered, and whoever consumes the list or waits for it is woken. */
    void arrive(DeliveryList<?> list, Object item, long timePs) {
        @SuppressWarnings("unchecked")
        DeliveryList<Object> typed = (DeliveryList<Object>) list;
        typed.offerOrThrow(item);
        int consumer = list.consumer();
        if (consumer != DeliveryList.NO_CONSUMER) {
            wake(contexts[consumer], timePs);
        }
        if (list.hasWaiters()) {
            arrivalPs = timePs;
            list.releaseWaiters(waiterAction);
        }
    }

    private void wakeWaiter(int index) {
        wake(contexts[index], arrivalPs);
    }

    /** Sees to it that the agent takes a step once its processor is free. */
    private void wake(ModelledContext context, long timePs) {
        long at = Math.max(timePs, context.busyUntilPs);
        if (at < context.scheduledPs) {
            context.scheduledPs = at;
            effects.step(context, at);
        }
    }

    private void armTimer(ModelledContext context) {
        if (context.timerPs < context.timerEventPs) {
            context.timerEventPs = context.timerPs;
            effects.timer(context, context.timerPs, Math.max(context.timerPs, nowPs));
        }
    }

    // --- execution

    /** Executes the first event. */
    private void execute() {
        long time = heap.firstTime();
        digest = (digest ^ time) * 0x9E3779B97F4A7C15L + heap.firstOrder();
        digest ^= digest >>> 32;
        int slot = heap.pop();
        events++;
        try {
            advanceClock(time);
            dispatch(slot, time);
        } catch (RuntimeException | Error e) {
            throw failed("the engine", e);
        }
    }

    private void advanceClock(long time) {
        if (time != nowPs) {
            nowPs = time;
            eventsOfInstant = 0;
        } else if (++eventsOfInstant == STANDSTILL) {
            throw new IllegalStateException("virtual time stands still at " + time / PS_PER_NS
                + " ns: agents keep each other busy and charge nothing for it");
        }
    }

    private void dispatch(int slot, long time) {
        Object target = Objects.requireNonNull(heap.target(slot));
        switch (heap.kind(slot)) {
            case Effects.DELIVERY -> arrive((DeliveryList<?>) target, Objects.requireNonNull(heap.item(slot)), time);
            case Effects.STEP -> {
                ModelledContext context = (ModelledContext) target;
                // An earlier wake-up has overtaken this event.
                if (context.scheduledPs == time) {
                    step(context, time);
                }
            }
            case Effects.TIMER -> timer((ModelledContext) target, heap.number(slot), time);
            case Effects.DMA_REQUEST -> ((ModelledDma) target).onRequest((Transfer) Objects.requireNonNull(heap.item(slot)), time);
            case Effects.BUS_REQUEST -> ((ModelledDma) target).onBusRequest(time);
            case Effects.CHUNK_END -> ((ModelledDma) target).onChunkEnd(time);
            case Effects.PROGRAMMED_IO -> ((ModelledBus) target).take(time, heap.number(slot),
                ((ModelledContext) Objects.requireNonNull(heap.item(slot))).path());
            case Effects.CALL -> perform((ModelledCall) target, time);
            case Effects.RESUMPTION -> resume((ModelledTask) target, time);
            default -> throw new AssertionError("event of kind " + heap.kind(slot));
        }
    }

    private void step(ModelledContext context, long time) {
        context.scheduledPs = ModelledContext.NEVER;
        context.timerPs = ModelledContext.NEVER;
        context.again = false;
        context.begin(time);
        int done;
        stepping = true;
        try {
            done = context.agent().doWork(1);
        } catch (Throwable e) {
            context.end();
            throw failed(context.path(), e);
        } finally {
            stepping = false;
        }
        long charged = context.end();
        if (done > 0) {
            if (chargesAsserted && charged == 0) {
                throw failed(context.path(), new AssertionError("a step did work and charged nothing for it"));
            }
            context.worked(done, charged);
            wake(context, context.busyUntilPs);
        } else {
            context.idled(charged);
        }
        afterwards(context);
    }

    private void perform(ModelledCall call, long time) {
        ModelledContext host = call.host();
        if (host.busyUntilPs > time) {
            effects.call(call, host.busyUntilPs);
            return;
        }
        host.begin(time);
        stepping = true;
        try {
            call.perform();
        } catch (RuntimeException | Error e) {
            host.end();
            throw failed("input to " + host.path(), e);
        } finally {
            stepping = false;
        }
        host.called(host.end());
        // The call may have left something to do that no delivery announces.
        wake(host, host.busyUntilPs);
        afterwards(host);
        call.ended(host.busyUntilPs);
    }

    /** After a step or a call: what was asked for is arranged, and whoever waits for this box looks at it. */
    private void afterwards(ModelledContext context) {
        if (context.again) {
            context.again = false;
            wake(context, context.busyUntilPs);
        }
        if (context.timerPs != ModelledContext.NEVER) {
            armTimer(context);
        }
        if (!context.waiting.isEmpty()) {
            evaluate(context, context.busyUntilPs);
        }
    }

    private void evaluate(ModelledContext context, long time) {
        stepping = true;
        try {
            context.waiting.evaluate(time);
        } finally {
            stepping = false;
        }
    }

    private void timer(ModelledContext context, long askedPs, long time) {
        if (context.timerEventPs != askedPs) {
            return;
        }
        context.timerEventPs = ModelledContext.NEVER;
        if (observer != null) {
            observer.onTimer(context.path(), time);
        }
        if (context.timerPs <= time) {
            wake(context, time);
        } else if (context.timerPs != ModelledContext.NEVER) {
            armTimer(context);
        }
    }

    private void resume(ModelledTask task, long time) {
        if (task.hasEnded()) {
            return;
        }
        baton = task;
        task.resume(time);
        baton = null;
        if (defect != null) {
            throw reported(defect);
        }
        if (task.hasEnded()) {
            // Somebody may wait for just that.
            for (ModelledContext context : contexts) {
                if (!context.waiting.isEmpty()) {
                    evaluate(context, time);
                }
            }
        }
    }

    // --- defects

    private EngineFailedException failed(String role, Throwable cause) {
        if (cause instanceof EngineFailedException already) {
            return already;
        }
        Defect found = new Defect(role, cause);
        if (defect == null) {
            defect = found;
        }
        phase = Phase.FAILED;
        return reported(found);
    }

    private EngineFailedException reported(Defect found) {
        defectReported = true;
        return new EngineFailedException(found.role(), found.cause());
    }

    /** Throws when nothing will be executed any more. */
    void checkRuns(String what) {
        if (defect != null) {
            throw reported(defect);
        }
        if (phase == Phase.CLOSED) {
            throw new AwaitFailedException(what + ": the engine was closed");
        }
        if (phase == Phase.BUILDING) {
            throw new IllegalStateException(what + " before the engine was started");
        }
    }

    // --- callers and tasks

    /** A caller begins to use the engine: the task that has the baton, or somebody outside, one at a time. */
    ModelledCaller enter(String what) {
        ModelledTask task = baton;
        if (task != null && task.isCurrent()) {
            checkNotStepping(what);
            checkRuns(what);
            return task;
        }
        if (lock.isHeldByCurrentThread()) {
            throw withinStep(what);
        }
        lock.lock();
        boolean entered = false;
        try {
            checkRuns(what);
            entered = true;
            return outsideCallers.computeIfAbsent(Thread.currentThread(), thread -> new OutsideCaller(this));
        } finally {
            if (!entered) {
                lock.unlock();
            }
        }
    }

    /** As {@link #enter}, for what a task may not do: it runs within an event. */
    private void enterFromOutside(String what) {
        ModelledTask task = baton;
        if (task != null && task.isCurrent()) {
            throw new IllegalStateException(what + " by task '" + task.name() + "': only a caller outside drives the engine");
        }
        enter(what);
    }

    void leave() {
        if (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
    }

    /** A caller is about to change the run. Tasks are part of it; what comes from outside after the first event is not recorded. */
    void changedBy(ModelledCaller caller) {
        callsAreMissing |= events > 0 && caller.endPoint() == EventOrder.OUTSIDE;
    }

    private void checkNotStepping(String what) {
        if (stepping) {
            throw withinStep(what);
        }
    }

    private static IllegalStateException withinStep(String what) {
        return new IllegalStateException(what + " within a step of an agent, a condition or a supplier: it would wait for itself; call the"
            + " agent's objects directly");
    }

    boolean holds(ModelledCaller caller) {
        stepping = true;
        try {
            return caller.holds();
        } finally {
            stepping = false;
        }
    }

    /** Executes one event for a caller outside. */
    void executeForWaiting(String what, long limitPs) {
        if (heap.isEmpty()) {
            throw new AwaitFailedException(what + ": the system is idle and the condition can never hold" + tasks.whoWaits());
        }
        if (heap.firstTime() > limitPs) {
            throw new AwaitFailedException(what + ": did not come about within " + AWAIT_LIMIT_PS / PS_PER_NS / 1_000_000_000L
                + " s of virtual time" + tasks.whoWaits());
        }
        execute();
    }

    RunningTask spawn(String name, Runnable body, long timePs) {
        ModelledTask task = tasks.make(this, name, body);
        effects.resumption(task, timePs);
        return task;
    }

    /** A task ended by an exception; on its own thread, which has the baton. */
    void taskThrew(ModelledTask task, Throwable cause) {
        boolean endOfEngine = phase != Phase.RUNNING && (cause instanceof AwaitFailedException || cause instanceof EngineFailedException);
        if (!endOfEngine && defect == null) {
            defect = new Defect("task " + task.name(), cause);
            phase = phase == Phase.CLOSED ? Phase.CLOSED : Phase.FAILED;
        }
    }

    /** A task has ended; on its own thread, which has the baton. */
    void taskEnded(ModelledTask task) {
        tasks.ended(task);
    }

    // --- driving without a condition

    /**
     * Executes all events up to a time and lets it become that time. From outside only.
     *
     * @param timeNs virtual time; a time that has passed does nothing
     * @throws EngineFailedException when an agent or task failed
     */
    public void advanceTo(long timeNs) {
        enterFromOutside("advance");
        try {
            long end = Math.multiplyExact(timeNs, PS_PER_NS);
            while (!heap.isEmpty() && heap.firstTime() <= end) {
                execute();
            }
            nowPs = Math.max(nowPs, end);
        } finally {
            leave();
        }
    }

    /**
     * Executes events until so many have been executed in all. From outside only.
     *
     * @param eventNumber how many
     * @return false when there were not so many
     * @throws EngineFailedException when an agent or task failed
     */
    public boolean runTo(long eventNumber) {
        enterFromOutside("run to event " + eventNumber);
        try {
            while (events < eventNumber && !heap.isEmpty()) {
                execute();
            }
            return events >= eventNumber;
        } finally {
            leave();
        }
    }

    /** {@return how many events have been executed} */
    public long eventNumber() {
        return events;
    }

    /**
     * {@return the events that come next if nothing else gets in between, in their order; only the first is sure to be the next}. From
     * outside, while the engine stands still.
     *
     * @param most how many at most
     */
    public List<EngineEvent> pending(int most) {
        List<EngineEvent> list = new ArrayList<>();
        heap.showFirst(most, (time, order, slot) -> list.add(event(list.isEmpty() ? events : -1, time, order, slot)));
        return list;
    }

    private EngineEvent event(long number, long time, long order, int slot) {
        Object target = Objects.requireNonNull(heap.target(slot));
        EngineEvent.Kind kind = EngineEvent.Kind.valueOf(Effects.nameOf(heap.kind(slot)));
        String name = switch (target) {
            case DeliveryList<?> list -> list.name();
            case ModelledContext context -> context.path();
            case ModelledDma dma -> dma.name();
            case ModelledBus bus -> bus.name();
            case ModelledCall call -> call.host().path();
            case ModelledTask task -> "task " + task.name();
            default -> throw new AssertionError(target);
        };
        Object item = target instanceof ModelledDma dma && kind != EngineEvent.Kind.DMA_REQUEST ? dma.current()
            : target instanceof ModelledBus ? null : heap.item(slot);
        return new EngineEvent(number, time, kind, nameOf(EventOrder.source(order)), name, item,
            target instanceof DeliveryList<?> list ? list : null);
    }

    private String nameOf(int endPoint) {
        return switch (endPoint) {
            case EventOrder.INPUT -> "input";
            case EventOrder.OUTSIDE -> "outside";
            case EventOrder.BUS -> "bus";
            default -> endPoint >= EventOrder.FIRST_TASK ? "task" : Arrays.stream(contexts)
                .filter(context -> context.endPoint() == endPoint % EventOrder.FIRST_DMA).findAny().orElseThrow().path()
                + (endPoint >= EventOrder.FIRST_DMA ? " dma" : "");
        };
    }

    /** {@return how this engine stands. From outside, while it stands still} */
    public EngineState state() {
        List<EngineState.AgentState> agents = Arrays.stream(contexts).sorted(Comparator.comparing(ModelledContext::path))
            .map(ModelledContext::state).toList();
        return new EngineState(events, nowPs, digest, heap.size(), agents,
            resources.dmas().stream().map(dma -> new EngineState.DmaState(dma.name(), dma.current(), dma.waiting())).toList(),
            resources.buses().stream().map(bus -> new EngineState.BusState(bus.name(), bus.freeAtPs(), bus.heldPs())).toList());
    }

    /** {@return a number that depends on all events executed so far: equal runs have equal digests} */
    public long digest() {
        return digest;
    }

    /** {@return whether no event is pending: nothing will happen without a further call or input} */
    public boolean isIdle() {
        return heap.isEmpty();
    }

    /**
     * {@return for how much virtual time a bus was held so far, in nanoseconds}
     *
     * @param bus a bus that the agents use
     */
    public long busHeldNs(Bus bus) {
        return resources.heldPs(bus) / PS_PER_NS;
    }

    @Override
    public long nowNs() {
        return nowPs / PS_PER_NS;
    }

    long nowPs() {
        return nowPs;
    }

    @Override
    public AgentMeter meter(Agent agent) {
        ModelledContext context = contextOf(agent);
        return new AgentMeter(context.workingSteps, context.idleSteps, context.pieces, context.busyPs * 1e-12);
    }

    @Override
    public Tasks tasks(Agent host) {
        return new ModelledTasks(this, contextOf(host));
    }

    // --- replay

    /**
     * Lets bytes enter from outside, now, and records them.
     *
     * @param port a name that was {@linkplain #bindInput bound}
     * @param bytes what enters; copied
     * @throws IllegalArgumentException when nothing is bound to the name
     */
    public void input(String port, byte[] bytes) {
        repeat(new OutsideInput(events, nowPs, port, bytes.clone()));
    }

    /** Lets recorded bytes enter again. */
    void repeat(OutsideInput input) {
        enterFromOutside("input");
        try {
            Port port = ports.get(input.port());
            if (port == null) {
                throw new IllegalArgumentException("nothing is bound to input port '" + input.port() + "'");
            }
            inputs.add(input);
            effects.call(ModelledCall.ofInput(port.host(), () -> port.receiver().accept(input.bytes())), input.timePs());
        } finally {
            leave();
        }
    }

    /**
     * {@return the present point of this run}
     *
     * @param system describes the system that was built
     * @throws IllegalStateException when a caller outside has called or spawned something since the first event: that is not recorded;
     *     use input ports, or tasks that are spawned before the first event
     */
    public Snapshot snapshot(String system) {
        if (callsAreMissing) {
            throw new IllegalStateException("calls from outside have changed this run and are not recorded: use input ports, or tasks that"
                + " are spawned before the first event");
        }
        return new Snapshot(system, seed, inputs, events);
    }

    @Override
    public void close() {
        if (lock.isHeldByCurrentThread() || (baton != null && baton.isCurrent())) {
            throw new IllegalStateException("close called within a step of an agent or by a task: close the engine from outside");
        }
        lock.lock();
        try {
            phase = Phase.CLOSED;
            for (ModelledTask task : tasks.all()) {
                if (task.hasStarted() && !task.isLost()) {
                    baton = task;
                    task.resume(nowPs);
                    baton = null;
                }
            }
            tasks.clear();
        } finally {
            lock.unlock();
        }
        if (defect != null && !defectReported) {
            throw reported(defect);
        }
    }
}
