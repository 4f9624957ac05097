package dev.spine.extension.runtime;

import dev.spine.extension.api.NotAtThisPlaceException;
import dev.spine.extension.api.Offload;
import dev.spine.extension.runtime.environment.CardEnvironment;
import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.ImageTransfers;
import dev.spine.extension.runtime.memory.CardMemory;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.message.TimerQueue;
import dev.spine.extension.runtime.quota.ProcessorShare;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.report.ActivationObserver;
import dev.spine.extension.runtime.report.InstanceReport;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The runtime as a device of its IOP: takes control messages from the host, small messages from anybody, and packets from the card's port.
 *
 * <p>Control messages are worked on one at a time, the others wait in the device's event queue; small messages and packets go on meanwhile.
 * Belongs to the card's agent.
 */
public final class RuntimeModule implements DeviceModule, PacketSink {
    /** Transfers of all instances, and two of the runtime itself. */
    static final int MAX_TRANSFERS = 1 << 16;
    private static final int MAC_HEADER_BYTES = 14;
    private static final int FIRST_PACKETS = 500;
    /** Longer delays are as good as this one: 146 years. */
    private static final long MAX_DELAY_NS = 1L << 62;

    private final int memoryBytes;
    private final InstanceLimits limits;
    private final Instances instances = new Instances(this);
    private final Demultiplexer demultiplexer = new Demultiplexer();
    private final UpcomingPackets upcoming = new UpcomingPackets();
    private final ServiceRegistry services = new ServiceRegistry();
    private final BackgroundWork background = new BackgroundWork();
    private final BurstEnd burstEnd = new BurstEnd();
    private final ServiceCalls serviceCalls = new ServiceCalls();
    /**
     * Ends of revocations that wait to be told: they may come while a handler runs and the queue of messages has no room, and none may be
     * lost. Each instance has a bounded number of them.
     */
    private final ArrayDeque<Runnable> revocationReports = new ArrayDeque<>();
    private final ProcessorShare processorShare = new ProcessorShare(() -> agent().readClockNs(), this::processorNs);
    private final CardGuests guests = new CardGuests(this);
    private final TimerQueue timers = new TimerQueue(1024);
    private final DeliveryList<Transfer> completions = DeliveryList.singleProducer("runtime completions", MAX_TRANSFERS);
    private @Nullable ExecutionEnvironment environment;
    private @Nullable AgentContext agent;
    private @Nullable CardMemory memory;
    private @Nullable CardMemory deviceMemory;
    private @Nullable StoreRequests stores;
    private @Nullable Dispatcher dispatcher;
    private @Nullable Loads loads;
    private @Nullable SurfaceRequests surfaces;
    private @Nullable RuntimeControl control;
    private @Nullable PacketPort port;
    private @Nullable ActivationWatch watch;
    private boolean watched;
    private int firstPackets = FIRST_PACKETS;
    private int serials;

    /**
     * A runtime.
     *
     * @param memoryBytes how much of the card's memory extensions and images share
     * @param limits what each instance may hold
     */
    public RuntimeModule(int memoryBytes, InstanceLimits limits) {
        this.memoryBytes = memoryBytes;
        this.limits = limits;
    }

    /**
     * Lets somebody hear of each activation. Before anything is loaded; it makes activations slow.
     *
     * @param observer hears on the card's agent
     */
    public void observe(ActivationObserver observer) {
        watch = new ActivationWatch(observer);
        watched = true;
    }

    @Nullable ActivationWatch watch() {
        return watch;
    }

    /** {@return whether there is a {@link #watch}}, without naming its class: as long as that is not loaded, naming it costs a call. */
    boolean isWatched() {
        return watched;
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("runtime", ClassId.ofSpine(DeviceClass.RUNTIME).word(), 0, 0x53_50_49_4E_45_52_54_31L,
            RuntimeProtocol.EVENT_STOPPED, "SPINE runtime");
    }

    @Override
    public void attach(DeviceContext given) {
        attach(new CardEnvironment(given));
        control = new RuntimeControl(this, given, new ImageTransfers(given, completions));
    }

    /** Gives the runtime a place; one that is no card has no messages that control it. */
    void attach(ExecutionEnvironment given) {
        environment = given;
        agent = given.agent();
        memory = new CardMemory(given.bus().allocate(given.name() + " extensions", given.busAgent(), Access.OWNER, memoryBytes));
        deviceMemory = allocateDeviceMemory(given);
        dispatcher = new Dispatcher(this, given);
        loads = new Loads(this, instances, given.verifier());
        stores = new StoreRequests(this, given);
        surfaces = new SurfaceRequests(this, given);
        given.agent().consumes(completions);
        given.agent().addGuests(guests);
    }

