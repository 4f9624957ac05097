package dev.spine.host.driver;

import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilClaimRelease;
import dev.spine.i2o.param.ExecutiveGroups;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ResultList;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.table.SystemTable;
import dev.spine.iop.PciFunction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Brings IOPs into operation, keeps their tables, and takes them out of operation again.
 *
 * <p>The boot of all IOPs together: each one to HOLD (StatusGet, IopReset unless it is in RESET, OutboundInit, reply frames, HrtGet); then
 * one system table for all that got there; then SysTabSet and SysEnable for each; then EventRegister and LctNotify. An IOP that fails on
 * the way is left out, and those that work do not notice.
 *
 * <p>All methods but the constructor and {@link #add} are called on the host agent's thread, by tasks and callers outside through
 * {@code Tasks.call}; they return {@link Pending} results, which the caller may await.
 *
 * <p>Source: I2O 1.5; the host sequences of Linux 2.4 and 2.6 and of OpenSolaris.
 */
public final class HostDriver {
    /** IOP numbers begin here: 0 is none, 1 the host. */
    private static final int FIRST_IOP_ID = 2;
    private static final int I2O_1_5 = 1;
    private static final int ALL_EVENTS = -1;
    private static final int CONFIGURATION_EVENTS =
        EventIndicator.EXEC_NEW_LCT_ENTRY | EventIndicator.EXEC_MODIFIED_LCT | EventIndicator.EXEC_DDM_AVAILABILITY;

    private final HostAgent agent;
    private final HostMemory memory;
    private final BootSettings settings;
    private final List<IopControl> controls = new ArrayList<>();
    private final Map<IopDriver, ConfigurationWatch> watches = new HashMap<>();
    private final List<ConfigurationListener> configurationListeners = new ArrayList<>();
    private final List<IopEventListener> eventListeners = new ArrayList<>();
    private final IopEventListener executiveEvents = this::onEvent;
    private SystemTable table = new SystemTable(0, List.of());
    private int tableVersion;

    /**
     * A driver without IOPs.
     *
     * @param agent the host's agent
     * @param memory the host's memory
     * @param settings how to boot
     */
    public HostDriver(HostAgent agent, HostMemory memory, BootSettings settings) {
        this.agent = agent;
        this.memory = memory;
        this.settings = settings;
    }

    /**
     * Adds an IOP that was found on the bus. While the system is built, or on the host agent's thread.
     *
     * @param function the IOP
     * @return its message driver; usable by OSMs once the IOP was booted
     */
    public IopDriver add(PciFunction function) {
        return add(new QueuePairPort(function));
    }

    /**
     * Adds an IOP that is reached in some way. While the system is built, or on the host agent's thread.
     *
     * @param port the host's end of its queues
     * @return its message driver; usable by OSMs once the IOP was booted
     */
    public IopDriver add(HostPort port) {
        IopDriver driver = new IopDriver(agent, port);
        IopControl control = new IopControl(agent, memory, driver, settings);
        control.iopId(FIRST_IOP_ID + controls.size());
        controls.add(control);
        watches.put(driver, new ConfigurationWatch(control, memory, configurationListeners, settings.watching()));
        return driver;
    }

    /** {@return the message drivers of all IOPs in order of {@link #add}} */
    public List<IopDriver> iops() {
        return controls.stream().map(IopControl::driver).toList();
    }

    /**
     * {@return the number that an IOP has in the system table}
     *
     * @param iop of this driver
     */
    public int iopId(IopDriver iop) {
        return control(iop).iopId();
    }

    /** {@return the system table that the IOPs have; without entries before a boot} */
    public SystemTable systemTable() {
        return table;
    }

    /**
     * Adds a listener for the events of executives.
     *
     * @param listener is notified of all events from now on
     */
    public void addEventListener(IopEventListener listener) {
        eventListeners.add(listener);
    }

    /**
     * Adds a listener for IOPs and devices that come and go.
     *
     * @param listener is notified of all changes from now on
     */
    public void addConfigurationListener(ConfigurationListener listener) {
        configurationListeners.add(listener);
    }

    private List<ConfigurationListener> configurationListeners() {
        return List.copyOf(configurationListeners);
    }

    private ConfigurationWatch watch(IopControl control) {
        return Objects.requireNonNull(watches.get(control.driver()), "every control has a watch");
    }

    private IopControl control(IopDriver iop) {
        for (IopControl control : controls) {
            if (control.driver() == iop) {
                return control;
            }
        }
        throw new IllegalArgumentException(iop.name() + " is not an IOP of this host driver: use what add() returned");
    }

    // --- into operation

    /** One IOP on its way: its control, and why it fell out, if it did. */
    private record Candidate(IopControl control, @Nullable HostException failure) {
        String reason() {
            return failure == null ? "" : Objects.requireNonNullElse(failure.getMessage(), failure.toString());
        }
    }

    /**
     * Brings all IOPs into operation.
     *
     * @return what became of it; never fails: an IOP that did not come into operation is named in the report
     */
    public Pending<SystemReport> boot() {
        long startNs = agent.context().nowNs();
        List<Pending<Candidate>> toHold = controls.stream().map(control -> attempt(control, toHold(control))).toList();
        return Pending.all(toHold).then(candidates -> operate(candidates, startNs));
    }

    private static <T> Pending<Candidate> attempt(IopControl control, Pending<T> step) {
        return step.map(_ -> new Candidate(control, null)).orElse(why -> Pending.of(new Candidate(control, why)));
    }

    /** From HOLD to OPERATIONAL for all that got so far; when one falls out, the others get a table without it. */
    private Pending<SystemReport> operate(List<Candidate> candidates, long startNs) {
        List<IopControl> working = candidates.stream().filter(candidate -> candidate.failure() == null).map(Candidate::control).toList();
        table = systemTableOf(working);
        return Pending.oneByOne(candidates, candidate -> candidate.failure() != null ? Pending.of(candidate)
                : attempt(candidate.control(), configure(candidate.control())))
            .then(configured -> {
                boolean oneFell = configured.stream().filter(candidate -> candidate.failure() == null).count() < working.size();
                return oneFell ? operate(configured, startNs) : finish(configured, startNs);
            });
    }

    private Pending<SystemReport> finish(List<Candidate> candidates, long startNs) {
        return Pending.oneByOne(candidates, candidate -> candidate.failure() != null ? Pending.of(candidate)
                : attempt(candidate.control(), discover(candidate.control())))
            .map(all -> {
                List<IopReport> reports = all.stream().filter(candidate -> candidate.failure() == null)
                    .map(candidate -> Objects.requireNonNull(candidate.control().report())).toList();
                List<SystemReport.Failure> failures = all.stream().filter(candidate -> candidate.failure() != null)
                    .map(candidate -> new SystemReport.Failure(candidate.control().driver().name(), candidate.reason())).toList();
                return new SystemReport(table, reports, failures, agent.context().nowNs() - startNs);
            });
    }

    /** StatusGet, IopReset when needed, OutboundInit, reply frames, HrtGet. */
    private Pending<IopControl> toHold(IopControl control) {
        return toHold(control, settings.attempts());
    }

    private Pending<IopControl> toHold(IopControl control, int attempts) {
        return fresh(control)
            .then(_ -> control.outboundInit())
            .then(_ -> control.statusGet())
            .then(status -> {
                if (status.iopState() != IopState.HOLD.code()) {
                    throw new HostException(control.driver().name() + ": is " + IopState.name(status.iopState()) + " and should be HOLD");
                }
                return control.hrtGet();
            })
            .map(_ -> control)
            .orElse(why -> {
                if (attempts <= 1) {
                    throw why;
                }
                return control.reset().then(_ -> toHold(control, attempts - 1));
            });
    }

    /** An IOP in RESET that speaks I2O 1.5. An IOP that gives no status block is reset, too. */
    private Pending<StatusBlock> fresh(IopControl control) {
        return control.statusGet().orElse(_ -> control.reset()).then(status -> {
            if (status.i2oVersion() > I2O_1_5) {
                throw new HostException(control.driver().name() + ": speaks I2O version code " + status.i2oVersion()
                    + ", this host 1 (1.5)");
            }
            if (status.iopState() == IopState.FAULTED.code()) {
                throw new HostException(control.driver().name() + ": its hardware has failed");
            }
            return status.iopState() == IopState.RESET.code() ? Pending.of(status) : control.reset();
        });
    }

    private SystemTable systemTableOf(List<IopControl> working) {
        tableVersion++;
        List<SystemTable.Entry> entries = new ArrayList<>();
        for (IopControl control : working) {
            StatusBlock status = control.lastStatus();
            if (status != null) {
                entries.add(new SystemTable.Entry(status.organizationId(), control.iopId(), status.segmentNumber(), status.i2oVersion(),
                    status.iopState(), status.messengerType(), status.inboundFrameWords(), tableVersion, status.capabilities(),
                    control.driver().port().inboundPortAddress()));
            }
        }
        return new SystemTable(tableVersion, entries);
    }

    /** SysTabSet, SysEnable: also for an IOP that is in operation, which gets a new table. */
    private Pending<StatusBlock> configure(IopControl control) {
        return control.sysTabSet(table)
            .then(_ -> control.statusGet())
            .then(status -> {
                if (status.iopState() != IopState.READY.code() && status.iopState() != IopState.OPERATIONAL.code()) {
                    throw new HostException(control.driver().name() + ": is " + IopState.name(status.iopState()) + " and should be READY");
                }
                return control.sysEnable();
            })
            .then(_ -> control.statusGet());
    }

    /** EventRegister, LctNotify: in this order, so that no change falls between the two. */
    private Pending<Boolean> discover(IopControl control) {
        return control.events().listen(Tid.EXECUTIVE, ALL_EVENTS, executiveEvents).then(_ -> control.lctNotify()).map(table -> {
            watch(control).begin(table);
            configurationListeners().forEach(listener -> listener.onOperational(control.driver()));
            return Boolean.TRUE;
        });
    }

    /** The IOP leaves operation: whoever uses it is notified of it before its requests fail. */
    private void lost(IopControl control) {
        watch(control).end();
        configurationListeners().forEach(listener -> listener.onLost(control.driver()));
    }

    private void onEvent(IopDriver iop, int indicator, MessageFrame report) {
        if ((indicator & CONFIGURATION_EVENTS) != 0) {
            watch(control(iop)).refresh();
        }
        for (IopEventListener listener : eventListeners) {
            listener.onEvent(iop, indicator, report);
        }
    }

    /**
     * Resets one IOP and brings it back, while the others work on: they get a new system table. Requests under way there fail; OSMs take
     * their devices into use again once it is back.
     *
     * @param iop of this driver
     * @return what became of it; fails when the IOP did not come back
     */
    public Pending<IopReport> restart(IopDriver iop) {
        IopControl control = control(iop);
        lost(control);
        return control.reset()
            .then(_ -> toHold(control))
            .then(_ -> {
                List<IopControl> working = controls.stream().filter(other -> other == control || isOperational(other)).toList();
                table = systemTableOf(working);
                // At the same time, and whether or not they answer: a card that is silent keeps no other one from coming back.
                List<Pending<Candidate>> others = working.stream().filter(other -> other != control)
                    .map(other -> attempt(other, configure(other))).toList();
                return configure(control).then(_ -> Pending.all(others));
            })
            .then(_ -> discover(control))
            .map(_ -> Objects.requireNonNull(control.report()));
    }

    private static boolean isOperational(IopControl control) {
        StatusBlock status = control.lastStatus();
        return status != null && status.iopState() == IopState.OPERATIONAL.code();
    }

    /**
     * Takes all IOPs out of operation: users flush and release, then SysQuiesce, then IopClear. IOPs that do not answer are passed over.
     *
     * @return the names of the IOPs that are in HOLD now
     */
    public Pending<List<String>> shutdown() {
        List<IopControl> working = controls.stream().filter(HostDriver::isOperational).toList();
        return Pending.oneByOne(working, control -> leave(control).then(_ -> attempt(control, control.sysQuiesce())))
            .then(quiet -> Pending.oneByOne(quiet, candidate -> candidate.failure() != null ? Pending.of(candidate)
                : attempt(candidate.control(), candidate.control().clear().then(_ -> {
                    candidate.control().events().forget();
                    candidate.control().driver().forgotten();
                    return candidate.control().statusGet();
                }))))
            .map(done -> done.stream().filter(candidate -> candidate.failure() == null)
                .map(candidate -> candidate.control().driver().name()).toList());
    }

    /** Users of an IOP leave it, one after the other; one that cannot is passed over. */
    private Pending<Boolean> leave(IopControl control) {
        return Pending.oneByOne(configurationListeners(),
                listener -> listener.beforeShutdown(control.driver()).orElse(_ -> Pending.of(Boolean.FALSE)))
            .map(_ -> {
                lost(control);
                return Boolean.TRUE;
            });
    }

    // --- in operation

    /**
     * {@return what is known of an IOP, or null before it was booted}
     *
     * @param iop of this driver
     */
    public @Nullable IopReport report(IopDriver iop) {
        return control(iop).report();
    }

    /**
     * Reads the status block anew.
     *
     * @param iop of this driver
     * @return the status block
     */
    public Pending<StatusBlock> status(IopDriver iop) {
        return control(iop).statusGet();
    }

    /**
     * Reads the logical configuration table anew.
     *
     * @param iop of this driver
     * @return the table
     */
    public Pending<LogicalConfigurationTable> configuration(IopDriver iop) {
        return control(iop).lctNotify();
    }

    /**
     * Reads the table of connections with other IOPs, group 0x0104.
     *
     * @param iop of this driver
     * @return its rows
     */
    public Pending<List<ExternalConnection>> connections(IopDriver iop) {
        return control(iop).paramsGet(Tid.EXECUTIVE, new OperationList().tableGet(ExecutiveGroups.EXTERNAL_CONNECTIONS))
            .map(ExternalConnection::rows);
    }

    /**
     * Claims a device as its primary user.
     *
     * @param iop of this driver
     * @param tid the device
     * @return the reply; fails with {@link RefusedException} when somebody else has claimed it
     */
    public Pending<MessageFrame> claim(IopDriver iop, int tid) {
        return claim(iop, tid, ClaimType.PRIMARY, 0);
    }

    /**
     * Claims a device. All users on this host are one user to the IOP: a second primary claim of theirs is refused, too.
     *
     * @param iop of this driver
     * @param tid the device
     * @param type a value of {@link ClaimType}
     * @param flags bits of {@link dev.spine.i2o.message.ClaimFlags}
     * @return the reply; fails with {@link RefusedException} when the claims of others do not permit it
     */
    public Pending<MessageFrame> claim(IopDriver iop, int tid, int type, int flags) {
        return control(iop).ask(tid, new UtilClaim(flags, type));
    }

    /**
     * Releases a device that was claimed.
     *
     * @param iop of this driver
     * @param tid the device
     * @return the reply; fails with {@link RefusedException} when it was not claimed
     */
    public Pending<MessageFrame> release(IopDriver iop, int tid) {
        return release(iop, tid, ClaimType.PRIMARY);
    }

    /**
     * Releases a claim.
     *
     * @param iop of this driver
     * @param tid the device
     * @param type a value of {@link ClaimType}: that of the claim
     * @return the reply; fails with {@link RefusedException} when it was not claimed like that
     */
    public Pending<MessageFrame> release(IopDriver iop, int tid, int type) {
        return control(iop).ask(tid, new UtilClaimRelease(0, type));
    }

    /**
     * Listens for the events of a device, together with all others on this host who do. A reset of the IOP ends it: listen again when the
     * IOP is back.
     *
     * @param iop of this driver
     * @param tid the device
     * @param mask the events, bits of {@link dev.spine.i2o.message.EventIndicator} or of the class
     * @param listener is notified of them; a listener that listens already gets the new mask
     * @return done when the registration has left; the IOP does not answer it
     */
    public Pending<Boolean> listen(IopDriver iop, int tid, int mask, IopEventListener listener) {
        return control(iop).events().listen(tid, mask, listener);
    }

    /**
     * Ends {@link #listen}.
     *
     * @param iop of this driver
     * @param tid the device
     * @param listener what listened
     * @return done when the IOP has been told
     */
    public Pending<Boolean> ignore(IopDriver iop, int tid, IopEventListener listener) {
        return control(iop).events().ignore(tid, listener);
    }

    /**
     * Reads parameters of a device.
     *
     * @param iop of this driver
     * @param tid the device
     * @param operations what to read
     * @return a block per operation, each with its own status; fails when the request as a whole is refused
     */
    public Pending<ResultList> paramsGet(IopDriver iop, int tid, OperationList operations) {
        return control(iop).paramsGet(tid, operations);
    }

    /**
     * Sets parameters of a device.
     *
     * @param iop of this driver
     * @param tid the device
     * @param operations what to set
     * @return a block per operation, each with its own status; fails when the request as a whole is refused
     */
    public Pending<ResultList> paramsSet(IopDriver iop, int tid, OperationList operations) {
        return control(iop).paramsSet(tid, operations);
    }

    /**
     * Sends any other control request.
     *
     * @param iop of this driver
     * @param tid its target
     * @param message the request
     * @return the reply, whose status is success; fails with {@link RefusedException} otherwise
     */
    public Pending<MessageFrame> ask(IopDriver iop, int tid, Request message) {
        return control(iop).ask(tid, message);
    }
}
