package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.DataPlacement;
import dev.spine.iop.engine.EngineFailedException;
import dev.spine.iop.engine.HostInterrupts;
import dev.spine.iop.engine.MachineProfile;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One node of a modelled engine: agents whose paths begin alike, their buses and DMA engines, the events that are pending for them, a clock
 * and a digest. It executes its events in their order, and shares nothing with other nodes: what goes there is a crossing, which takes as
 * long as a wire's shortest frame.
 *
 * <p>Belongs to whoever drives the engine, or within a window of a {@linkplain WindowedRun run in windows} to the thread that has claimed
 * the node.
 */
final class ModelledNode {
    /** Events of one instant after which the node is taken to go in circles that cost no time. */
    private static final int STANDSTILL = 1_000_000;

    /** What a node needs of its engine. */
    interface Surroundings {
        /** The time of the run. */
        long nowPs();

        /** One of the nodes, by its number. */
        ModelledNode node(int number);

        /** Something was entered into a node's events other than by that node itself. */
        void pushed(ModelledNode node);

        /** Whether a step that does work and charges nothing is a defect. */
        boolean assertsCharges();

        /** A task goes on; within an event of its node. */
        void resume(Object task, long timePs);
    }

    private final Surroundings engine;
    private final LookAhead lookAhead;
    private final String name;
    private final EventHeap heap = new EventHeap();
    private final Effects effects = new Effects(heap);
    private final TimedResources resources;
    private final DataPlacement placement;
    private final HostInterrupts hostInterrupts;
    private final IntConsumer waiterAction = this::wakeWaiter;
    private final @Nullable EngineObserver observer;
    private int number;
    /** All agents of the engine, by index; null while it is being built. */
    private ModelledContext @Nullable [] contexts;
    /**
     * Pairs of the node and the number in it of each agent, by index. Read by all threads, which would wait for each other if they asked
     * the agents themselves: the thread that executes one writes beside it all the time.
     */
    private int[] places = {};
    private long leastCrossingPs;
    private @Nullable WindowThread thread;
    private @Nullable DefectFound defect;
    private long nowPs;
    private long arrivalPs;
    private long events;
    private long digest = 1;
    private int eventsOfInstant;

    ModelledNode(Surroundings engine, LookAhead lookAhead, String name, MachineProfile profile, @Nullable EngineObserver observer) {
        this.engine = engine;
        this.lookAhead = lookAhead;
        this.name = name;
        this.resources = new TimedResources(this, profile);
        this.placement = profile.placement();
        this.hostInterrupts = profile.hostInterrupts();
        this.observer = observer;
        if (observer != null) {
            resources.observe(observer);
        }
    }

    /** The node of an agent: what its path has before the first slash. Agents without one are in one node together. */
    static String nameOf(String path) {
        return path.substring(0, Math.max(0, path.indexOf('/')));
    }

    int number() {
        return number;
    }

    EventHeap heap() {
        return heap;
    }

    /** What agents, resources and callers do to this node. */
    Effects effects() {
        return effects;
    }

    /** Where structures of I/O lie. */
    DataPlacement placement() {
        return placement;
    }

    /** For what the host is interrupted. */
    HostInterrupts hostInterrupts() {
        return hostInterrupts;
    }

    TimedResources resources() {
        return resources;
    }

    /** The time of the first event, or {@link VirtualTime#NEVER}. */
    long firstTime() {
        return heap.firstTime();
    }

    /** Whether no event is pending. */
    boolean isIdle() {
        return heap.isEmpty();
    }

    long events() {
        return events;
    }

    /** A number that depends on all events that this node has executed. */
    long digest() {
        return digest;
    }

    boolean isBeingBuilt() {
        return contexts == null;
    }

    /** The engine starts: this node gets its number, and its agents can reach those of others. */
    void start(int itsNumber, ModelledContext[] all, int[] theirPlaces) {
        number = itsNumber;
        contexts = all;
        places = theirPlaces;
    }

    private ModelledContext context(int index) {
        return Objects.requireNonNull(contexts)[index];
    }

    /** The present time for an agent whose own clock stands. */
    long nowPs() {
        return thread == null ? engine.nowPs() : nowPs;
    }

    // --- effects become events

    void delivery(ModelledContext from, DeliveryList<?> list, Object item, long timePs) {
        int consumer = list.consumer();
        if (consumer != DeliveryList.NO_CONSUMER) {
            int node = places[2 * consumer];
            int endPoint = places[2 * consumer + 1];
            if (node == number) {
                effects.delivery(from.endPoint(), endPoint, list, item, timePs);
            } else {
                cross(from, node, endPoint, list, item, timePs);
            }
        } else {
            int taker = list.taker();
            if (taker == DeliveryList.NO_CONSUMER || places[2 * taker] == number) {
                effects.delivery(from.endPoint(), EventOrder.NOBODY, list, item, timePs);
            } else {
                cross(from, places[2 * taker], EventOrder.NOBODY, list, item, timePs + list.returnNs() * VirtualTime.PS_PER_NS);
            }
        }
    }

