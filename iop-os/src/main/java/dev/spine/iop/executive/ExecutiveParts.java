package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Field;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import org.jspecify.annotations.Nullable;

/**
 * What the functions of an executive work on. Belongs to the IOP's agent.
 *
 * @param kernel the IOP
 * @param settings what the executive says of it
 * @param handlers its functions
 * @param window the host's memory
 * @param buffers of the request in work
 * @param events who wants to be notified of what
 * @param claims who uses which device
 * @param exclusions who has a device for themselves
 * @param configuration the logical configuration table
 * @param adapters the hardware resource table
 * @param sensor the load of the host's frames
 * @param store modules that the host has sent
 * @param changes what the host has not been told yet
 */
record ExecutiveParts(IopKernel kernel, ExecutiveSettings settings, HandlerTable handlers, BusWindow window, RequestBuffers buffers,
    EventRegistry events, Claims claims, Exclusions exclusions, ConfigurationTable configuration, AdapterTable adapters,
    FrameLoadSensor sensor, DriverStore store, ChangeWatch changes) {
    /** Whether a number in a message means this IOP: its own, or 0 for "here". */
    boolean isThisIop(int iopId) {
        return iopId == 0 || iopId == kernel.directory().iopId();
    }

    /** The device that a request names, not the executive; if there is none, the request is refused and that field is to blame. */
    @Nullable DeviceSlot deviceOrRefuse(KernelRequest request, int tid, Field field) {
        DeviceSlot slot = tid == Tid.EXECUTIVE ? null : kernel.directory().device(tid);
        if (slot == null) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, field.byteOffset());
        }
        return slot;
    }
}
