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
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.EventData;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.SystemTable;
import dev.spine.i2o.unit.RegisterInterface;
import dev.spine.iop.engine.live.AbandonedThreads;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
    private static final SystemTable NO_TABLE = new SystemTable(0, List.of());
    /** All that the architecture gives the executive, and what it has in common with others. */
    private static final int EVENTS = 0x7FF | EventIndicator.STATE_CHANGE | EventIndicator.GENERAL_WARNING
        | EventIndicator.CONFIGURATION_FLAG | EventIndicator.CAPABILITY_CHANGE | EventIndicator.VENDOR_EVENT
        | EventIndicator.DEVICE_STATE;
    private static final long NOT_SCHEDULED = Long.MIN_VALUE;

    private final IopKernel kernel;
    private final ExecutiveSettings settings;
    private final DeviceDescription description;
    private final @Nullable ExecutiveHandler[] handlers = new ExecutiveHandler[256];
    private final List<SystemTableListener> listeners = new ArrayList<>();
    private final BusWindow window;
    private final RequestBuffers buffers;
    private final EventRegistry events;
    private final Claims claims;
    private final Exclusions exclusions;
    private final Utilities utilities;
    private final ConfigurationTable configuration;
    private final LctNotification lctNotification;
    private final AdapterTable adapters;
    private final ResourceWatch resources;
    private final FrameLoadSensor sensor;
    private final DriverStore store = new DriverStore();
    private SystemTable systemTable = NO_TABLE;
    private @Nullable RegisterInterface registerInterface;
    private long bootDoneNs = NOT_SCHEDULED;
    private int seenChangeIndicator;
    private int seenConnectionChanges;
    private int initCode;
    private IopState powerOnState = IopState.RESET;
    private IopState afterBoot = powerOnState;

    /**
     * The executive of a kernel; to be installed with {@link IopKernel#installExecutive} before any device.
     *
     * @param kernel the IOP
     * @param utilities the kernel's utility service; it gets its claims and events from here
     * @param settings what the executive says of the IOP
     */
    public Executive(IopKernel kernel, Utilities utilities, ExecutiveSettings settings) {
        this.kernel = kernel;
        this.settings = settings;
        this.description = new DeviceDescription("executive", ClassId.standard(DeviceClass.EXECUTIVE).word(),
            LogicalConfigurationTable.SubClass.EXECUTIVE_I960, kernel.busAgent().id(), EVENTS, settings.productName());
        this.window = new BusWindow(kernel.agent(), kernel.dma());
        this.buffers = new RequestBuffers(window);
        this.claims = new Claims(kernel);
        this.exclusions = new Exclusions(kernel, claims);
        this.events = new EventRegistry(kernel, claims);
        this.utilities = utilities;
        this.configuration = new ConfigurationTable(kernel, claims);
        this.lctNotification = new LctNotification(kernel, buffers, configuration, settings.tolerances());
        kernel.onLeave(this::forget);
        kernel.onDisconnect(claims::releaseAllOf);
        utilities.bind(kernel, buffers, claims, exclusions, events);
        register(new StatusReport(this));
        register(new ResetRequest(this));
        register(new ClearRequest(this));
        register(new OutboundQueue(this));
        register(new SystemTableReceiver(this));
        register(new ExternalOperation.Enable(this));
        register(new ExternalOperation.Quiesce(this));
        register(lctNotification);
        this.adapters = new AdapterTable(kernel, settings);
        register(new HardwareTable(buffers, adapters));
        this.resources = new ResourceWatch(kernel, events);
        this.sensor = new FrameLoadSensor(kernel.unit().hostLink().inbound(), events);
        addFunctions(new PeerPaths(this));
    }

    /** The functions that no public driver needs to boot. */
    private void addFunctions(PeerPaths peers) {
        new TableEntries(this, claims);
        new DeviceControl(this, exclusions, events, peers);
        new AdapterRequests(this, adapters);
        new StoreRequests(this, store);
        new StaticFrames(this);
        new SystemModification(this);
    }

    /**
     * Adds a function.
     *
     * @param handler answers it
     * @throws IllegalArgumentException when the function has a handler already
     */
    public void register(ExecutiveHandler handler) {
        int function = handler.function();
        if (handlers[function] != null) {
            throw new IllegalArgumentException(Function.name(function) + " has a handler already: register each function once");
        }
        handlers[function] = handler;
    }

    /**
     * {@return whether a function is answered in memory that the request names, and never by a reply; any thread, once the system is built}
     *
     * @param function its code, 0 to 255
     */
    public boolean answersInMemory(int function) {
        ExecutiveHandler handler = handlers[function];
        return handler != null && handler.answersInMemory();
    }

    /**
     * Tells somebody of the system table and of external operation.
     *
     * @param listener is told from now on
     */
    public void addListener(SystemTableListener listener) {
        listeners.add(listener);
    }

    /**
     * Serves a host that talks to registers: its inbound port is open while the IOP has booted.
     *
     * @param registers the register interface over this IOP's host link
     */
    public void serve(RegisterInterface registers) {
        this.registerInterface = registers;
        registers.acceptInbound(kernel.state() != IopState.INITIALIZING);
    }

    /**
     * Has the IOP be broken after power-on and after a reset of the bus, for drivers that are tested with such a card. A reset by a message
     * repairs it. While the system is built.
     *
     * @param state {@link IopState#FAILED} or {@link IopState#FAULTED}, or {@link IopState#RESET} for one that works
     */
    public void powersOnAs(IopState state) {
        powerOnState = state;
        afterBoot = state;
    }

    /** {@return the system table that the host has given; without entries before} */
    public SystemTable systemTable() {
        return systemTable;
    }

    /** {@return what the executive says of its IOP} */
    public ExecutiveSettings settings() {
        return settings;
    }

    /** {@return how many requests wait for a change of the logical configuration table, each holding its frame} */
    public int waitingNotifications() {
        return lctNotification.waitingCount();
    }

    /** {@return how this IOP's devices report events} */
    public EventSource events() {
        return events;
    }

    @Override
    public DeviceDescription description() {
        return description;
    }

    @Override
    public void attach(DeviceContext context) {
        context.publish(EventSource.class, events);
        context.publish(Executive.class, this);
    }

    @Override
    public void addTo(ParameterSet set) {
        ExecutiveParameters.addTo(set, this);
    }

    @Override
    public void onMessage(KernelRequest request) {
        int function = request.frame().function();
        ExecutiveHandler handler = handlers[function];
        IopState state = kernel.state();
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
            && settings.tolerances().contains(Tolerance.ENABLE_WITHOUT_SYSTEM_TABLE);
        return early ? ExecutiveHandler.INITIALISED : handler.states();
    }

    @Override
    public int abort(AbortSelection selection) {
        return lctNotification.abort(selection);
    }

    @Override
    public void onReply(MessageFrame reply) {
        for (SystemTableListener listener : listeners) {
            listener.onReply(reply);
        }
    }

    @Override
    public int doWork(int limit) {
        RegisterInterface registers = registerInterface;
        if (registers != null) {
            if (registers.takeResetRequest() && mayRestart()) {
                restart();
                afterBoot = powerOnState;
            }
            registers.announceReplies();
        }
        if (kernel.state() == IopState.INITIALIZING) {
            return boot();
        }
        int work = 0;
        if (kernel.connectionChanges() != seenConnectionChanges) {
            seenConnectionChanges = kernel.connectionChanges();
            exclusions.dropUnconnected();
            events.report(Tid.EXECUTIVE, EventIndicator.EXEC_XCT_CHANGE);
            work++;
        }
        if (kernel.changeIndicator() != seenChangeIndicator) {
            announceChanges();
            work++;
        }
        if (ExecutiveHandler.INITIALISED.contains(kernel.state())) {
            work += resources.look() + sensor.look();
        }
        if (work < limit) {
            work += lctNotification.answerDue(limit - work);
        }
        if (work < limit) {
            work += events.sendWaiting(limit - work);
        }
        return work;
    }

    private int boot() {
        long nowNs = kernel.agent().nowNs();
        if (bootDoneNs == NOT_SCHEDULED) {
            bootDoneNs = nowNs + settings.bootNs();
        }
        if (nowNs < bootDoneNs) {
            kernel.agent().wakeAt(bootDoneNs);
            return 0;
        }
        bootDoneNs = NOT_SCHEDULED;
        kernel.state(afterBoot);
        RegisterInterface registers = registerInterface;
        if (registers != null) {
            registers.acceptInbound(true);
        }
        return 1;
    }

    private void announceChanges() {
        int since = seenChangeIndicator;
        seenChangeIndicator = kernel.changeIndicator();
        for (DeviceSlot slot : kernel.devices()) {
            if (slot.changeIndicator() > since) {
                int event = slot.announce() ? EventIndicator.EXEC_NEW_LCT_ENTRY : EventIndicator.EXEC_MODIFIED_LCT;
                events.report(Tid.EXECUTIVE, event, words(configuration.entry(slot)));
            }
        }
    }

    private static int[] words(LogicalConfigurationTable.Entry entry) {
        byte[] bytes = new byte[LogicalConfigurationTable.Entry.BYTES];
        entry.emit(MemorySegment.ofArray(bytes), 0);
        return words(bytes);
    }

    private static int[] words(byte[] bytes) {
        int[] words = new int[bytes.length / Integer.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
        return words;
    }

    @Override
    public void reset() {
        lctNotification.clear();
    }

    // --- what the handlers do

    IopKernel kernel() {
        return kernel;
    }

    EventRegistry registry() {
        return events;
    }

    AdapterTable adapters() {
        return adapters;
    }

    FrameLoadSensor sensor() {
        return sensor;
    }

    DriverStore store() {
        return store;
    }

    /** Whether a number in a message means this IOP: its own, or 0 for "here". */
    boolean isThisIop(int iopId) {
        return iopId == 0 || iopId == kernel.iopId();
    }

    /** The device that a request names, not the executive; if there is none, the request is refused and that field is to blame. */
    @Nullable DeviceSlot deviceOrRefuse(KernelRequest request, int tid, Field field) {
        DeviceSlot slot = tid == Tid.EXECUTIVE ? null : kernel.device(tid);
        if (slot == null) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, field.byteOffset());
        }
        return slot;
    }

    /** Everybody who keeps connections with an IOP discards them. */
    void resetPath(int iopId) {
        listeners.forEach(listener -> listener.onPathReset(iopId));
    }

    BusWindow window() {
        return window;
    }

    RequestBuffers buffers() {
        return buffers;
    }

    ConfigurationTable configuration() {
        return configuration;
    }

    @Nullable RegisterInterface registerInterface() {
        return registerInterface;
    }

    int initCode() {
        return initCode;
    }

    void initCode(int code) {
        this.initCode = code;
    }

    void systemTable(SystemTable table) {
        this.systemTable = table;
        for (SystemTableListener listener : listeners) {
            listener.onSystemTable(table, kernel.iopId());
        }
    }

    /** READY to OPERATIONAL. */
    void beginOperation() {
        if (kernel.state() == IopState.OPERATIONAL) {
            return;
        }
        kernel.state(IopState.OPERATIONAL);
        for (DeviceSlot slot : kernel.devices()) {
            slot.module().enable();
        }
        listeners.forEach(SystemTableListener::onEnabled);
    }

    /** OPERATIONAL to READY. */
    void endOperation() {
        if (kernel.state() != IopState.OPERATIONAL) {
            return;
        }
        listeners.forEach(SystemTableListener::onQuiesced);
        for (DeviceSlot slot : kernel.devices()) {
            slot.module().quiesce();
        }
        kernel.state(IopState.READY);
    }

    /**
     * Forgets everything that came from outside: requests, connections, claims, registrations, the system table. Devices return to where
     * they were after they were attached; all frames return to their senders.
     *
     * @param survivor a request that goes on, or null
     */
    void clear(@Nullable KernelRequest survivor) {
        // Whoever asked may use its memory for something else as soon as it is told: no byte of an earlier request lands there any more.
        kernel.dma().reset();
        for (DeviceSlot slot : kernel.devices()) {
            slot.module().reset();
        }
        events.clear();
        kernel.discardTraffic(survivor);
        for (AliasEntry entry : kernel.connections()) {
            kernel.disconnect(entry.alias());
        }
        claims.clear();
        exclusions.clear();
        kernel.paths().clear();
        systemTable = NO_TABLE;
        listeners.forEach(SystemTableListener::onCleared);
    }

    /** {@return whether it may be reset}; one that has failed by a thread that was given up stays so while there are too many of those. */
    boolean mayRestart() {
        if (!kernel.isHalted() || !AbandonedThreads.isFull()) {
            return true;
        }
        kernel.counters().increment(Counter.RESETS_REFUSED);
        kernel.agent().warn("not reset: " + AbandonedThreads.MAX + " threads of this process were given up and have not ended; end the"
            + " process and start it again");
        return false;
    }

    /** Any state to INITIALIZING; the boot goes on in {@link #doWork}. */
    void restart() {
        RegisterInterface registers = registerInterface;
        if (registers != null) {
            registers.acceptInbound(false);
            registers.reclaimInbound();
        }
        clear(null);
        if (registers == null) {
            kernel.unit().hostLink().outbound().forgetFree();
        } else {
            registers.closeOutbound();
        }
        kernel.identity(0, 0);
        initCode = 0;
        sensor.reset();
        store.reset();
        adapters.reset();
        kernel.reload();
        for (DeviceSlot slot : kernel.devices()) {
            kernel.changed(slot);
        }
        seenChangeIndicator = kernel.changeIndicator();
        seenConnectionChanges = kernel.connectionChanges();
        bootDoneNs = NOT_SCHEDULED;
        afterBoot = IopState.RESET;
        kernel.state(IopState.INITIALIZING);
    }

    /**
     * The hardware of the IOP has failed: it works no more until it is reset; the host is told by events. On the IOP's agent.
     *
     * @param cause a value of {@link EventData.HardwareFail}
     */
    public void fault(int cause) {
        events.report(Tid.EXECUTIVE, EventIndicator.EXEC_HARDWARE_FAIL, cause);
        events.report(Tid.EXECUTIVE, EventIndicator.STATE_CHANGE, EventData.StateChange.FAULTED);
        kernel.state(IopState.FAULTED);
    }

    /**
     * Tells the host that an adapter has failed. On the IOP's agent.
     *
     * @param adapterId its number in the hardware resource table
     */
    public void adapterFault(int adapterId) {
        HardwareResourceTable.Entry entry = adapters.find(adapterId);
        if (entry != null) {
            byte[] bytes = new byte[HardwareResourceTable.Entry.BYTES];
            entry.emit(MemorySegment.ofArray(bytes), 0);
            events.report(Tid.EXECUTIVE, EventIndicator.EXEC_ADAPTER_FAULT, words(bytes));
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
        DeviceSlot slot = tid == Tid.EXECUTIVE ? null : kernel.device(tid);
        if (slot != null) {
            kernel.remove(slot);
        }
        return slot != null;
    }

    /** A device has left, for good or until the next reset: nobody uses it, owns it or hears of it any more. */
    private void forget(DeviceSlot slot) {
        events.forget(slot);
        exclusions.forget(slot);
        claims.forget(slot);
        utilities.forget(slot);
        // No entry is left that could be reported as changed, and a host that does not wait for changes would hear nothing.
        events.report(Tid.EXECUTIVE, EventIndicator.EXEC_DDM_AVAILABILITY,
            EventData.DdmAvailability.NOT_RESPONDING << TID_BITS | slot.tid());
    }

    /**
     * The IOP has failed beyond repair and works no more until it is reset; the host is told by an event. On the IOP's agent.
     */
    public void fail() {
        events.report(Tid.EXECUTIVE, EventIndicator.STATE_CHANGE, EventData.StateChange.FAILED);
        kernel.state(IopState.FAILED);
    }
}
