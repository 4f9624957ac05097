package dev.spine.iop.executive;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.CodeNames;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.EventData;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecHrtGet;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.iop.engine.Op;
import dev.spine.iop.executive.ExecutiveFunction.Length;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.IopDirectory;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import java.util.Set;

/**
 * The executive of an IOP, at TID 0: its states, its tables, and its functions, each of which is an {@link ExecutiveHandler}.
 *
 * <p>Belongs to the IOP's agent. Handlers, listeners and the register interface are added while the system is built.
 *
 * <p>Source: I2O 1.5 executive messages and IOP states; SIG executive header.
 */
public final class Executive implements DeviceModule, ExecutiveGroups {
    private static final int TID_BITS = 12;
    private static final CodeNames KNOWN_FUNCTIONS = CodeNames.of(Function.class, "EXEC_");
    /** All that the architecture gives the executive, and what it has in common with others. */
    private static final int EVENTS = 0x7FF | EventIndicator.STATE_CHANGE | EventIndicator.GENERAL_WARNING
        | EventIndicator.CONFIGURATION_FLAG | EventIndicator.CAPABILITY_CHANGE | EventIndicator.VENDOR_EVENT
        | EventIndicator.DEVICE_STATE;

    private final IopKernel kernel;
    private final IopDirectory directory;
    private final ExecutiveParts parts;
    private final LifeCycle life;
    private final DeviceDescription description;
    private final Utilities utilities;
    private final LctNotification lctNotification;
    private final ResourceWatch resources;

    /**
     * The executive of a kernel; to be installed with {@link IopKernel#installExecutive} before any device.
     *
     * @param kernel the IOP
     * @param utilities the kernel's utility service; it gets its claims and events from here
     * @param settings what the executive says of the IOP
     */
    public Executive(IopKernel kernel, Utilities utilities, ExecutiveSettings settings) {
        this.kernel = kernel;
        this.directory = kernel.directory();
        this.utilities = utilities;
        this.description = new DeviceDescription("executive", ClassId.standard(DeviceClass.EXECUTIVE).word(),
            LogicalConfigurationTable.SubClass.EXECUTIVE_I960, kernel.busAgent().id(), EVENTS, settings.productName());
        this.parts = parts(kernel, settings);
        this.life = new LifeCycle(parts);
        this.lctNotification = new LctNotification(kernel, parts.buffers(), parts.configuration(), settings.tolerances());
        this.resources = new ResourceWatch(kernel, parts.events());
        kernel.roster().onLeave(this::forget);
        kernel.onDisconnect(parts.claims()::releaseAllOf);
        utilities.bind(kernel, parts.buffers(), parts.claims(), parts.exclusions(), parts.events());
        addFunctions();
    }

    private static ExecutiveParts parts(IopKernel kernel, ExecutiveSettings settings) {
        BusWindow window = new BusWindow(kernel.agent(), kernel.dma());
        Claims claims = new Claims(kernel.directory());
        Exclusions exclusions = new Exclusions(kernel, claims);
        EventRegistry events = new EventRegistry(kernel, claims);
        ConfigurationTable configuration = new ConfigurationTable(kernel.directory(), claims);
        return new ExecutiveParts(kernel, settings, new HandlerTable(), window, new RequestBuffers(window), events, claims, exclusions,
            configuration, new AdapterTable(kernel.directory(), settings),
            new FrameLoadSensor(kernel.directory().unit().hostLink().inbound(), events), new DriverStore(),
            new ChangeWatch(kernel, events, exclusions, configuration));
    }

    private void addFunctions() {
        HandlerTable handlers = parts.handlers();
        handlers.register(new StatusReport(parts, life));
        handlers.register(new ResetRequest(parts, life));
        handlers.register(new OutboundQueue(parts, life));
        handlers.register(new SystemTableReceiver(parts, life));
        handlers.register(lctNotification);
        handlers.register(new ExecutiveFunction(ExecCommand.IOP_CLEAR, ExecutiveHandler.INITIALISED, Length.ANY, this::iopClear));
        handlers.register(new ExecutiveFunction(ExecCommand.SYS_ENABLE, ExecutiveHandler.CONFIGURED, Length.ANY, this::sysEnable));
        handlers.register(new ExecutiveFunction(ExecCommand.SYS_QUIESCE, ExecutiveHandler.CONFIGURED, Length.ANY, this::sysQuiesce));
        handlers.register(new ExecutiveFunction(ExecHrtGet.KIND, ExecutiveHandler.INITIALISED, Length.ANY, this::hrtGet));
        // The functions that no public driver needs to boot.
        new DeviceControl(parts, new PeerPaths(parts, life));
        new TableEntries(parts);
        new AdapterRequests(parts);
        new StoreRequests(parts);
        new StaticFrames(parts);
        new SystemModification(parts, life);
    }

    /** Ends external operation and forgets all traffic; the outbound queue and the configuration table stay. */
    private void iopClear(KernelRequest request) {
        life.endOperation();
        life.clear(request);
        directory.state(IopState.HOLD);
        ExecutiveAnswers.done(request);
    }

    /** READY becomes OPERATIONAL. Success also when the IOP is operational already: one driver asks twice. */
    private void sysEnable(KernelRequest request) {
        life.beginOperation();
        ExecutiveAnswers.done(request);
    }

    /** OPERATIONAL becomes READY. Success also when the IOP is quiet already. */
    private void sysQuiesce(KernelRequest request) {
        life.endOperation();
        ExecutiveAnswers.done(request);
    }

