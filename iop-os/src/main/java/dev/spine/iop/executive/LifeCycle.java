package dev.spine.iop.executive;

import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.table.SystemTable;
import dev.spine.i2o.unit.RegisterInterface;
import dev.spine.iop.engine.live.AbandonedThreads;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.IopDirectory;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an IOP boots, begins and ends operation, is cleared and restarted, and what its host has given it meanwhile. Belongs to the IOP's
 * agent.
 *
 * <p>Source: I2O 1.5, IOP states.
 */
public final class LifeCycle {
    private static final SystemTable NO_TABLE = new SystemTable(0, List.of());
    private static final long NOT_SCHEDULED = Long.MIN_VALUE;

    private final ExecutiveParts parts;
    private final IopKernel kernel;
    private final IopDirectory directory;
    private final List<SystemTableListener> listeners = new ArrayList<>();
    private SystemTable systemTable = NO_TABLE;
    private @Nullable RegisterInterface registerInterface;
    private long bootDoneNs = NOT_SCHEDULED;
    private int initCode;
    private IopState powerOnState = IopState.RESET;
    private IopState afterBoot = powerOnState;

    LifeCycle(ExecutiveParts parts) {
        this.parts = parts;
        this.kernel = parts.kernel();
        this.directory = kernel.directory();
    }

    // --- while the system is built

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
        registers.acceptInbound(directory.state() != IopState.INITIALIZING);
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

    // --- what the host has given

    /** {@return the system table that the host has given; without entries before} */
    public SystemTable systemTable() {
        return systemTable;
    }

    void systemTable(SystemTable table) {
        this.systemTable = table;
        for (SystemTableListener listener : listeners) {
            listener.onSystemTable(table, directory.iopId());
        }
    }

    int initCode() {
        return initCode;
    }

    void initCode(int code) {
        this.initCode = code;
    }

    // --- what listeners are told

    void onReply(MessageFrame reply) {
        for (SystemTableListener listener : listeners) {
            listener.onReply(reply);
        }
    }

    /** Everybody who keeps connections with an IOP discards them. */
    void resetPath(int iopId) {
        listeners.forEach(listener -> listener.onPathReset(iopId));
    }

    // --- states

    /** What the host's registers ask for; a reset that it wants begins. */
    void serveRegisters() {
        RegisterInterface registers = registerInterface;
        if (registers != null) {
            if (registers.takeResetRequest() && mayRestart()) {
                restart();
                afterBoot = powerOnState;
            }
            registers.announceReplies();
        }
    }

    @Nullable RegisterInterface registerInterface() {
        return registerInterface;
    }

    int boot() {
        long nowNs = kernel.agent().nowNs();
        if (bootDoneNs == NOT_SCHEDULED) {
            bootDoneNs = nowNs + parts.settings().bootNs();
        }
        if (nowNs < bootDoneNs) {
            kernel.agent().wakeAt(bootDoneNs);
            return 0;
        }
        bootDoneNs = NOT_SCHEDULED;
        directory.state(afterBoot);
        RegisterInterface registers = registerInterface;
        if (registers != null) {
            registers.acceptInbound(true);
        }
        return 1;
    }

    /** READY to OPERATIONAL. */
    void beginOperation() {
        if (directory.state() == IopState.OPERATIONAL) {
            return;
        }
        directory.state(IopState.OPERATIONAL);
        for (DeviceSlot slot : directory.devices()) {
            slot.module().enable();
        }
        listeners.forEach(SystemTableListener::onEnabled);
    }

    /** OPERATIONAL to READY. */
    void endOperation() {
        if (directory.state() != IopState.OPERATIONAL) {
            return;
        }
        listeners.forEach(SystemTableListener::onQuiesced);
        for (DeviceSlot slot : directory.devices()) {
            slot.module().quiesce();
        }
        directory.state(IopState.READY);
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
        for (DeviceSlot slot : directory.devices()) {
            slot.module().reset();
        }
        parts.events().clear();
        kernel.discardTraffic(survivor);
        for (AliasEntry entry : directory.connections()) {
            kernel.connections().disconnect(entry.alias());
        }
        parts.claims().clear();
        parts.exclusions().clear();
        directory.paths().clear();
        systemTable = NO_TABLE;
        listeners.forEach(SystemTableListener::onCleared);
    }

    /** {@return whether it may be reset}; one that has failed by a thread that was given up stays so while there are too many of those. */
    boolean mayRestart() {
        if (!kernel.roster().isHalted() || !AbandonedThreads.isFull()) {
            return true;
        }
        kernel.counters().increment(Counter.RESETS_REFUSED);
        kernel.agent().warn("not reset: " + AbandonedThreads.MAX + " threads of this process were given up and have not ended; end the"
            + " process and start it again");
        return false;
    }

    /** Any state to INITIALIZING; the boot goes on in {@link #boot}. */
    void restart() {
        RegisterInterface registers = registerInterface;
        if (registers != null) {
            registers.acceptInbound(false);
            registers.reclaimInbound();
        }
        clear(null);
        if (registers == null) {
            directory.unit().hostLink().outbound().forgetFree();
        } else {
            registers.closeOutbound();
        }
        directory.identity(0, 0);
        initCode = 0;
        parts.sensor().reset();
        parts.store().reset();
        parts.adapters().reset();
        kernel.roster().reload();
        for (DeviceSlot slot : directory.devices()) {
            directory.changed(slot);
        }
        parts.changes().skip();
        bootDoneNs = NOT_SCHEDULED;
        afterBoot = IopState.RESET;
        directory.state(IopState.INITIALIZING);
    }
}
