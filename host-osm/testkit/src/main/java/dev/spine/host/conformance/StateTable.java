package dev.spine.host.conformance;

import dev.spine.host.conformance.StateCell.Receiver;
import dev.spine.i2o.IopState;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.AbortType;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.UtilAbort;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilClaimRelease;
import dev.spine.i2o.message.UtilCommand;
import dev.spine.i2o.message.UtilConfigDialog;
import dev.spine.i2o.message.UtilEventAcknowledge;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.i2o.message.UtilNop;
import dev.spine.i2o.message.UtilParams;
import dev.spine.i2o.message.UtilReplyFaultNotify;
import dev.spine.i2o.message.exec.AdapterSpace;
import dev.spine.i2o.message.exec.ExecAdapterAssign;
import dev.spine.i2o.message.exec.ExecAdapterRead;
import dev.spine.i2o.message.exec.ExecAdapterRelease;
import dev.spine.i2o.message.exec.ExecBiosInfoSet;
import dev.spine.i2o.message.exec.ExecBootDeviceSet;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecConnSetup;
import dev.spine.i2o.message.exec.ExecDdmModule;
import dev.spine.i2o.message.exec.ExecDdmTraffic;
import dev.spine.i2o.message.exec.ExecDeviceOwner;
import dev.spine.i2o.message.exec.ExecHrtGet;
import dev.spine.i2o.message.exec.ExecIopConnect;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecLctNotify;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.message.exec.ExecPathTraffic;
import dev.spine.i2o.message.exec.ExecStaticMfCreate;
import dev.spine.i2o.message.exec.ExecStaticMfRelease;
import dev.spine.i2o.message.exec.ExecStatusGet;
import dev.spine.i2o.message.exec.ExecSwRemove;
import dev.spine.i2o.message.exec.ExecSwTransfer;
import dev.spine.i2o.message.exec.ExecSysModify;
import dev.spine.i2o.message.exec.SoftwareType;
import dev.spine.i2o.sgl.SglElement;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.StatusBlock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Every function of the executive and of all objects, in every state that a host can bring an IOP into: what must happen. Any thread.
 *
 * <p>The legal states are those of I2O 1.5 as the public drivers exercise them; where no driver does, what is legal once there is an
 * outbound queue is what concerns the IOP itself, and once there is a system table what concerns its devices and its peers.
 *
 * <p>{@link #cells} is the table; {@link StateCell#check} checks a cell against any implementation of the register interface.
 */
public final class StateTable {
    private static final Set<IopState> STATES =
        EnumSet.of(IopState.RESET, IopState.HOLD, IopState.READY, IopState.OPERATIONAL, IopState.FAILED);
    private static final Set<IopState> BOOTED = STATES;
    private static final Set<IopState> NOT_FAILED = EnumSet.of(IopState.RESET, IopState.HOLD, IopState.READY, IopState.OPERATIONAL);
    private static final Set<IopState> INITIALISED = EnumSet.of(IopState.HOLD, IopState.READY, IopState.OPERATIONAL);
    private static final Set<IopState> CONFIGURED = EnumSet.of(IopState.READY, IopState.OPERATIONAL);
    private static final Set<IopState> WORKING = EnumSet.of(IopState.OPERATIONAL);
    private static final int MODULE = 0x77;
    private static final int ORGANIZATION = 0x7A5A;
    private static final int NOBODYS_IOP = 0x345;

    /** Makes the frame of a message. */
    @FunctionalInterface
    public interface Words {
        /**
         * {@return the words of the frame}
         *
         * @param host the host, whose memory the message may name
         * @param tid whom it is for
         */
        int[] of(RegisterHost host, int tid);
    }

    /** Makes a request that may name memory of the host. */
    @FunctionalInterface
    private interface Maker {
        Request of(RegisterHost host);
    }

    private final List<StateCell> cells = new ArrayList<>();

    private StateTable() {
        executive();
        storage();
        modules();
        utilities(Receiver.EXECUTIVE, INITIALISED);
        utilities(Receiver.DEVICE, CONFIGURED);
        words("function 0x90 of its class", Receiver.DEVICE, WORKING, Expected.ANSWERED,
            (_, tid) -> new int[] {0x0005_0001, 0x9000_1000 | tid, RegisterHost.INITIATOR_CONTEXT, RegisterHost.TRANSACTION_CONTEXT, 0});
    }

    /** {@return the table, a cell for each message and state} */
    public static List<StateCell> cells() {
        return List.copyOf(new StateTable().cells);
    }

    private void executive() {
        executive("ExecStatusGet", BOOTED, Expected.SILENT,
            host -> new ExecStatusGet(host.address(RegisterHost.OUTPUT_AT), 0, StatusBlock.BYTES));
        leading("ExecIopReset", BOOTED, Expected.SILENT, IopState.RESET, host -> new ExecIopReset(host.address(RegisterHost.STATUS_AT), 0));
        for (IopState state : STATES) {
            boolean legal = NOT_FAILED.contains(state);
            add(state, "ExecOutboundInit", Receiver.EXECUTIVE, legal ? Expected.SILENT : refusal(state),
                state == IopState.RESET ? IopState.HOLD : state, emit(host -> new ExecOutboundInit(4096, 0x80, 128,
                    List.of(Simple.into(host.address(RegisterHost.STATUS_AT), 4)))));
        }
        executive("ExecHrtGet", INITIALISED, Expected.DONE, host -> new ExecHrtGet(output(host)));
        executive("ExecLctNotify", INITIALISED, Expected.DONE, host -> new ExecLctNotify(-1, 0, output(host)));
        for (IopState state : STATES) {
            add(state, "ExecSysTabSet", Receiver.EXECUTIVE, INITIALISED.contains(state) ? Expected.DONE : refusal(state),
                state == IopState.HOLD ? IopState.READY : state, emit(RegisterHost::systemTable));
        }
        leading("ExecIopClear", INITIALISED, Expected.DONE, IopState.HOLD, _ -> new ExecCommand(ExecCommand.IOP_CLEAR));
        leading("ExecSysEnable", CONFIGURED, Expected.DONE, IopState.OPERATIONAL, _ -> new ExecCommand(ExecCommand.SYS_ENABLE));
        leading("ExecSysQuiesce", CONFIGURED, Expected.DONE, IopState.READY, _ -> new ExecCommand(ExecCommand.SYS_QUIESCE));
        executive("ExecConfigValidate", INITIALISED, Expected.DONE, _ -> new ExecCommand(ExecCommand.CONFIG_VALIDATE));
        executive("ExecSysModify", CONFIGURED, Expected.DONE_OR_UNSUPPORTED, host -> new ExecSysModify(
            List.of(Simple.from(host.address(RegisterHost.INPUT_AT), 48))));
        words("function 0xA4, which nobody has", Receiver.EXECUTIVE, INITIALISED, Expected.UNKNOWN, unknown(0xA4));
        forPeers("ExecIopConnect of a host", _ -> new ExecIopConnect(0, 128, 0x800, 3, 0));
        forPeers("ExecConnSetup of a host", _ -> new ExecConnSetup(8, 9, 0, 0x801, 0, 128, 0));
    }

    private void storage() {
        executive("ExecSwDownload", INITIALISED, Expected.DONE_OR_UNSUPPORTED, host -> new ExecSwTransfer(
            ExecSwTransfer.DOWNLOAD, 1, 1, SoftwareType.DDM, 0, 16,
            MODULE, ORGANIZATION, List.of(Simple.from(host.address(RegisterHost.INPUT_AT), 16))));
        executive("ExecSwUpload", INITIALISED, Expected.ANSWERED,
            host -> new ExecSwTransfer(ExecSwTransfer.UPLOAD, 1, 1, SoftwareType.DDM, 0, 16, MODULE, ORGANIZATION, output(host)));
        executive("ExecSwRemove", INITIALISED, Expected.ANSWERED, _ -> new ExecSwRemove(SoftwareType.DDM, 0, 16, MODULE, ORGANIZATION));
        executive("ExecStaticMfCreate", INITIALISED, Expected.DONE_OR_UNSUPPORTED,
            _ -> new ExecStaticMfCreate(1, List.of(0x0003_0101, 0x1000, 0)));
        executive("ExecStaticMfRelease", INITIALISED, Expected.ANSWERED, _ -> new ExecStaticMfRelease(0));
    }

    private void modules() {
        withDevice("ExecBiosInfoSet", INITIALISED, Expected.DONE_OR_UNSUPPORTED, tid -> new ExecBiosInfoSet(tid, 1));
        withDevice("ExecBootDeviceSet", INITIALISED, Expected.DONE_OR_UNSUPPORTED, ExecBootDeviceSet::new);
        withDevice("ExecDdmSuspend", CONFIGURED, Expected.DONE_OR_UNSUPPORTED, tid -> new ExecDdmModule(ExecDdmModule.SUSPEND, tid));
        withDevice("ExecDdmDestroy", CONFIGURED, Expected.DONE_OR_UNSUPPORTED, tid -> new ExecDdmModule(ExecDdmModule.DESTROY, tid));
        withDevice("ExecDdmQuiesce", CONFIGURED, Expected.DONE_OR_UNSUPPORTED,
            tid -> new ExecDdmTraffic(ExecDdmTraffic.QUIESCE, tid, 0, 0));
        withDevice("ExecDdmEnable", CONFIGURED, Expected.DONE_OR_UNSUPPORTED, tid -> new ExecDdmTraffic(ExecDdmTraffic.ENABLE, tid, 0, 0));
        withDevice("ExecDdmReset", CONFIGURED, Expected.DONE_OR_UNSUPPORTED, tid -> new ExecDdmTraffic(ExecDdmTraffic.RESET, tid, 0, 0));
        withDevice("ExecDeviceAssign", CONFIGURED, Expected.ANSWERED,
            tid -> new ExecDeviceOwner(ExecDeviceOwner.ASSIGN, tid, tid, 0, 0, 0));
        withDevice("ExecDeviceRelease", CONFIGURED, Expected.ANSWERED,
            tid -> new ExecDeviceOwner(ExecDeviceOwner.RELEASE, tid, tid, 0, 0, 0));
        executive("ExecAdapterRead", INITIALISED, Expected.ANSWERED,
            host -> new ExecAdapterRead(1, AdapterSpace.CONFIGURATION, 0, 4, output(host)));
        HardwareResourceTable.Entry adapter = HardwareResourceTable.Entry.pci(1, Tid.NONE, 0, 0, 0, 0, 0);
        withDevice("ExecAdapterAssign", INITIALISED, Expected.ANSWERED, tid -> new ExecAdapterAssign(tid, 0, adapter));
        executive("ExecAdapterRelease", INITIALISED, Expected.ANSWERED, _ -> new ExecAdapterRelease(0, adapter));
        executive("ExecPathQuiesce", CONFIGURED, Expected.ANSWERED, _ -> new ExecPathTraffic(ExecPathTraffic.QUIESCE, NOBODYS_IOP, 0));
        executive("ExecPathEnable", CONFIGURED, Expected.ANSWERED, _ -> new ExecPathTraffic(ExecPathTraffic.ENABLE, NOBODYS_IOP, 0));
        executive("ExecPathReset", CONFIGURED, Expected.ANSWERED, _ -> new ExecPathTraffic(ExecPathTraffic.RESET, NOBODYS_IOP, 0));
    }

    private void utilities(Receiver receiver, Set<IopState> legal) {
        words("UtilNOP", receiver, BOOTED, Expected.SILENT, (_, tid) -> RegisterHost.words(tid, new UtilNop()));
        utility("UtilAbort", receiver, legal, Expected.ANSWERED, _ -> new UtilAbort(AbortType.WILD, 0, 0));
        utility("UtilParamsGet", receiver, legal, Expected.DONE, host -> {
            host.write(RegisterHost.INPUT_AT, 1, 0xF100_0001, 0xFFFF);
            return new UtilParams(UtilParams.GET, 0, List.of(Simple.from(host.address(RegisterHost.INPUT_AT), 12),
                Simple.into(host.address(RegisterHost.OUTPUT_AT), 512)));
        });
        utility("UtilParamsSet of nothing", receiver, legal, Expected.ANSWERED, _ -> new UtilParams(UtilParams.SET, 0, List.of()));
        utility("UtilClaim", receiver, legal, Expected.ANSWERED, _ -> new UtilClaim(0, ClaimType.PRIMARY));
        utility("UtilClaimRelease", receiver, legal, Expected.ANSWERED, _ -> new UtilClaimRelease(0, ClaimType.PRIMARY));
        utility("UtilDeviceReserve", receiver, legal, Expected.DONE_OR_UNSUPPORTED, _ -> new UtilCommand(UtilCommand.DEVICE_RESERVE));
        utility("UtilDeviceRelease", receiver, legal, Expected.ANSWERED, _ -> new UtilCommand(UtilCommand.DEVICE_RELEASE));
        utility("UtilConfigDialog", receiver, legal, Expected.ANSWERED, host -> new UtilConfigDialog(0, output(host)));
        utility("UtilEventRegister", receiver, legal, Expected.SILENT, _ -> new UtilEventRegister(0));
        utility("UtilEventAcknowledge", receiver, legal, Expected.ANSWERED, _ -> new UtilEventAcknowledge(1, List.of()));
        utility("UtilReplyFaultNotify", receiver, legal, Expected.SILENT, _ -> new UtilReplyFaultNotify(1, 1, 8, 0x83, 2, 0, 0, 0, 0));
        utility("UtilLock", receiver, legal, Expected.DONE_OR_UNSUPPORTED, _ -> new UtilCommand(UtilCommand.LOCK));
        utility("UtilLockRelease", receiver, legal, Expected.ANSWERED, _ -> new UtilCommand(UtilCommand.LOCK_RELEASE));
        words("utility function 0x02, which nobody has", receiver, legal, Expected.UNKNOWN, unknown(0x02));
    }

    // --- rows

    private static List<SglElement> output(RegisterHost host) {
        return List.of(Simple.into(host.address(RegisterHost.OUTPUT_AT), RegisterHost.OUTPUT_BYTES));
    }

    private static Words unknown(int function) {
        return (_, tid) -> new int[] {
            0x0008_0001, function << 24 | 0x1000 | tid, RegisterHost.INITIATOR_CONTEXT, RegisterHost.TRANSACTION_CONTEXT, 0, 0, 0, 0};
    }

    private static Words emit(Maker maker) {
        return (host, tid) -> RegisterHost.words(tid, maker.of(host));
    }

    private void executive(String message, Set<IopState> legal, Expected expected, Maker maker) {
        words(message, Receiver.EXECUTIVE, legal, expected, emit(maker));
    }

    private void utility(String message, Receiver receiver, Set<IopState> legal, Expected expected, Maker maker) {
        words(message, receiver, legal, expected, emit(maker));
    }

    /** A message to the executive that names the target's device; an executive without devices is asked about one that it lacks. */
    private void withDevice(
        String message, Set<IopState> legal, Expected expected, IntFunction<? extends Request> maker) {
        words(message, Receiver.EXECUTIVE, legal, expected, (host, tid) -> RegisterHost.words(tid, maker.apply(host.target().deviceTid())));
    }

    private void words(String message, Receiver receiver, Set<IopState> legal, Expected expected, Words words) {
        for (IopState state : STATES) {
            add(state, message, receiver, legal.contains(state) ? expected : refusal(state), state, words);
        }
    }

    /** What only peers ask. In HOLD an IOP without peers may say that it has no such function, one with peers that the state forbids it. */
    private void forPeers(String message, Maker maker) {
        for (IopState state : EnumSet.complementOf(EnumSet.of(IopState.INITIALIZING, IopState.HOLD, IopState.FAULTED))) {
            add(state, message, Receiver.EXECUTIVE, CONFIGURED.contains(state) ? Expected.ANSWERED : refusal(state), state, emit(maker));
        }
    }

    /** A message that leads into another state. */
    private void leading(String message, Set<IopState> legal, Expected expected, IopState after, Maker maker) {
        for (IopState state : STATES) {
            boolean isLegal = legal.contains(state);
            add(state, message, Receiver.EXECUTIVE, isLegal ? expected : refusal(state), isLegal ? after : state, emit(maker));
        }
    }

    private static Expected refusal(IopState state) {
        return state == IopState.RESET ? Expected.DROPPED : Expected.STATE_ERROR;
    }

    private void add(IopState state, String message, Receiver receiver, Expected expected, IopState after, Words words) {
        cells.add(new StateCell(state, message, receiver, words, expected, after));
    }
}