    /** As much of the hardware resource table as fits the requester's buffer, and success. */
    private void hrtGet(KernelRequest request) {
        TableReply.answer(request, parts.buffers(), ExecHrtGet.KIND.minWords(), parts.adapters().table());
    }

    /** {@return its states, and what the host has given it} */
    public LifeCycle lifeCycle() {
        return life;
    }

    /** {@return its functions, for others to add theirs} */
    public HandlerTable handlers() {
        return parts.handlers();
    }

    ExecutiveParts parts() {
        return parts;
    }

    /** {@return how many requests wait for a change of the logical configuration table, each holding its frame} */
    public int waitingNotifications() {
        return lctNotification.waitingCount();
    }

    @Override
    public DeviceDescription description() {
        return description;
    }

    @Override
    public void attach(DeviceContext context) {
        context.publish(EventSource.class, parts.events());
        context.publish(Executive.class, this);
    }

    @Override
    public void addTo(ParameterSet set) {
        ExecutiveParameters.addTo(set, parts, life);
    }

    @Override
    public void onMessage(KernelRequest request) {
        int function = request.frame().function();
        ExecutiveHandler handler = parts.handlers().of(function);
        IopState state = directory.state();
        if (handler != null && states(handler).contains(state)) {
            handler.onMessage(request);
        } else if (handler != null || !ExecutiveHandler.INITIALISED.contains(state)) {
            kernel.counters().increment(Counter.STATE_ERRORS);
            kernel.fail(request, FailureCode.STATE_ERROR);
        } else {
            kernel.counters().increment(Counter.UNKNOWN_FUNCTIONS);
            ExecutiveAnswers.refuse(request,
                KNOWN_FUNCTIONS.knows(function) ? DetailedStatus.UNSUPPORTED_FUNCTION : DetailedStatus.UNKNOWN_FUNCTION, 7);
        }
    }

    private Set<IopState> states(ExecutiveHandler handler) {
        boolean early = handler.function() == Function.EXEC_SYS_ENABLE
            && parts.settings().tolerances().contains(Tolerance.ENABLE_WITHOUT_SYSTEM_TABLE);
        return early ? ExecutiveHandler.INITIALISED : handler.states();
    }

    @Override
    public int abort(AbortSelection selection) {
        return lctNotification.abort(selection);
    }

    @Override
    public void onReply(MessageFrame reply) {
        life.onReply(reply);
    }

    @Override
    public int doWork(int limit) {
        kernel.agent().charge(Op.POLL_EXECUTIVE);
        life.serveRegisters();
        if (directory.state() == IopState.INITIALIZING) {
            return life.boot();
        }
        int work = parts.changes().look();
        if (ExecutiveHandler.INITIALISED.contains(directory.state())) {
            work += resources.look() + parts.sensor().look();
        }
        if (work < limit) {
            work += lctNotification.answerDue(limit - work);
        }
        if (work < limit) {
            work += parts.events().sendWaiting(limit - work);
        }
        return work;
    }

    @Override
    public void reset() {
        lctNotification.clear();
    }

    /**
     * The hardware of the IOP has failed: it works no more until it is reset; the host is told by events. On the IOP's agent.
     *
     * @param cause a value of {@link EventData.HardwareFail}
     */
    public void fault(int cause) {
        parts.events().report(Tid.EXECUTIVE, EventIndicator.EXEC_HARDWARE_FAIL, cause);
        parts.events().report(Tid.EXECUTIVE, EventIndicator.STATE_CHANGE, EventData.StateChange.FAULTED);
        directory.state(IopState.FAULTED);
    }

    /**
     * Tells the host that an adapter has failed. On the IOP's agent.
     *
     * @param adapterId its number in the hardware resource table
     */
    public void adapterFault(int adapterId) {
        HardwareResourceTable.Entry entry = parts.adapters().find(adapterId);
        if (entry != null) {
            parts.events().report(Tid.EXECUTIVE, EventIndicator.EXEC_ADAPTER_FAULT,
                EventRegistry.words(HardwareResourceTable.Entry.BYTES, entry::emit));
        }
    }

    /**
     * Takes a device off the card: its users are told by a change of the table, its requests are answered as terminated. On the IOP's
     * agent.
     *
     * @param tid the device
     * @return false when there is no such device, or it is the executive
     */
    public boolean remove(int tid) {
        DeviceSlot slot = tid == Tid.EXECUTIVE ? null : directory.device(tid);
        if (slot != null) {
            kernel.roster().remove(slot);
        }
        return slot != null;
    }

    /** A device has left, for good or until the next reset: nobody uses it, owns it or is notified of it any more. */
    private void forget(DeviceSlot slot) {
        parts.events().forget(slot);
        parts.exclusions().forget(slot);
        parts.claims().forget(slot);
        utilities.forget(slot);
        // No entry is left that could be reported as changed, and a host that does not wait for changes would hear nothing.
        parts.events().report(Tid.EXECUTIVE, EventIndicator.EXEC_DDM_AVAILABILITY,
            EventData.DdmAvailability.NOT_RESPONDING << TID_BITS | slot.tid());
    }

    /**
     * The IOP has failed beyond repair and works no more until it is reset; the host is told by an event. On the IOP's agent.
     */
    public void fail() {
        parts.events().report(Tid.EXECUTIVE, EventIndicator.STATE_CHANGE, EventData.StateChange.FAILED);
        directory.state(IopState.FAILED);
    }
}