    /** Memory that other bus agents reach without a grant, as blocks of a disk need it. */
    private CardMemory allocateDeviceMemory(ExecutionEnvironment given) {
        return new CardMemory(given.bus().allocate(given.name() + " extensions, for devices", given.busAgent(), Access.READ_WRITE,
            memoryBytes));
    }

    // --- what the parts of the runtime share

    private ExecutionEnvironment environment() {
        return Objects.requireNonNull(environment, "attach comes first");
    }

    AgentContext agent() {
        return Objects.requireNonNull(agent, "attach comes first");
    }

    CardMemory memory() {
        return Objects.requireNonNull(memory, "attach comes first");
    }

    CardMemory deviceMemory() {
        return Objects.requireNonNull(deviceMemory, "attach comes first");
    }

    StoreRequests stores() {
        return Objects.requireNonNull(stores, "attach comes first");
    }

    /** {@return the same, for an extension that asks for a disk} */
    StoreRequests storesHere() {
        if (!stores().hasDisks()) {
            throw new NotAtThisPlaceException("there are no stores at " + environment().name() + ": load the extension onto a card");
        }
        return stores();
    }

    Dispatcher dispatcher() {
        return Objects.requireNonNull(dispatcher, "attach comes first");
    }

    Loads loads() {
        return Objects.requireNonNull(loads, "attach comes first");
    }

    SurfaceRequests surfaces() {
        return Objects.requireNonNull(surfaces, "attach comes first");
    }

    private RuntimeControl control() {
        return Objects.requireNonNull(control, "attach comes first");
    }

    ServiceRegistry services() {
        return services;
    }

    /** {@return whether a grant still exists} */
    boolean isGranted(long token) {
        return environment().bus().grants().isValid(token);
    }

    BackgroundWork background() {
        return background;
    }

    ServiceCalls serviceCalls() {
        return serviceCalls;
    }

    BurstEnd burstEnd() {
        return burstEnd;
    }

    ArrayDeque<Runnable> revocationReports() {
        return revocationReports;
    }

    /** {@return a number that no instance of this card has had} */
    int nextSerial() {
        return ++serials;
    }

    /** {@return what the watchdog knows of the extensions of this card} */
    CardGuests guests() {
        return guests;
    }

    /** {@return the number of the instance with a serial number, or 0} */
    int numberOf(int serial) {
        for (int number = 1; number <= CardLimits.MAX_INSTANCES; number++) {
            ExtensionInstance instance = instance(number);
            if (instance != null && instance.serial() == serial) {
                return number;
            }
        }
        return 0;
    }

    ProcessorShare processorShare() {
        return processorShare;
    }

    /** {@return packets that a handler has had before it gets a way of its own}, which takes some time to make: {@link PacketPaths} */
    int firstPackets() {
        return firstPackets;
    }

    /** Another number of {@link #firstPackets}, from 0 on; before anything is loaded. */
    void firstPackets(int packets) {
        firstPackets = packets;
    }

    Demultiplexer demultiplexer() {
        return demultiplexer;
    }

    UpcomingPackets upcoming() {
        return upcoming;
    }

    DeliveryList<Transfer> completions() {
        return completions;
    }

    @Nullable ExtensionInstance instance(int number) {
        return instances.get(number);
    }

    /**
     * {@return one instance as it stands, or null when there is none of that number; on the card's agent}
     *
     * @param number 1 to {@link CardLimits#MAX_INSTANCES}
     */
    public @Nullable InstanceReport report(int number) {
        ExtensionInstance instance = instance(number);
        return instance == null ? null : new InstanceDescription(instance).report();
    }

    /** {@return bytes of the card's memory that are lent to extensions and to what is loaded; on the card's agent} */
    public int memoryInUse() {
        return memory().used() + deviceMemory().used();
    }

    /** {@return buffers that applications on the host lend for the data of messages to them; on the card's agent} */
    public int lentByHost() {
        return dispatcher().host().lent();
    }

    /** {@return messages and packets that came to an instance and that no handler of it got; on the card's agent} */
    public long dropped() {
        return instances.dropped();
    }

    /** {@return messages that had no destination, or were lost because their destination could take none; on the card's agent} */
    public long undeliverable() {
        return dispatcher().undeliverable();
    }

    /** The instances of this card. */
    Instances instances() {
        return instances;
    }

    InstanceLimits limits() {
        return limits;
    }

    long nowNs() {
        return agent().nowNs();
    }

