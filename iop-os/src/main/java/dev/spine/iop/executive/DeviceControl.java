package dev.spine.iop.executive;

import dev.spine.i2o.IopState;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.EventData;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.exec.ExecDdmModule;
import dev.spine.i2o.message.exec.ExecDdmTraffic;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;

/**
 * Device modules under the host's hand: DdmSuspend, DdmDestroy, and DdmQuiesce, DdmEnable and DdmReset.
 *
 * <p>The last three name a device and the IOP where it is. For a device of this IOP they suspend it, let it work again, and reset it; for
 * one of another IOP they act on the traffic with it. A destroyed module comes back when the IOP is reset.
 */
final class DeviceControl {
    private final ExecutiveParts parts;
    private final IopKernel kernel;
    private final Exclusions exclusions;
    private final EventRegistry events;
    private final PeerPaths peers;

    DeviceControl(ExecutiveParts parts, PeerPaths peers) {
        this.parts = parts;
        this.kernel = parts.kernel();
        this.exclusions = parts.exclusions();
        this.events = parts.events();
        this.peers = peers;
        parts.handlers().register(new ExecutiveFunction(ExecDdmModule.SUSPEND, ExecutiveHandler.CONFIGURED, this::ddmSuspend));
        parts.handlers().register(new ExecutiveFunction(ExecDdmModule.DESTROY, ExecutiveHandler.CONFIGURED, this::ddmDestroy));
        parts.handlers().register(new ExecutiveFunction(ExecDdmTraffic.QUIESCE, ExecutiveHandler.CONFIGURED, this::ddmQuiesce));
        parts.handlers().register(new ExecutiveFunction(ExecDdmTraffic.ENABLE, ExecutiveHandler.CONFIGURED, this::ddmEnable));
        parts.handlers().register(new ExecutiveFunction(ExecDdmTraffic.RESET, ExecutiveHandler.CONFIGURED, this::ddmReset));
    }

    private void ddmSuspend(KernelRequest request) {
        DeviceSlot slot = parts.deviceOrRefuse(request, ExecDdmModule.SUSPEND.parse(request.frame()).ddmTid(), ExecDdmModule.DDM_TID);
        if (slot != null) {
            suspend(slot);
            ExecutiveAnswers.done(request);
        }
    }

    private void ddmDestroy(KernelRequest request) {
        DeviceSlot slot = parts.deviceOrRefuse(request, ExecDdmModule.DESTROY.parse(request.frame()).ddmTid(), ExecDdmModule.DDM_TID);
        if (slot != null) {
            kernel.roster().destroy(slot);
            availability(slot, EventData.DdmAvailability.NOT_RESPONDING);
            ExecutiveAnswers.done(request);
        }
    }

    private void ddmQuiesce(KernelRequest request) {
        ExecDdmTraffic asked = ExecDdmTraffic.QUIESCE.parse(request.frame());
        if (!parts.isThisIop(asked.iopId())) {
            if (peers.isKnownOrRefuse(request, asked.iopId(), ExecDdmTraffic.IOP_ID)) {
                kernel.directory().paths().stop(asked.deviceTid(), asked.iopId());
                ExecutiveAnswers.done(request);
            }
            return;
        }
        DeviceSlot slot = parts.deviceOrRefuse(request, asked.deviceTid(), ExecDdmTraffic.DEVICE_TID);
        if (slot != null) {
            suspend(slot);
            ExecutiveAnswers.done(request);
        }
    }

    private void ddmEnable(KernelRequest request) {
        ExecDdmTraffic asked = ExecDdmTraffic.ENABLE.parse(request.frame());
        if (!parts.isThisIop(asked.iopId())) {
            if (peers.isKnownOrRefuse(request, asked.iopId(), ExecDdmTraffic.IOP_ID)) {
                kernel.directory().paths().release(asked.deviceTid(), asked.iopId());
                ExecutiveAnswers.done(request);
            }
            return;
        }
        DeviceSlot slot = parts.deviceOrRefuse(request, asked.deviceTid(), ExecDdmTraffic.DEVICE_TID);
        if (slot != null) {
            resume(slot);
            ExecutiveAnswers.done(request);
        }
    }

    private void ddmReset(KernelRequest request) {
        ExecDdmTraffic asked = ExecDdmTraffic.RESET.parse(request.frame());
        if (!parts.isThisIop(asked.iopId())) {
            if (peers.isKnownOrRefuse(request, asked.iopId(), ExecDdmTraffic.IOP_ID)) {
                kernel.directory().paths().release(asked.deviceTid(), asked.iopId());
                peers.discard(asked.iopId(), row -> row.remoteTid() == asked.deviceTid());
                ExecutiveAnswers.done(request);
            }
            return;
        }
        DeviceSlot slot = parts.deviceOrRefuse(request, asked.deviceTid(), ExecDdmTraffic.DEVICE_TID);
        if (slot == null) {
            return;
        }
        kernel.roster().terminate(slot);
        if (slot.isSuspended()) {
            resume(slot);
        } else if (kernel.directory().state() == IopState.OPERATIONAL) {
            slot.module().enable();
        }
        events.report(slot.tid(), EventIndicator.DEVICE_RESET);
        ExecutiveAnswers.done(request);
    }

    private void suspend(DeviceSlot slot) {
        if (slot.isSuspended()) {
            return;
        }
        slot.suspended(true);
        exclusions.settle(slot);
        if (kernel.directory().state() == IopState.OPERATIONAL) {
            slot.module().quiesce();
        }
        events.report(slot.tid(), EventIndicator.STATE_CHANGE, EventData.StateChange.SUSPENDED);
        availability(slot, EventData.DdmAvailability.NOT_RESPONDING);
    }

    private void resume(DeviceSlot slot) {
        if (!slot.isSuspended()) {
            return;
        }
        slot.suspended(false);
        exclusions.settle(slot);
        if (kernel.directory().state() == IopState.OPERATIONAL) {
            slot.module().enable();
        }
        events.report(slot.tid(), EventIndicator.STATE_CHANGE, EventData.StateChange.NORMAL);
        availability(slot, EventData.DdmAvailability.RESPONDS);
    }

    private void availability(DeviceSlot slot, int code) {
        events.report(Tid.EXECUTIVE, EventIndicator.EXEC_DDM_AVAILABILITY, code << 12 | slot.tid());
    }
}