    /** The path of the agent that consumes a list, or null. */
    @Nullable String consumerOf(DeliveryList<?> list) {
        int consumer = list.consumer();
        return consumer == DeliveryList.NO_CONSUMER ? null : context(consumer).path();
    }

    private void cross(ModelledContext from, int to, int destination, DeliveryList<?> list, Object item, long timePs) {
        if (timePs - nowPs < leastCrossingPs) {
            throw new IllegalStateException("'" + from.path() + "' delivers to list '" + list.name() + "' of node '" + engine.node(to).name
                + "' " + (timePs - nowPs) / VirtualTime.PS_PER_NS + " ns later, and " + lookAhead
                + ": nodes meet only on wires, and nothing gets there faster");
        }
        long order = effects.crossing(destination, number);
        WindowThread present = thread;
        if (present == null) {
            ModelledNode other = engine.node(to);
            other.heap.push(timePs, order, Effects.DELIVERY, list, item, 0);
            engine.pushed(other);
        } else {
            present.crosses(to, timePs, order, list, item);
        }
    }

    /** A wire joins this node and another one. */
    void meets(String wire, long leastNs) {
        lookAhead.shorten(wire, leastNs);
    }

    /** Nothing that goes to another node gets there in less than this. */
    void leastCrossingPs(long ps) {
        leastCrossingPs = ps;
    }

    /** An object arrives: it is offered, and whoever consumes the list or waits for it is woken. */
    void arrive(DeliveryList<?> list, Object item, long timePs) {
        @SuppressWarnings("unchecked")
        DeliveryList<Object> typed = (DeliveryList<Object>) list;
        typed.offerOrThrow(item);
        int consumer = list.consumer();
        if (consumer != DeliveryList.NO_CONSUMER) {
            wake(context(consumer), timePs);
        }
        if (list.hasWaiters()) {
            arrivalPs = timePs;
            list.releaseWaiters(waiterAction);
        }
    }

    private void wakeWaiter(int index) {
        wake(context(index), arrivalPs);
    }

    /** Sees to it that the agent takes a step once its processor is free. */
    private void wake(ModelledContext context, long timePs) {
        if (context.node() != this) {
            wakeElsewhere(context, timePs);
            return;
        }
        long at = Math.max(timePs, context.busyUntilPs);
        if (at < context.scheduledPs) {
            context.scheduledPs = at;
            effects.step(context.endPoint(), context, at);
        }
    }

    /** An agent of another node hears at once of what arrives in this one: not where several threads execute nodes. */
    private void wakeElsewhere(ModelledContext context, long timePs) {
        if (thread != null) {
            throw new IllegalStateException("'" + context.path() + "' waits for something in " + this + ": nodes meet only on wires");
        }
        ModelledNode other = context.node();
        other.wake(context, timePs);
        engine.pushed(other);
    }

    private void armTimer(ModelledContext context) {
        if (context.timerPs < context.timerEventPs) {
            context.timerEventPs = context.timerPs;
            effects.timer(context.endPoint(), context, context.timerPs, Math.max(context.timerPs, nowPs));
        }
    }

    /** An agent of this node begins: it takes a first step. */
    void begin(ModelledContext context) {
        armTimer(context);
        wake(context, 0);
    }

    // --- execution

    /** Executes the first event; there is one. */
    void execute() {
        QueuedEvent event = heap.pop();
        long time = event.time;
        long mixed = (digest ^ time) * 0x9E3779B97F4A7C15L + event.order;
        digest = mixed ^ mixed >>> 32;
        events++;
        try {
            advanceClock(time);
            dispatch(event, time);
        } catch (DefectFound | EngineFailedException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            throw new DefectFound("the engine", e);
        }
    }

    private void advanceClock(long time) {
        if (time != nowPs) {
            if (time < nowPs) {
                throw new IllegalStateException("virtual time goes back from " + nowPs / VirtualTime.PS_PER_NS + " ns to "
                    + time / VirtualTime.PS_PER_NS + " ns: the profile has a number so large that a time no longer fits 64 bits");
            }
            nowPs = time;
            eventsOfInstant = 0;
        } else if (++eventsOfInstant == STANDSTILL) {
            throw new IllegalStateException("virtual time stands still at " + time / VirtualTime.PS_PER_NS
                + " ns: agents keep each other busy and charge nothing for it");
        }
    }