    /** {@return what the card's thread has had of a processor; its virtual time when modelled} */
    long processorNs() {
        return agent().processorNs();
    }

    void wakeAt(long timeNs) {
        agent().wakeAt(timeNs);
    }

    void charge(Op op) {
        agent().charge(op);
    }

    void charge(Op op, long times) {
        agent().charge(op, times);
    }

    void touched(int bytes) {
        agent().charge(Op.TOUCH_BYTE, bytes);
    }

    /** {@return up to how many bytes a copy costs no more than an element that names them and a transfer that moves them} */
    public int copyLimit() {
        return agent().copyLimit(Op.SGL_ELEMENT, Op.START_TRANSFER, Op.ADD_RUN, Op.COMPLETE_TRANSFER);
    }

    void countLost() {
        environment().countLost();
    }

    boolean transmit(Lease lease, int offset, int bytes, long offload) {
        PacketPort wire = port();
        return wire != null && bytes >= MAC_HEADER_BYTES
            && bytes <= (offload == Offload.NONE ? wire.maxPacketBytes() : wire.maxOffloadBytes())
            && lease.transmit(wire, offset, bytes, offload);
    }

    long hardwareAddress() {
        PacketPort wire = port();
        return wire == null ? 0 : wire.hardwareAddress();
    }

    void release(Packet packet) {
        packet.release(agent());
    }

    void start(Transfer transfer) {
        AgentContext on = agent();
        on.charge(Op.START_TRANSFER);
        on.charge(Op.ADD_RUN, transfer.runs());
        on.submit(environment().dma(), transfer);
    }

    @Nullable PacketPort port() {
        PacketPort found = port;
        if (found == null) {
            found = environment().port();
            if (found != null) {
                found.attach(this);
                port = found;
            }
        }
        return found;
    }

    boolean setTimer(ExtensionInstance instance, long delayNs, int handler, int number) {
        if (!instance.quotas().leavesSome(Quota.TIMERS, timers.left())) {
            instance.quotas().countRefused(Quota.TIMERS);
            return false;
        }
        if (!instance.quotas().take(Quota.TIMERS, 1)) {
            return false;
        }
        boolean added = timers.add(nowNs() + Math.min(delayNs, MAX_DELAY_NS), instance.number(),
            instance.version().generation(), handler, number);
        if (!added) {
            instance.quotas().give(Quota.TIMERS, 1);
        }
        return added;
    }

    /** Takes an instance out of everything that could call it. */
    void forget(ExtensionInstance instance) {
        demultiplexer.removeAll(instance);
        timers.removeAll(instance.number());
        background.removeAll(instance);
        burstEnd.remove(instance);
        dispatcher().end(instance);
        surfaces().removeAll(instance);
        stores().removeAll(instance);
    }

    void onFailure(ExtensionInstance instance, String why) {
        if (instances.onFailure(instance)) {
            environment().report(RuntimeProtocol.EVENT_STOPPED, instance.number(), RuntimeProtocol.STOPPED_BY_FAILURE,
                instance.serial());
        }
        lastFailure = "extension " + instance.name() + " was stopped: " + why;
    }

    /** Somebody unloads an instance that runs. */
    void onUnload(ExtensionInstance instance) {
        environment().report(RuntimeProtocol.EVENT_STOPPED, instance.number(), RuntimeProtocol.STOPPED_BY_UNLOAD, instance.serial());
    }

    void onRollBack(ExtensionInstance instance, String why) {
        instances.failed(instance.owner());
        lastFailure = "the new version of extension " + instance.name() + " was taken back: " + why;
    }

    private String lastFailure = "";

    /** {@return the last failure of an extension in words, or an empty text} */
    public String lastFailure() {
        return lastFailure;
    }

    // --- packets

    @Override
    public boolean onPacket(Packet packet) {
        AgentContext on = agent();
        burstEnd.begin();
        upcoming.passTo(packet);
        on.charge(Op.DEMULTIPLEX);
        for (Installation<?> next = demultiplexer.find(packet); next != null; next = demultiplexer.findNext(packet)) {
            if (!next.onPacket(packet, on.nowNs())) {
                return true;
            }
            on.charge(Op.DEMULTIPLEX);
        }
        if (dispatcher().onWireMessage(packet.memory(), packet.offset(), packet.length())) {
            release(packet);
            return true;
        }
        return false;
    }

    @Override
    public void onTaken(Packet[] packets, int count) {
        upcoming.taken(packets, count);
    }

    @Override
    public void onBurstEnd() {
        burstEnd.end();
    }

    // --- messages

    @Override
    public void enable() {
        port();
    }

    @Override
    public void onMessage(KernelRequest request) {
        control().onMessage(request);
    }

