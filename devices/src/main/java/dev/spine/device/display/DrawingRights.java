package dev.spine.device.display;

import dev.spine.i2o.Tid;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopDirectory;
import dev.spine.iop.kernel.KernelRequest;

/**
 * Who a request comes from, and what that one may do.
 *
 * <p>The initiator's TID in a frame is a statement of the sender; the queue pair on which the frame arrived is a fact. A TID counts only if
 * it names an object of the bus agent at the other end of the queue pair.
 */
final class DrawingRights {
    private static final int NO_IOP = -1;

    private final DeviceContext context;
    private final IopDirectory directory;

    DrawingRights(DeviceContext context) {
        this.context = context;
        this.directory = context.directory();
    }

    /** Whether somebody has claimed the display. */
    boolean isClaimed() {
        return userTid() != Tid.NONE;
    }

    private int userTid() {
        DeviceSlot slot = directory.device(context.tid());
        return slot == null ? Tid.NONE : slot.userTid();
    }

    /** Whether the request comes from the primary user of the display. */
    boolean isClaimer(KernelRequest request) {
        int initiator = request.frame().initiator();
        if (initiator != userTid()) {
            return false;
        }
        AliasEntry connection = directory.connection(initiator);
        if (connection != null) {
            return connection.remote().id() == request.sender().id();
        }
        if (directory.device(initiator) != null) {
            return request.sender().id() == context.busAgent().id();
        }
        return request.sender().isHost();
    }

    /** Whether the request's initiator may draw into a window: its claimer, or an IOP that it is shared with. */
    boolean mayDraw(Window window, KernelRequest request) {
        return isClaimer(request) || window.isSharedWith(iopId(request));
    }

    /** The IOP_ID of the request's initiator, or -1 when it lives on no IOP that is known. */
    private int iopId(KernelRequest request) {
        int initiator = request.frame().initiator();
        if (request.sender().id() == context.busAgent().id()) {
            return directory.iopId();
        }
        AliasEntry connection = directory.connection(initiator);
        return connection != null && connection.remote().id() == request.sender().id() ? connection.remoteIopId() : NO_IOP;
    }
}