    private void dispatch(QueuedEvent event, long time) {
        Object target = Objects.requireNonNull(event.target);
        switch (event.kind) {
            case Effects.DELIVERY -> arrive((DeliveryList<?>) target, Objects.requireNonNull(event.item), time);
            case Effects.STEP -> {
                ModelledContext context = (ModelledContext) target;
                // An earlier wake-up has overtaken this event.
                if (context.scheduledPs == time) {
                    stepOrWait(context, time);
                }
            }
            case Effects.TIMER -> timer((ModelledContext) target, event.number, time);
            case Effects.DMA_REQUEST -> ((ModelledDma) target).onRequest((Transfer) Objects.requireNonNull(event.item), time);
            case Effects.BUS_REQUEST -> ((DmaChannel) target).onBusRequest(time);
            case Effects.CHUNK_END -> ((DmaChannel) target).onChunkEnd(time);
            case Effects.PROGRAMMED_IO -> ((ModelledBus) target).programmed(time, event.number,
                ((ModelledContext) Objects.requireNonNull(event.item)).path());
            case Effects.BUS_EVENT -> ((ModelledBus) target).onEvent(event.item, event.number, time);
            case Effects.CALL -> perform((ModelledCall) target, time);
            case Effects.RESUMPTION -> engine.resume(target, time);
            default -> throw new AssertionError("event of kind " + event.kind);
        }
    }

    /** A call of this instant may have taken the processor: then the step comes after it. */
    private void stepOrWait(ModelledContext context, long time) {
        if (context.busyUntilPs > time) {
            context.scheduledPs = VirtualTime.NEVER;
            wake(context, context.busyUntilPs);
        } else {
            step(context, time);
        }
    }

    private void step(ModelledContext context, long time) {
        context.scheduledPs = VirtualTime.NEVER;
        context.timerPs = VirtualTime.NEVER;
        context.again = false;
        context.rests = false;
        context.begin(time);
        int done;
        try {
            done = context.agent().doWork(1);
        } catch (Throwable e) {
            context.end();
            throw new DefectFound(context.path(), e);
        }
        long charged = context.end();
        if (done > 0) {
            if (charged == 0 && engine.assertsCharges()) {
                throw new DefectFound(context.path(), new AssertionError("a step did work and charged nothing for it"));
            }
            context.worked(done, charged);
            if (!context.rests) {
                wake(context, context.busyUntilPs);
            }
        } else {
            context.idled(charged);
        }
        afterwards(context);
    }

    private void perform(ModelledCall call, long time) {
        ModelledContext host = call.host();
        if (host.busyUntilPs > time) {
            effects.call(host.endPoint(), call.source(), call, host.busyUntilPs);
            return;
        }
        host.begin(time);
        try {
            call.perform();
        } catch (RuntimeException | Error e) {
            host.end();
            throw new DefectFound("input to " + host.path(), e);
        }
        host.called(host.end());
        // The call may have left something to do that no delivery announces.
        wake(host, host.busyUntilPs);
        afterwards(host);
        call.ended(host.busyUntilPs);
    }

    /** After a step or a call: what was asked for is arranged, and whoever waits for this bus agent looks at it. */
    private void afterwards(ModelledContext context) {
        if (context.again) {
            context.again = false;
            wake(context, context.busyUntilPs);
        }
        if (context.timerPs != VirtualTime.NEVER) {
            armTimer(context);
        }
        if (!context.waiting.isEmpty()) {
            context.waiting.evaluate(context.busyUntilPs);
        }
    }

    private void timer(ModelledContext context, long askedPs, long time) {
        if (context.timerEventPs != askedPs) {
            return;
        }
        context.timerEventPs = VirtualTime.NEVER;
        if (observer != null) {
            observer.onTimer(context.path(), time);
        }
        if (context.timerPs <= time) {
            wake(context, time);
        } else if (context.timerPs != VirtualTime.NEVER) {
            armTimer(context);
        }
    }

    // --- a run in windows

    /**
     * Executes all events before the end of this window. What other nodes sent in the last one is among them.
     *
     * @return the time of the first event that is left, or {@link VirtualTime#NEVER}; also when an event ended in a defect
     */
    long executeWindow(long endPs, WindowThread by) {
        thread = by;
        try {
            while (heap.firstTime() < endPs) {
                execute();
            }
        } catch (DefectFound found) {
            defect = found;
            return VirtualTime.NEVER;
        } finally {
            thread = null;
        }
        return firstTime();
    }

    /** What ended a window of this node early, or null; {@link #defectPs} says when. */
    @Nullable DefectFound defect() {
        return defect;
    }

    /** The time of the event that ended in a defect. */
    long defectPs() {
        return nowPs;
    }

    @Override
    public String toString() {
        return name.isEmpty() ? "the node without a name" : "node '" + name + "'";
    }
}
