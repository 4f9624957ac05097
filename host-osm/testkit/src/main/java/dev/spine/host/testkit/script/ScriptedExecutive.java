package dev.spine.host.testkit.script;

import dev.spine.host.testkit.message.DriverBuffers;
import dev.spine.host.testkit.message.DriverBuffers.Direction;
import dev.spine.host.testkit.message.DriverBuffers.Run;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilClaimRelease;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.message.exec.ExecSysTabSet;
import dev.spine.i2o.message.exec.OutboundInitStatus;
import dev.spine.i2o.message.exec.ResetStatus;
import dev.spine.i2o.param.ParameterAccess;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.LogicalConfigurationTable.Entry;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.table.StatusBlock.PrivateSpace;
import dev.spine.i2o.table.Table;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Plays honestly what belongs to every IOP: boot, tables, claims, events, parameters. Belongs to the IOP's agent. */
final class ScriptedExecutive {
    /** One device of the table. */
    private static final class Device {
        final ClassId classId;
        ParameterSet parameters = new ParameterSet();
        int userTid = Tid.NONE;

        Device(ClassId classId) {
            this.classId = classId;
        }
    }

    private final ScriptedIop iop;
    private final Map<Integer, Device> devices = new TreeMap<>();
    /** The registrations for events by TID. */
    private final Map<Integer, ScriptedRequest> listeners = new TreeMap<>();
    private IopState state = IopState.RESET;
    private int iopId;
    private int change = 1;

    ScriptedExecutive(ScriptedIop iop) {
        this.iop = iop;
        devices.put(Tid.EXECUTIVE, new Device(ClassId.standard(DeviceClass.EXECUTIVE)));
    }

    void device(int tid, ClassId classId) {
        devices.put(tid, new Device(classId));
        change++;
    }

    void parameters(int tid, ParameterSet set) {
        Device device = devices.get(tid);
        if (device == null) {
            throw new IllegalArgumentException("no device has the TID 0x" + Integer.toHexString(tid) + ": declare it with device() first");
        }
        device.parameters = set;
    }

    int deviceClass(int tid) {
        Device device = devices.get(tid);
        return device == null ? DeviceClass.ANY : device.classId.deviceClass();
    }

    int iopId() {
        return iopId;
    }

    IopState state() {
        return state;
    }

    void state(IopState next) {
        state = next;
    }

    @Nullable ScriptedRequest listener(int tid, int indicator) {
        ScriptedRequest listener = listeners.get(tid);
        return listener == null || (UtilEventRegister.KIND.parse(listener.message()).eventMask() & indicator) == 0 ? null : listener;
    }

    /** Plays a request, if it belongs to every IOP. */
    boolean play(ScriptedRequest request) {
        MessageFrame message = request.message();
        Device device = devices.get(message.target());
        if (device == null) {
            return false;
        }
        return message.target() == Tid.EXECUTIVE && playExecutive(request) || playUtility(request, device);
    }

    private boolean playExecutive(ScriptedRequest request) {
        MessageFrame message = request.message();
        switch (message.function()) {
            case Function.EXEC_STATUS_GET -> {
                Run run = request.buffers().runs().getFirst();
                statusBlock().emit(request.buffers().memory(run), 0);
            }
            case Function.EXEC_IOP_RESET -> {
                word(request.buffers(), ResetStatus.IN_PROGRESS);
                restart(IopState.RESET);
                iop.forgetTraffic();
            }
            case Function.EXEC_OUTBOUND_INIT -> {
                iop.limitReplies(ExecOutboundInit.KIND.parse(message).outboundFrameWords() * Integer.BYTES);
                word(request.buffers(), OutboundInitStatus.COMPLETE);
                state = state == IopState.RESET ? IopState.HOLD : state;
            }
            case Function.EXEC_HRT_GET -> table(request, HardwareResourceTable.of(1, List.of()));
            case Function.EXEC_LCT_NOTIFY -> table(request, configuration());
            case Function.EXEC_SYS_TAB_SET -> {
                iopId = ExecSysTabSet.KIND.parse(message).iopId();
                state = state == IopState.HOLD ? IopState.READY : state;
                succeed(request);
            }
            case Function.EXEC_SYS_ENABLE -> {
                state = IopState.OPERATIONAL;
                succeed(request);
            }
            case Function.EXEC_SYS_QUIESCE -> {
                state = IopState.READY;
                succeed(request);
            }
            case Function.EXEC_IOP_CLEAR -> {
                restart(IopState.HOLD);
                succeed(request);
            }
            default -> {
                return false;
            }
        }
        request.free();
        return true;
    }

