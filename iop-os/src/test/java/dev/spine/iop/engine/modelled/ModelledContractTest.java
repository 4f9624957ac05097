package dev.spine.iop.engine.modelled;

import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.EngineContract;
import dev.spine.iop.engine.TestProfile;

/** The modelled engine. */
class ModelledContractTest extends EngineContract {
    @Override
    protected Engine newEngine(long seed) {
        return new ModelledEngine(TestProfile.machine(), seed).assertEveryStepCharges();
    }
}
