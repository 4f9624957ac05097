package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.message.exec.ExecSysModify;
import dev.spine.i2o.sgl.SglEnd;
import dev.spine.i2o.table.SystemTable;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;

/**
 * SysModify: another system table for a running IOP. The IOP keeps its number and its state.
 *
 * <p>What the buffer holds is not public; it is taken to be a system table, as SysTabSet has it.
 */
final class SystemModification {
    private final ExecutiveParts parts;
    private final LifeCycle life;

    SystemModification(ExecutiveParts parts, LifeCycle life) {
        this.parts = parts;
        this.life = life;
        parts.handlers().register(new ExecutiveFunction(ExecSysModify.KIND, ExecutiveHandler.CONFIGURED, this::modify));
    }

    private void modify(KernelRequest request) {
        RequestBuffers buffers = parts.buffers();
        int fixedWords = ExecSysModify.KIND.minWords();
        SglEnd end = buffers.load(request, fixedWords);
        if (buffers.count() == 0) {
            ExecutiveAnswers.refuse(request, end.isError() ? end.detailedStatus() : DetailedStatus.MISSING_PARAMETER,
                fixedWords * Integer.BYTES);
        } else if (!buffers.admits(0, BusWindow.Direction.READ)) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, fixedWords * Integer.BYTES);
        } else {
            MemorySegment copy = buffers.read(0);
            life.systemTable(SystemTable.parse(copy, 0, (int) copy.byteSize()));
            ExecutiveAnswers.done(request);
        }
    }
}
