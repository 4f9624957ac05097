package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.message.exec.ExecSysTabSet;
import dev.spine.i2o.sgl.SglEnd;
import dev.spine.i2o.table.SystemTable;
import dev.spine.iop.kernel.IopDirectory;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/**
 * ExecSysTabSet: takes the system table, and HOLD becomes READY.
 *
 * <p>Tolerated: an IOP_ID twelve bits too high, a table in several runs, a table that is empty or leaves this IOP out, private spaces
 * of any shape or none at all: this IOP asks for no private space, so what follows the table does not matter.
 */
final class SystemTableReceiver implements ExecutiveHandler {
    private static final int FIXED_WORDS = 6;

    private final ExecutiveParts parts;
    private final LifeCycle life;

    SystemTableReceiver(ExecutiveParts parts, LifeCycle life) {
        this.parts = parts;
        this.life = life;
    }

    @Override
    public int function() {
        return Function.EXEC_SYS_TAB_SET;
    }

    @Override
    public Set<IopState> states() {
        return INITIALISED;
    }

    @Override
    public void onMessage(KernelRequest request) {
        ExecSysTabSet asked = ExecSysTabSet.KIND.parse(request.frame());
        RequestBuffers buffers = parts.buffers();
        SglEnd end = buffers.load(request, FIXED_WORDS);
        if (buffers.count() == 0) {
            ExecutiveAnswers.refuse(request, end.isError() ? end.detailedStatus() : DetailedStatus.MISSING_PARAMETER,
                FIXED_WORDS * Integer.BYTES);
        } else if (!buffers.admits(0, BusWindow.Direction.READ)) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, FIXED_WORDS * Integer.BYTES);
        } else {
            MemorySegment copy = buffers.read(0);
            IopDirectory directory = parts.kernel().directory();
            directory.identity(asked.iopId(), asked.hostUnitId());
            if (directory.state() == IopState.HOLD) {
                directory.state(IopState.READY);
            }
            life.systemTable(SystemTable.parse(copy, 0, (int) copy.byteSize()));
            ExecutiveAnswers.done(request);
        }
    }
}
