package dev.spine.iop.executive;

import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.iop.kernel.KernelRequest;
import java.util.Set;

/** ExecHrtGet: as much of the hardware resource table as fits the requester's buffer, and success. */
final class HardwareTable implements ExecutiveHandler {
    private static final int FIXED_WORDS = 4;

    private final RequestBuffers buffers;
    private final AdapterTable adapters;

    HardwareTable(RequestBuffers buffers, AdapterTable adapters) {
        this.buffers = buffers;
        this.adapters = adapters;
    }

    @Override
    public int function() {
        return Function.EXEC_HRT_GET;
    }

    @Override
    public Set<IopState> states() {
        return INITIALISED;
    }

    @Override
    public void onMessage(KernelRequest request) {
        TableReply.answer(request, buffers, FIXED_WORDS, adapters.table());
    }
}