    /** Forgets claims and registrations, as a reset and a clear do. */
    private void restart(IopState next) {
        devices.values().forEach(device -> device.userTid = Tid.NONE);
        listeners.clear();
        state = next;
    }

    private boolean playUtility(ScriptedRequest request, Device device) {
        MessageFrame message = request.message();
        switch (message.function()) {
            case Function.UTIL_NOP -> {
                // Returns a frame, which is all that it is for.
            }
            case Function.UTIL_CLAIM -> claim(request, device, UtilClaim.KIND.parse(message).claimType());
            case Function.UTIL_CLAIM_RELEASE -> release(request, device, UtilClaimRelease.KIND.parse(message).claimType());
            case Function.UTIL_EVENT_REGISTER -> {
                if (UtilEventRegister.KIND.parse(message).eventMask() == 0) {
                    listeners.remove(message.target());
                } else {
                    listeners.put(message.target(), request);
                }
            }
            case Function.UTIL_PARAMS_GET, Function.UTIL_PARAMS_SET -> parameters(request, device);
            default -> {
                return false;
            }
        }
        request.free();
        return true;
    }

    private void claim(ScriptedRequest request, Device device, int type) {
        if (type == ClaimType.PRIMARY) {
            if (device.userTid != Tid.NONE) {
                refuse(request, DetailedStatus.DEVICE_LOCKED);
                return;
            }
            device.userTid = request.message().initiator();
            change++;
        }
        succeed(request);
    }

    private void release(ScriptedRequest request, Device device, int type) {
        if (type == ClaimType.PRIMARY) {
            if (device.userTid != request.message().initiator()) {
                refuse(request, DetailedStatus.INAPPROPRIATE_FUNCTION);
                return;
            }
            device.userTid = Tid.NONE;
            change++;
        }
        succeed(request);
    }

    private void parameters(ScriptedRequest request, Device device) {
        DriverBuffers buffers = request.buffers();
        List<Run> into = buffers.runs().stream().filter(run -> run.direction() == Direction.INTO).toList();
        MemorySegment list = MemorySegment.ofArray(buffers.readAll());
        MemorySegment result = MemorySegment.ofArray(new byte[into.isEmpty() ? 0 : buffers.bytes(Direction.INTO)]);
        ParameterAccess access = new ParameterAccess(device.parameters);
        boolean get = request.message().function() == Function.UTIL_PARAMS_GET;
        ParameterAccess.Outcome outcome = get
            ? access.get(list, 0, (int) list.byteSize(), result, 0, (int) result.byteSize())
            : access.set(list, 0, (int) list.byteSize(), result, 0, (int) result.byteSize());
        buffers.write(result.asSlice(0, outcome.resultBytes()).toArray(ValueLayout.JAVA_BYTE));
        request.reply(outcome.requestStatus(), outcome.detailedStatus());
    }

    private static void succeed(ScriptedRequest request) {
        request.reply(RequestStatus.SUCCESS, DetailedStatus.SUCCESS);
    }

    private static void refuse(ScriptedRequest request, int detailedStatus) {
        request.reply(RequestStatus.ERROR_NO_DATA_TRANSFER, detailedStatus);
    }

    private static void word(DriverBuffers buffers, int value) {
        buffers.write((byte) value, (byte) (value >>> 8), (byte) (value >>> 16), (byte) (value >>> 24));
    }

    private static void table(ScriptedRequest request, Table table) {
        byte[] bytes = new byte[table.sizeBytes()];
        table.emit(MemorySegment.ofArray(bytes), 0);
        request.buffers().write(bytes);
        succeed(request);
    }

    private LogicalConfigurationTable configuration() {
        List<Entry> entries = new ArrayList<>();
        devices.forEach((tid, device) -> entries.add(new Entry(tid, change, 0, device.classId, 0, device.userTid, Tid.NONE, 0,
            Octets.of(new byte[Long.BYTES]), -1)));
        return LogicalConfigurationTable.of(change, entries);
    }

    private StatusBlock statusBlock() {
        return new StatusBlock(OrganizationId.SPINE, iopId, 0, 0, 1, state.code(), 0, iop.frameBytes() / Integer.BYTES, 0,
            iop.hostFrames(), iop.hostFrames(), 64, "scripted", configuration().sizeBytes(), 0, PrivateSpace.NONE, PrivateSpace.NONE);
    }
}
