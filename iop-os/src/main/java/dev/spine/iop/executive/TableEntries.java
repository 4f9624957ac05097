package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.exec.ExecBiosInfoSet;
import dev.spine.i2o.message.exec.ExecBootDeviceSet;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecDeviceOwner;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopDirectory;
import dev.spine.iop.kernel.KernelRequest;
import org.jspecify.annotations.Nullable;

/**
 * What the host writes into the configuration table: BiosInfoSet, BootDeviceSet, DeviceAssign and DeviceRelease, ConfigValidate.
 *
 * <p>A device that is assigned to a device module is claimed in the module's name, as if it had claimed the device itself. A device of
 * another IOP cannot be assigned: a module that wants one opens a connection.
 */
final class TableEntries {
    private final ExecutiveParts parts;
    private final IopDirectory directory;
    private final Claims claims;

    TableEntries(ExecutiveParts parts) {
        this.parts = parts;
        this.directory = parts.kernel().directory();
        this.claims = parts.claims();
        parts.handlers().register(new ExecutiveFunction(ExecBiosInfoSet.KIND, ExecutiveHandler.INITIALISED, this::biosInfoSet));
        parts.handlers().register(new ExecutiveFunction(ExecBootDeviceSet.KIND, ExecutiveHandler.INITIALISED, this::bootDeviceSet));
        parts.handlers().register(new ExecutiveFunction(ExecCommand.CONFIG_VALIDATE, ExecutiveHandler.INITIALISED, ExecutiveAnswers::done));
        parts.handlers().register(new ExecutiveFunction(ExecDeviceOwner.ASSIGN, ExecutiveHandler.CONFIGURED, this::deviceAssign));
        parts.handlers().register(new ExecutiveFunction(ExecDeviceOwner.RELEASE, ExecutiveHandler.CONFIGURED, this::deviceRelease));
    }

    private void biosInfoSet(KernelRequest request) {
        ExecBiosInfoSet asked = ExecBiosInfoSet.KIND.parse(request.frame());
        DeviceSlot slot = deviceOrRefuse(request, asked.deviceTid(), ExecBiosInfoSet.DEVICE_TID);
        if (slot != null) {
            slot.biosInfo(asked.biosInfo());
            directory.changed(slot);
            ExecutiveAnswers.done(request);
        }
    }

    private void bootDeviceSet(KernelRequest request) {
        int tid = ExecBootDeviceSet.KIND.parse(request.frame()).bootDevice();
        DeviceSlot executiveSlot = directory.device(Tid.EXECUTIVE);
        if (executiveSlot != null && deviceOrRefuse(request, tid, ExecBootDeviceSet.BOOT_DEVICE) != null) {
            parts.configuration().bootDevice(tid);
            directory.changed(executiveSlot);
            ExecutiveAnswers.done(request);
        }
    }

    private void deviceAssign(KernelRequest request) {
        ExecDeviceOwner asked = ExecDeviceOwner.ASSIGN.parse(request.frame());
        DeviceSlot slot = assignable(request, asked.deviceTid(), asked.ddmTid(), asked.iopId());
        if (slot != null) {
            ExecutiveAnswers.of(request, claims.claim(slot, asked.ddmTid(), ClaimType.PRIMARY, 0));
        }
    }

    private void deviceRelease(KernelRequest request) {
        ExecDeviceOwner asked = ExecDeviceOwner.RELEASE.parse(request.frame());
        DeviceSlot slot = assignable(request, asked.deviceTid(), asked.ddmTid(), asked.iopId());
        if (slot != null) {
            ExecutiveAnswers.of(request, claims.release(slot, asked.ddmTid(), ClaimType.PRIMARY, 0));
        }
    }

    private @Nullable DeviceSlot assignable(KernelRequest request, int deviceTid, int ddmTid, int iopId) {
        if (!parts.isThisIop(iopId)) {
            ExecutiveAnswers.refuse(request, DetailedStatus.UNSUPPORTED_FUNCTION, ExecDeviceOwner.IOP_ID.byteOffset());
            return null;
        }
        if (ddmTid == deviceTid || deviceOrRefuse(request, ddmTid, ExecDeviceOwner.DDM_TID) == null) {
            if (ddmTid == deviceTid) {
                ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, ExecDeviceOwner.DDM_TID.byteOffset());
            }
            return null;
        }
        return deviceOrRefuse(request, deviceTid, ExecDeviceOwner.DEVICE_TID);
    }

    private @Nullable DeviceSlot deviceOrRefuse(KernelRequest request, int tid, Field field) {
        return parts.deviceOrRefuse(request, tid, field);
    }
}
