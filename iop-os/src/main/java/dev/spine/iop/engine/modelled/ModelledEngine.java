package dev.spine.iop.engine.modelled;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.AgentMeter;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DeliveryTap;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.EngineFailedException;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.RunningTask;
import dev.spine.iop.engine.Tasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Steps agents one piece of work at a time in virtual time, from one event queue for each node.
 *
 * <p>A step begins when its cause arrives or when the agent's processor is free, whichever is later; its local clock is the beginning
 * plus the costs charged so far, and each effect is an event at that time. Buses and DMA engines are resources that are busy for a time
 * that the {@link MachineProfile} gives. Events are ordered by time, phase, destination, source and the source's own sequence, so a run
 * is a function of the system, the seed and the recorded input: it can be executed again ({@link Replay}).
 *
 * <p>Agents whose paths have the same part before the first slash are a <em>node</em>. The order of a node's events does not depend on
 * what other nodes do at the same time, so that {@linkplain #advanceTo(long, int) several threads} may execute nodes side by side.
 *
 * <p>Time moves only while somebody waits: a caller of {@link Tasks#await} or {@link Tasks#call}, {@link #advanceTo} or {@link #runTo}.
 * All these may be used by any thread outside, one at a time.
 */
public final class ModelledEngine implements Engine {
    /** For how much virtual time a caller outside waits for a condition: 600 s. */
    static final long AWAIT_LIMIT_PS = 600L * 1_000_000_000L * VirtualTime.PS_PER_NS;
    /** No event is later. */
    private static final long LAST_PS = VirtualTime.NEVER - 1;

    private enum Phase { BUILDING, RUNNING, FAILED, CLOSED }

    private record Defect(String role, Throwable cause) {}

    private final class AroundNodes implements ModelledNode.Surroundings {
        @Override
        public long nowPs() {
            return nowPs;
        }

        @Override
        public ModelledNode node(int number) {
            return nodes[number];
        }

        @Override
        public void pushed(ModelledNode node) {
            ModelledEngine.this.pushed(node);
        }

        @Override
        public boolean assertsCharges() {
            return chargesAsserted;
        }

        @Override
        public void resume(Object task, long timePs) {
            ModelledEngine.this.resume((ModelledTask) task, timePs);
        }
    }

    private record Port(ModelledContext host, Consumer<byte[]> receiver) {}

    private final MachineProfile profile;
    private final long seed;
    private final Map<String, ModelledContext> byPath = new HashMap<>();
    private final Map<String, ModelledNode> byName = new TreeMap<>();
    private final LookAhead lookAhead = new LookAhead();
    private final ModelledNode.Surroundings surroundings = new AroundNodes();
    /** What runs in windows have found out, by the number of their threads. */
    private final Map<Integer, WindowPace> paces = new HashMap<>();
    private final ModelledTaskList tasks = new ModelledTaskList();
    private final Map<Thread, OutsideCaller> outsideCallers = new WeakHashMap<>();
    private final Map<String, Port> ports = new HashMap<>();
    private final List<OutsideInput> inputs = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private ModelledContext[] contexts = {};
    private ModelledNode[] nodes = {};
    /** Finds the node whose turn it is; null while there is but one. */
    private @Nullable NodeQueue queue;
    private @Nullable DeliveryTap tap;
    private @Nullable Schedule schedule;
    private @Nullable EngineObserver observer;
    private Phase phase = Phase.BUILDING;
    private boolean chargesAsserted;
    private @Nullable Defect defect;
    private boolean defectReported;
    private long nowPs;
    /** Whether a caller's condition is evaluated. */
    private boolean stepping;
    private @Nullable ModelledTask baton;
    /** The run in windows that is in flight. */
    private volatile @Nullable WindowedRun windows;
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

    public long seed() {
        return seed;
    }

    /** Takes a step that does work and charges nothing for a defect. For tests: a module that forgets its costs is too fast. */
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
     * @param hears is notified of everything
     * @throws IllegalStateException when there is an agent or an observer already
     */
    public void observe(EngineObserver hears) {
        if (observer != null || !byPath.isEmpty()) {
            throw new IllegalStateException("an observer comes before the first agent, and alone");
        }
        observer = hears;
    }

    /**
     * Lets somebody decide how long effects take. Before the first agent, at most once, without a tap; an observer hears only of DMA
     * engines and buses then.
     *
     * @param decides about deliveries and transfers
     * @throws IllegalStateException when there is an agent, a tap or a schedule already
     */
    public void schedule(Schedule decides) {
        if (schedule != null || tap != null || !byPath.isEmpty()) {
            throw new IllegalStateException("a schedule comes before the first agent, and without a tap");
        }
        schedule = decides;
        decides.bind(this);
    }

    @Override
    public <A extends Agent> A add(String path, ProcessorSpec processor, Function<AgentContext, A> factory) {
        if (phase != Phase.BUILDING) {
            throw new IllegalStateException("agent '" + path + "' comes too late: add agents before the engine is started");
        }
        checkArgument(!byPath.containsKey(path), "there is an agent '%s' already", path);
        ModelledContext context = context(path, processor.costs());
        byPath.put(path, context);
        if (context.index() == contexts.length) {
            contexts = Arrays.copyOf(contexts, Math.max(16, 2 * contexts.length));
        }
        contexts[context.index()] = context;
        A agent = factory.apply(context);
        context.bind(agent);
        return agent;
    }

    private ModelledContext context(String path, CostTable costs) {
        ModelledNode node = byName.computeIfAbsent(ModelledNode.nameOf(path),
            name -> new ModelledNode(surroundings, lookAhead, name, profile, observer));
        int index = byPath.size();
        if (schedule != null) {
            return new ScheduledModelledContext(path, index, seed, costs, node, schedule);
        }
        if (observer != null) {
            return new ObservedModelledContext(path, index, seed, costs, node, observer, tap);
        }
        return tap == null ? new ModelledContext(path, index, seed, costs, node)
            : new TappedModelledContext(path, index, seed, costs, node, tap);
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
        contexts = Arrays.copyOf(contexts, byPath.size());
        nodes = byName.values().toArray(ModelledNode[]::new);
        if (nodes.length == 0) {
            nodes = new ModelledNode[] {new ModelledNode(surroundings, lookAhead, "", profile, observer)};
        }
        if (nodes.length > EventOrder.MAX_NODES) {
            throw new IllegalStateException("an engine has at most " + EventOrder.MAX_NODES + " nodes, got " + nodes.length);
        }
        int[] places = new int[2 * contexts.length];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i].start(i, contexts, places);
            nodes[i].leastCrossingPs(lookAhead.isEndless() ? 0 : lookAhead.ps());
        }
        ModelledContext[] ordered = contexts.clone();
        Arrays.sort(ordered, Comparator.comparing(ModelledContext::path));
        int[] agents = new int[nodes.length];
        for (ModelledContext context : ordered) {
            int endPoint = agents[context.node().number()]++;
            if (endPoint == EventOrder.MAX_AGENTS) {
                throw new IllegalStateException(context.node() + " has more than " + EventOrder.MAX_AGENTS + " agents: a path begins with"
                    + " the name of its node");
            }
            context.endPoint(endPoint);
        }
        for (int i = 0; i < contexts.length; i++) {
            places[2 * i] = contexts[i].node().number();
            places[2 * i + 1] = contexts[i].endPoint();
        }
        for (ModelledContext context : ordered) {
            context.node().begin(context);
        }
        if (nodes.length > 1) {
            queue = new NodeQueue(nodes);
        }
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

    /** Something was entered into a node's events other than by that node itself. */
    void pushed(ModelledNode node) {
        NodeQueue several = queue;
        if (several != null) {
            several.changed(node);
        }
    }

    /** A caller's code, or recorded input, is to run on an agent's processor. */
    void enter(ModelledCall call, long timePs) {
        ModelledNode node = call.host().node();
        node.effects().call(call.host().endPoint(), call.source(), call, timePs);
        pushed(node);
    }

    // --- execution

    /** The node whose event is the first of all. */
    private ModelledNode first() {
        NodeQueue several = queue;
        return several == null ? nodes[0] : several.first();
    }

    /** Executes events up to a time, but so many at most. */
    private void execute(long endPs, long most) {
        try {
            long left = most;
            if (queue == null) {
                // One node needs nobody to say which is first.
                for (ModelledNode only = nodes[0]; left > 0 && only.firstTime() <= endPs; left--) {
                    nowPs = only.firstTime();
                    only.execute();
                }
                return;
            }
            for (ModelledNode node = first(); left > 0 && node.firstTime() <= endPs; node = first()) {
                nowPs = node.firstTime();
                node.execute();
                left--;
            }
        } catch (DefectFound found) {
            throw failed(found);
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
                    context.waiting.evaluate(time);
                }
            }
        }
    }

    // --- defects

    private EngineFailedException failed(DefectFound event) {
        if (event.defect() instanceof EngineFailedException already) {
            return already;
        }
        Defect found = new Defect(event.role(), event.defect());
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
        lockOutside(what);
        return outsideCallers.computeIfAbsent(Thread.currentThread(), thread -> new OutsideCaller(this));
    }

    private void lockOutside(String what) {
        if (lock.isHeldByCurrentThread() || (windows != null && windows.isMine())) {
            throw withinStep(what);
        }
        lock.lock();
        boolean entered = false;
        try {
            checkRuns(what);
            entered = true;
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
        lockOutside(what);
    }

    void leave() {
        if (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
    }

    /** A caller is about to change the run. Tasks are part of it; what comes from outside after the first event is not recorded. */
    void changedBy(ModelledCaller caller) {
        callsAreMissing |= caller.endPoint() == EventOrder.OUTSIDE && eventNumber() > 0;
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
        ModelledNode node = first();
        if (node.isIdle()) {
            throw new AwaitFailedException(what + ": the system is idle and the condition can never hold" + tasks.whoWaits());
        }
        if (node.firstTime() > limitPs) {
            throw new AwaitFailedException(what + ": did not come about within " + AWAIT_LIMIT_PS / VirtualTime.PS_PER_NS / 1_000_000_000L
                + " s of virtual time" + tasks.whoWaits());
        }
        execute(LAST_PS, 1);
    }

    RunningTask spawn(ModelledNode node, String name, Runnable body, long timePs) {
        ModelledTask task = tasks.make(this, node, name, body);
        task.goOnAt(timePs);
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
            long end = Math.multiplyExact(timeNs, VirtualTime.PS_PER_NS);
            execute(end, Long.MAX_VALUE);
            nowPs = Math.max(nowPs, end);
        } finally {
            leave();
        }
    }

    /**
     * Executes all events up to a time, nodes side by side, and lets it become that time: as {@link #advanceTo}, with the same result
     * whatever the number of threads. From outside only; the caller's thread is one of them, and the others end before this returns.
     *
     * <p>Nodes are executed in windows as long as the fastest wire between two of them. Nothing may be shared between agents of different
     * nodes except what wires deliver. A {@linkplain #tap tap} is called by several threads, for each node in its order.
     *
     * @param threads how many, at least 1
     * @param timeNs virtual time; a time that has passed does nothing
     * @throws IllegalArgumentException when there is not at least one thread
     * @throws IllegalStateException when tasks run, which have to see one order of all nodes; when somebody looks on or decides on the
     *     order; or when a wire between two nodes takes no time
     * @throws EngineFailedException when an agent failed; of several in one window, the one that failed first
     */
    public void advanceTo(long timeNs, int threads) {
        checkArgument(threads >= 1, "a run needs at least 1 thread, got %s", threads);
        enterFromOutside("advance by " + threads + " threads");
        try {
            checkNodesAreApart();
            long end = Math.multiplyExact(timeNs, VirtualTime.PS_PER_NS);
            WindowedRun run = new WindowedRun(nodes, lookAhead.ps(), end, threads, paces.computeIfAbsent(threads, _ -> new WindowPace()));
            for (ModelledNode node : nodes) {
                node.leastCrossingPs(lookAhead.ps());
            }
            windows = run;
            long reached = nowPs;
            try {
                run.run();
                ModelledNode first = firstToFail();
                reached = first == null ? end : first.defectPs();
                if (first != null) {
                    throw failed(Objects.requireNonNull(first.defect()));
                }
            } catch (DefectFound found) {
                throw failed(found);
            } finally {
                windows = null;
                afterWindows(reached);
            }
        } finally {
            leave();
        }
    }

    private void checkNodesAreApart() {
        if (!tasks.all().isEmpty()) {
            throw new IllegalStateException("task '" + tasks.all().getFirst().name() + "' has not ended: while tasks run, nodes are"
                + " executed in one order; advance without threads until it has ended");
        }
        if (observer != null || schedule != null) {
            throw new IllegalStateException((observer != null ? "an observer looks on" : "a schedule decides")
                + ", in one order of all nodes: advance without threads");
        }
        if (lookAhead.ps() == 0) {
            throw new IllegalStateException("nodes cannot be executed side by side: " + lookAhead + "; give the wire a latency");
        }
    }

    private void afterWindows(long endPs) {
        nowPs = Math.max(nowPs, endPs);
        for (ModelledNode node : nodes) {
            node.leastCrossingPs(lookAhead.isEndless() ? 0 : lookAhead.ps());
        }
        NodeQueue several = queue;
        if (several != null) {
            several.rebuild();
        }
    }

    private @Nullable ModelledNode firstToFail() {
        ModelledNode first = null;
        for (ModelledNode node : nodes) {
            if (node.defect() != null && (first == null || node.defectPs() < first.defectPs())) {
                first = node;
            }
        }
        return first;
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
            execute(LAST_PS, eventNumber - eventNumber());
            return eventNumber() >= eventNumber;
        } finally {
            leave();
        }
    }

    /** {@return how many events have been executed} */
    public long eventNumber() {
        long sum = 0;
        for (ModelledNode node : nodes) {
            sum += node.events();
        }
        return sum;
    }

    /**
     * {@return the events that come next if nothing else gets in between, in their order; only the first is sure to be the next}. From
     * outside, while the engine stands still.
     *
     * @param most how many at most
     */
    public List<EngineEvent> pending(int most) {
        return new PendingEvents(nodes, contexts).first(most, eventNumber());
    }

    /** {@return how this engine stands. From outside, while it stands still} */
    public EngineState state() {
        List<EngineState.AgentState> agents = Arrays.stream(contexts).sorted(Comparator.comparing(ModelledContext::path))
            .map(ModelledContext::state).toList();
        return new EngineState(eventNumber(), nowPs, digest(), Arrays.stream(nodes).mapToInt(node -> node.heap().size()).sum(), agents,
            Arrays.stream(nodes).flatMap(node -> node.resources().dmas().stream())
                .map(dma -> new EngineState.DmaState(dma.name(), dma.current(), dma.waiting())).toList(),
            Arrays.stream(nodes).flatMap(node -> node.resources().buses().stream())
                .map(bus -> new EngineState.BusState(bus.name(), bus.freeAtPs(), bus.grantedPs())).toList());
    }

    /**
     * {@return a number that depends on all events executed so far, in the order of each node: equal runs have equal digests, also when one
     * was executed by several threads}
     */
    public long digest() {
        long all = nodes.length == 0 ? 1 : nodes[0].digest();
        for (int i = 1; i < nodes.length; i++) {
            all = (all ^ nodes[i].digest()) * 0x9E3779B97F4A7C15L + i;
            all ^= all >>> 32;
        }
        return all;
    }

    /** {@return whether no event is pending: nothing will happen without a further call or input} */
    public boolean isIdle() {
        return nodes.length == 0 || first().isIdle();
    }

    /**
     * {@return for how much virtual time a bus was held so far, in nanoseconds; never more than has passed}
     *
     * @param bus a bus that the agents use
     */
    public long busHeldNs(Bus bus) {
        return Arrays.stream(nodes).mapToLong(node -> node.resources().heldPs(bus, nowPs)).sum() / VirtualTime.PS_PER_NS;
    }

    /**
     * {@return the laws that this run keeps unless the model has a defect, as they stand}: no time, byte, transfer or event is made or
     * lost. From outside, while the engine stands still; costs as much as some events. A failed run keeps no law.
     */
    public Conservation conservation() {
        return new ConservationCheck(nodes, contexts, nowPs).laws(eventNumber());
    }

    /**
     * {@return how many objects are on their way to a list}. From outside, while the engine stands still.
     *
     * @param list where they will arrive
     */
    public long onTheWay(DeliveryList<?> list) {
        return new ConservationCheck(nodes, contexts, nowPs).pending(Effects.DELIVERY, list);
    }

    /** {@return how processors, buses and DMA engines have spent the time so far}. From outside, while the engine stands still. */
    public List<ResourceUse> resourceUses() {
        return new ConservationCheck(nodes, contexts, nowPs).uses();
    }

    @Override
    public long nowNs() {
        return nowPs / VirtualTime.PS_PER_NS;
    }

    long nowPs() {
        return nowPs;
    }

    @Override
    public AgentMeter meter(Agent agent) {
        ModelledContext context = contextOf(agent);
        return new AgentMeter(context.workingSteps, context.idleSteps, context.pieces, context.workingSteps, context.busyPs * 1e-12);
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
        repeat(new OutsideInput(eventNumber(), nowPs, port, bytes.clone()));
    }

    /** Lets recorded bytes enter again. */
    void repeat(OutsideInput input) {
        enterFromOutside("input");
        try {
            Port port = ports.get(input.port());
            checkArgument(port != null, "nothing is bound to input port '%s'", input.port());
            inputs.add(input);
            enter(ModelledCall.ofInput(port.host(), () -> port.receiver().accept(input.bytes())), input.timePs());
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
        return new Snapshot(system, seed, inputs, eventNumber());
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
