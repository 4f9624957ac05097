package dev.spine.iop.executive;

import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.iop.kernel.KernelRequest;
import java.util.Set;

/** Between READY and OPERATIONAL. */
final class ExternalOperation {
    private ExternalOperation() {
    }

    /** ExecSysEnable. Success also when the IOP is operational already: one driver asks twice. */
    static final class Enable implements ExecutiveHandler {
        private final LifeCycle life;

        Enable(LifeCycle life) {
            this.life = life;
        }

        @Override
        public int function() {
            return Function.EXEC_SYS_ENABLE;
        }

        @Override
        public Set<IopState> states() {
            return CONFIGURED;
        }

        @Override
        public void onMessage(KernelRequest request) {
            life.beginOperation();
            ExecutiveAnswers.done(request);
        }
    }

    /** ExecSysQuiesce. Success also when the IOP is quiet already. */
    static final class Quiesce implements ExecutiveHandler {
        private final LifeCycle life;

        Quiesce(LifeCycle life) {
            this.life = life;
        }

        @Override
        public int function() {
            return Function.EXEC_SYS_QUIESCE;
        }

        @Override
        public Set<IopState> states() {
            return CONFIGURED;
        }

        @Override
        public void onMessage(KernelRequest request) {
            life.endOperation();
            ExecutiveAnswers.done(request);
        }
    }
}