    @Override
    public void onReply(MessageFrame reply) {
        if (reply.function() == Function.SMALL_MESSAGE) {
            dispatcher().onReply(reply);
        } else if (!stores().onReply(reply)) {
            surfaces().onReply(reply);
        }
    }

    /** Removes the timers that one version of an instance has set. */
    void forgetTimers(ExtensionInstance instance, int generation) {
        instance.quotas().give(Quota.TIMERS, timers.removeAll(instance.number(), generation));
    }

    // --- own work

    @Override
    public int doWork(int limit) {
        int work = 0;
        // What has no room in the queue of messages is not taken from this list: a report is never lost.
        while (work < limit && dispatcher().canReport()) {
            Transfer transfer = completions.poll();
            if (transfer == null) {
                break;
            }
            onCompletion(transfer);
            work++;
        }
        if (!timers.isEmpty()) {
            work += expireTimers(limit - work);
        }
        RuntimeControl onCard = control;
        work += surfaces().doWork(limit - work);
        work += stores().doWork(limit - work);
        while (work < limit && !revocationReports.isEmpty() && dispatcher().canReport()) {
            revocationReports.remove().run();
            work++;
        }
        work += dispatcher().drain(limit - work);
        work += dispatcher().doWork(limit - work);
        work += instances.expireTrials();
        if (onCard != null) {
            work += onCard.unloading().expire();
            work += onCard.resume();
        }
        work += burstEnd.doWork();
        work += background.doWork(work);
        return work;
    }

    private int expireTimers(int limit) {
        int work = 0;
        long now = nowNs();
        while (work < limit && !timers.isEmpty() && timers.earliest() <= now && dispatcher().canReport()) {
            agent().charge(Op.TIMER);
            ExtensionInstance instance = instance(timers.instance());
            if (instance != null) {
                instance.quotas().give(Quota.TIMERS, 1);
            }
            dispatcher().reportTimer(timers.instance(), timers.handler(), timers.number());
            timers.removeEarliest();
            work++;
        }
        if (!timers.isEmpty()) {
            agent().wakeAt(timers.earliest());
        }
        return work;
    }

    private void onCompletion(Transfer transfer) {
        agent().charge(Op.COMPLETE_TRANSFER);
        if (transfer.attachment() instanceof CardTransfer cardTransfer) {
            cardTransfer.onCompletion();
            finishDraining();
        } else if (transfer.attachment() instanceof FrameMessages.Pull pull) {
            dispatcher().frames().onCompletion(pull);
            finishDraining();
        } else if (transfer.attachment() instanceof HostRoutes.Outgoing message) {
            dispatcher().host().onCompletion(message);
            finishDraining();
        } else {
            control().onTransferEnd();
        }
    }

    /** Something of an instance has ended: if it was the last thing of one that is unloaded, the answer goes out. */
    void finishDraining() {
        RuntimeControl onCard = control;
        if (onCard != null) {
            onCard.unloading().finish();
        }
    }

    @Override
    public void quiesce() {
        // Extensions stay; packets and messages stop coming because the port and the queue pairs stop.
    }

    /** A disk of another card may still write what it was asked for: it finds nothing at that address any more. */
    private void renewDeviceMemory() {
        environment().bus().remove(deviceMemory().region());
        deviceMemory = allocateDeviceMemory(environment());
    }

    // --- a thread that was given up

    /** Memory of this card leaves the bus: it is reached no more, and its bytes go when nothing refers to them, that thread included. */
    @Override
    public DeviceModule renewed() {
        if (!guests.isLost()) {
            return this;
        }
        PacketPort wire = port;
        if (wire != null) {
            wire.detach(this);
            upcoming.returnAll(agent());
        }
        agent().removeGuests(guests);
        environment().bus().remove(memory().region());
        environment().bus().remove(deviceMemory().region());
        stores().leave();
        control().leave();
        RuntimeModule next = new RuntimeModule(memoryBytes, limits);
        next.watch = watch;
        next.watched = watched;
        next.firstPackets = firstPackets;
        return next;
    }

    @Override
    public void threadEnded() {
        for (int number = 1; number <= CardLimits.MAX_INSTANCES; number++) {
            ExtensionInstance instance = instance(number);
            if (instance != null) {
                instance.holdings().returnPackets();
            }
        }
    }

    @Override
    public void reset() {
        loads().reset();
        instances.reset();
        surfaces().reset();
        renewDeviceMemory();
        stores().reset();
        dispatcher().reset();
        revocationReports.clear();
        background.reset();
        burstEnd.reset();
        control().reset();
    }
}
