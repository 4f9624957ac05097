package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DataPlacement;
import dev.spine.iop.engine.HostInterrupts;
import dev.spine.iop.engine.RevocationFence;
import org.jspecify.annotations.Nullable;

/** An agent's view of the modelled engine, and what the engine keeps of the agent. Every effect is an event at the local time. */
class ModelledContext extends AgentContext {
    private final ModelledNode node;
    private @Nullable Agent agent;
    private int endPoint;
    /** Start of the step, call or set-up that is running. */
    private long startPs;
    private boolean active;
    private @Nullable ModelledDma lastDma;

    /** When the processor is free again. */
    long busyUntilPs;
    /** The time of the step event that counts; others are left over and ignored. */
    long scheduledPs = VirtualTime.NEVER;
    /** When the agent asked to be woken. */
    long timerPs = VirtualTime.NEVER;
    /** The time of the timer event that is pending. At most one counts, so that timers that move do not fill the heap. */
    long timerEventPs = VirtualTime.NEVER;
    /** Whether the agent needs a further step although this one did no work. */
    boolean again;
    /** Whether it needs none although this one did work. */
    boolean rests;

    long workingSteps;
    long idleSteps;
    long pieces;
    /** Time of steps and calls that worked. */
    long busyPs;
    /** Time of steps that found nothing to do. */
    long pollPs;
    /** Time that DMA took from the processor while it worked. */
    long stolenPs;
    /** Time between steps and calls. */
    long idlePs;

    /** Who waits for a condition on this agent's bus agent, in the order of asking. */
    final WaitingCallers waiting = new WaitingCallers();

    ModelledContext(String path, int index, long seed, CostTable costs, ModelledNode node) {
        super(path, index, seed, costs);
        this.node = node;
    }

    /** Where this agent is. */
    ModelledNode node() {
        return node;
    }

    void bind(Agent made) {
        this.agent = made;
    }

    Agent agent() {
        if (agent == null) {
            throw new IllegalStateException("agent '" + path() + "' is still being made");
        }
        return agent;
    }

    void endPoint(int number) {
        this.endPoint = number;
    }

    int endPoint() {
        return endPoint;
    }

    /** How this agent stands, between two events. */
    EngineState.AgentState state() {
        return new EngineState.AgentState(path(), busyUntilPs, busyPs, workingSteps, idleSteps,
            scheduledPs == VirtualTime.NEVER ? -1 : scheduledPs, timerPs == VirtualTime.NEVER ? -1 : timerPs);
    }

    /** The clock of this agent begins to run. */
    void begin(long timePs) {
        if (timePs > busyUntilPs) {
            idlePs += timePs - busyUntilPs;
        }
        startPs = timePs;
        active = true;
        clearCharges();
    }

    /** The clock of this agent stops; returns what was charged. */
    long end() {
        active = false;
        long charged = chargedPs();
        busyUntilPs = startPs + charged;
        return charged;
    }

    /** This agent's time; only while its clock runs. */
    final long localPs() {
        if (!active) {
            throw new IllegalStateException("'" + path() + "' acts outside its steps: use Tasks.call to act for it");
        }
        return startPs + chargedPs();
    }

    /** A step has done so many pieces of work. */
    void worked(int done, long charged) {
        workingSteps++;
        pieces += done;
        busyPs += charged;
    }

    /** A step has found nothing to do. */
    void idled(long charged) {
        idleSteps++;
        pollPs += charged;
    }

    /** A call has ended. */
    void called(long charged) {
        busyPs += charged;
    }

    /** Time of steps and calls and between them: together what has passed, as a processor does one thing at a time. */
    long accountedPs(long nowPs) {
        return busyPs + pollPs + stolenPs + idlePs(nowPs) - aheadPs(nowPs);
    }

    /** How the processor has spent its time. */
    ResourceUse use(long nowPs) {
        // What lies ahead was charged by the last step or call, which may have been either kind: it is taken from the larger sum.
        long ahead = aheadPs(nowPs);
        return ConservationCheck.use(path(), ResourceUse.Kind.PROCESSOR, busyPs - Math.min(ahead, busyPs),
            pollPs + stolenPs - (ahead - Math.min(ahead, busyPs)), idlePs(nowPs));
    }

