package dev.spine.iop.executive;

import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.iop.kernel.KernelRequest;
import java.util.Set;

/** ExecIopClear: ends external operation and forgets all traffic; the outbound queue and the configuration table stay. */
final class ClearRequest implements ExecutiveHandler {
    private final ExecutiveParts parts;
    private final LifeCycle life;

    ClearRequest(ExecutiveParts parts, LifeCycle life) {
        this.parts = parts;
        this.life = life;
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
        life.endOperation();
        life.clear(request);
        parts.kernel().directory().state(IopState.HOLD);
        ExecutiveAnswers.done(request);
    }
}
