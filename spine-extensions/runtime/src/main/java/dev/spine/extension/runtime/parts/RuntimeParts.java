package dev.spine.extension.runtime.parts;

import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.memory.CardMemory;
import dev.spine.extension.runtime.message.BackgroundWork;
import dev.spine.extension.runtime.message.BurstEnd;
import dev.spine.extension.runtime.message.TimerQueue;
import dev.spine.extension.runtime.quota.Owners;
import dev.spine.extension.runtime.quota.ProcessorShare;
import dev.spine.extension.runtime.watch.CardGuests;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import java.util.ArrayDeque;

/**
 * What all parts of a runtime share: its environment, memory, clock and lists. Made once, when the runtime comes to its environment; knows
 * none of the parts that use it. Belongs to the card's agent.
 */
public final class RuntimeParts {
    private static final int TIMERS = 1024;

    private final CarriedOver carried;
    private final ExecutionEnvironment environment;
    private final AgentContext agent;
    private final InstanceLimits limits;
    private final CardGuests guests;
    private final CardPort port;
    private final CardMemory memory;
    private CardMemory deviceMemory;
    private final Owners owners = new Owners();
    private final UpcomingPackets upcoming = new UpcomingPackets();
    private final BackgroundWork background = new BackgroundWork();
    private final BurstEnd burstEnd = new BurstEnd();
    private final TimerQueue timers = new TimerQueue(TIMERS);
    private final ProcessorShare processorShare;
    /**
     * Ends of revocations that wait to be told: they may come while a handler runs and the queue of messages has no room, and none may be
     * lost. Each instance has a bounded number of them.
     */
    private final ArrayDeque<Runnable> revocationReports = new ArrayDeque<>();
    private Runnable onEnd = () -> {};

    /**
     * Parts of a runtime in which nothing is loaded.
     *
     * @param carried of its earlier life, if it had one
     * @param environment where
     * @param limits what each instance may hold
     * @param memoryBytes how much memory extensions and images share, and as much again that devices reach
     * @param guests the extensions as the watchdog sees them
     * @param port the wire
     */
    public RuntimeParts(CarriedOver carried, ExecutionEnvironment environment, InstanceLimits limits, int memoryBytes, CardGuests guests,
        CardPort port) {
        this.carried = carried;
        this.environment = environment;
        this.agent = environment.agent();
        this.limits = limits;
        this.guests = guests;
        this.port = port;
        this.memory = allocate(" extensions", Access.OWNER, memoryBytes);
        this.deviceMemory = allocateDeviceMemory(memoryBytes);
        this.processorShare = new ProcessorShare(agent::readClockNs, agent::processorNs);
    }

    private CardMemory allocate(String what, Access access, int bytes) {
        return new CardMemory(environment.bus().allocate(environment.name() + what, environment.busAgent(), access, bytes));
    }

    /** Memory that other bus agents reach without a grant, as blocks of a disk need it. */
    private CardMemory allocateDeviceMemory(int bytes) {
        return allocate(" extensions, for devices", Access.READ_WRITE, bytes);
    }

    /** A disk of another card may still write what it was asked for: it finds nothing at that address any more. */
    public void renewDeviceMemory() {
        environment.bus().remove(deviceMemory.region());
        deviceMemory = allocateDeviceMemory((int) deviceMemory.region().length());
    }

    /** Memory of this card leaves the bus: it is reached no more, and its bytes go when nothing refers to them. */
    public void removeMemory() {
        environment.bus().remove(memory.region());
        environment.bus().remove(deviceMemory.region());
    }

    /** {@return what outlives this} */
    public CarriedOver carried() {
        return carried;
    }

    public ExecutionEnvironment environment() {
        return environment;
    }

    public AgentContext agent() {
        return agent;
    }

    public InstanceLimits limits() {
        return limits;
    }

    public CardMemory memory() {
        return memory;
    }

    public CardMemory deviceMemory() {
        return deviceMemory;
    }

    /** {@return bytes of the memory that are lent to extensions and to what is loaded} */
    public int memoryInUse() {
        return memory.used() + deviceMemory.used();
    }

    public CardPort port() {
        return port;
    }

    /** {@return what the watchdog knows of the extensions of this card} */
    public CardGuests guests() {
        return guests;
    }

    public Owners owners() {
        return owners;
    }

    public UpcomingPackets upcoming() {
        return upcoming;
    }

    public BackgroundWork background() {
        return background;
    }

    public BurstEnd burstEnd() {
        return burstEnd;
    }

    public TimerQueue timers() {
        return timers;
    }

    public ProcessorShare processorShare() {
        return processorShare;
    }

    public DeliveryList<Transfer> completions() {
        return carried.completions();
    }

    public ArrayDeque<Runnable> revocationReports() {
        return revocationReports;
    }

    public long nowNs() {
        return agent.nowNs();
    }

    /** {@return up to how many bytes a copy costs no more than an element that names them and a transfer that moves them} */
    public int copyLimit() {
        return agent.copyLimit(Op.MESSAGE_PIECE, Op.START_TRANSFER, Op.ADD_RUN, Op.COMPLETE_TRANSFER);
    }

    public void start(Transfer transfer) {
        agent.charge(Op.START_TRANSFER);
        agent.submit(environment.dma(), transfer);
    }

    /** Has something done whenever something of an instance has ended: it may be the last thing of one that is unloaded. */
    public void onEnd(Runnable action) {
        onEnd = action;
    }

    /** Something of an instance has ended. */
    public void finishDraining() {
        onEnd.run();
    }
}