    /** DMA takes the memory of this bus agent for so long: a processor that works stands still for it. */
    void steal(long ps, long nowPs) {
        if (busyUntilPs > nowPs) {
            busyUntilPs += ps;
            stolenPs += ps;
        }
    }

    private long idlePs(long nowPs) {
        return idlePs + Math.max(0, nowPs - busyUntilPs);
    }

    private long aheadPs(long nowPs) {
        return Math.max(0, busyUntilPs - nowPs);
    }

    @Override
    public long nowNs() {
        return (active ? startPs + chargedPs() : Math.max(busyUntilPs, node.nowPs())) / VirtualTime.PS_PER_NS;
    }

    @Override
    public DataPlacement placement() {
        return node.placement();
    }

    @Override
    public HostInterrupts hostInterrupts() {
        return node.hostInterrupts();
    }

    @Override
    public void wakeAt(long timeNs) {
        long ps = timeNs > VirtualTime.NEVER / VirtualTime.PS_PER_NS ? VirtualTime.NEVER : Math.max(0, timeNs) * VirtualTime.PS_PER_NS;
        if (ps < timerPs) {
            timerPs = ps;
        }
    }

    @Override
    public void wakeMe(DeliveryList<?> list) {
        if (list.isEmpty()) {
            list.addWaiter(index());
        } else {
            again = true;
        }
    }

    @Override
    public void nothingLeft() {
        rests = true;
    }

    @Override
    protected void bound(DeliveryList<?> list) {
        list.usedByOneThread();
    }

    @Override
    public void meets(AgentContext other, String wire, long leastNs) {
        if (other instanceof ModelledContext far && far.node != node) {
            node.meets(wire, leastNs);
        }
    }

    @Override
    public void takesBack(DeliveryList<?> list, long returnNs) {
        list.bindTaker(index(), returnNs);
        list.usedByOneThread();
    }

    @Override
    public <T> void deliver(DeliveryList<T> list, T item, long delayNs) {
        if (node.isBeingBuilt()) {
            list.offerOrThrow(item);
        } else {
            node.delivery(this, list, item, localPs() + Math.max(0, delayNs) * VirtualTime.PS_PER_NS);
        }
    }

    @Override
    public void submit(DmaEngine dma, Transfer transfer) {
        if (node.isBeingBuilt()) {
            dma.run(transfer);
            transfer.completions().offerOrThrow(transfer);
        } else {
            dma.accept(transfer);
            request(dma, transfer, localPs());
        }
    }

    @Override
    public void programmedIo(DmaEngine dma, BusAgent target, int bytes) {
        if (node.isBeingBuilt()) {
            dma.enterProgrammedIo(target, bytes);
            return;
        }
        // First the bus: what it takes is held against what is entered from now on.
        ModelledBus bus = modelled(dma).bus();
        if (dma.enterProgrammedIo(target, bytes)) {
            node.effects().programmedIo(endPoint, this, bus, ProgrammedAccess.of(bytes, dma.busAgent().id(), target.id()), localPs());
        }
    }

    /** A transfer that was accepted arrives at its DMA engine. */
    final void request(DmaEngine dma, Transfer transfer, long timePs) {
        ModelledDma modelled = modelled(dma);
        modelled.accepted();
        node.effects().dmaRequest(endPoint, modelled.endPoint(), modelled, transfer, timePs);
    }

    private ModelledDma modelled(DmaEngine dma) {
        ModelledDma last = lastDma;
        if (last == null || last.dma() != dma) {
            last = node.resources().dmaOf(dma, this);
            lastDma = last;
        }
        return last;
    }

    @Override
    public RevocationFence newFence() {
        return new RevocationFence() {
            @Override
            public void begin() {
                // A chunk is checked, copied and accounted in one event, so no chunk that was checked before can land after this one.
                again = true;
            }

            @Override
            public boolean isPassed() {
                return true;
            }
        };
    }
}
