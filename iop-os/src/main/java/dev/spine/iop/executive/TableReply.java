package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.sgl.SglEnd;
import dev.spine.i2o.table.Table;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;

/** Answers a request for a table: what fits goes into the first buffer, and the reply is success. */
final class TableReply {
    private TableReply() {
    }

    /**
     * Writes and answers.
     *
     * @param request the request, ended by this
     * @param buffers to load its list into
     * @param fixedWords words of the function's fixed part
     */
    static void answer(KernelRequest request, RequestBuffers buffers, int fixedWords, Table table) {
        SglEnd end = buffers.load(request, fixedWords);
        if (end.isError()) {
            ExecutiveAnswers.refuse(request, end.detailedStatus(), fixedWords * Integer.BYTES);
        } else if (buffers.count() == 0) {
            ExecutiveAnswers.refuse(request, DetailedStatus.MISSING_PARAMETER, fixedWords * Integer.BYTES);
        } else if (!buffers.admits(0, BusWindow.Direction.WRITE)) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, fixedWords * Integer.BYTES);
        } else {
            MemorySegment copy = MemorySegment.ofArray(new byte[table.sizeBytes()]);
            table.emit(copy, 0);
            buffers.write(0, copy, Math.min(table.sizeBytes(), buffers.bytes(0)));
            ExecutiveAnswers.done(request);
        }
    }
}
