package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.exec.ExecPathTraffic;
import dev.spine.i2o.table.SystemTable;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import java.util.function.Predicate;

/** The ways to other IOPs under the host's hand: PathQuiesce, PathEnable, PathReset. */
final class PeerPaths {
    private final ExecutiveParts parts;
    private final LifeCycle life;
    private final IopKernel kernel;

    PeerPaths(ExecutiveParts parts, LifeCycle life) {
        this.parts = parts;
        this.life = life;
        this.kernel = parts.kernel();
        parts.handlers().register(new ExecutiveFunction(ExecPathTraffic.QUIESCE, ExecutiveHandler.CONFIGURED, this::quiesce));
        parts.handlers().register(new ExecutiveFunction(ExecPathTraffic.ENABLE, ExecutiveHandler.CONFIGURED, this::enable));
        parts.handlers().register(new ExecutiveFunction(ExecPathTraffic.RESET, ExecutiveHandler.CONFIGURED, this::reset));
    }

    private void quiesce(KernelRequest request) {
        int iopId = ExecPathTraffic.QUIESCE.parse(request.frame()).iopId();
        if (isKnownOrRefuse(request, iopId, ExecPathTraffic.IOP_ID)) {
            kernel.directory().paths().stop(iopId);
            ExecutiveAnswers.done(request);
        }
    }

    private void enable(KernelRequest request) {
        int iopId = ExecPathTraffic.ENABLE.parse(request.frame()).iopId();
        if (isKnownOrRefuse(request, iopId, ExecPathTraffic.IOP_ID)) {
            kernel.directory().paths().release(iopId);
            ExecutiveAnswers.done(request);
        }
    }

    private void reset(KernelRequest request) {
        int iopId = ExecPathTraffic.RESET.parse(request.frame()).iopId();
        if (isKnownOrRefuse(request, iopId, ExecPathTraffic.IOP_ID)) {
            kernel.directory().paths().release(iopId);
            discard(iopId, _ -> true);
            life.resetPath(iopId);
            ExecutiveAnswers.done(request);
        }
    }

    /** Whether an IOP is another one that the system table or a connection names; if not, the request is refused. */
    boolean isKnownOrRefuse(KernelRequest request, int iopId, Field field) {
        boolean known = !parts.isThisIop(iopId)
            && (life.systemTable().entries().stream().mapToInt(SystemTable.Entry::iopId).anyMatch(id -> id == iopId)
                || kernel.directory().connections().stream().anyMatch(row -> row.remoteIopId() == iopId));
        if (!known) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, field.byteOffset());
        }
        return known;
    }

    /** Aborts what objects of another IOP have asked of objects of this one. */
    void discard(int iopId, Predicate<AliasEntry> which) {
        for (AliasEntry row : kernel.directory().connections()) {
            DeviceSlot slot = row.remoteIopId() == iopId && which.test(row) ? kernel.directory().device(row.localTid()) : null;
            if (slot != null) {
                AbortSelection selection = AbortSelection.everythingOf(row.remote(), row.alias());
                int count = kernel.roster().abortDeferred(slot, selection) + slot.module().abort(selection);
                kernel.counters().add(Counter.ABORTED_REQUESTS, count);
            }
        }
    }
}
