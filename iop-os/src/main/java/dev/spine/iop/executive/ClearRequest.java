package dev.spine.iop.executive;

import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.iop.kernel.KernelRequest;
import java.util.Set;

/** ExecIopClear: ends external operation and forgets all traffic; the outbound queue and the configuration table stay. */
final class ClearRequest implements ExecutiveHandler {
    private final Executive executive;

    ClearRequest(Executive executive) {
        this.executive = executive;
    }

    @Override
    public int function() {
        return Function.EXEC_IOP_CLEAR;
    }

    @Override
    public Set<IopState> states() {
        return INITIALISED;
    }

    @Override
    public void onMessage(KernelRequest request) {
        executive.endOperation();
        executive.clear(request);
        executive.kernel().state(IopState.HOLD);
        ExecutiveAnswers.done(request);
    }
}
