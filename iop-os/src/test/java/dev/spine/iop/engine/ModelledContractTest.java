package dev.spine.iop.engine;

/** The modelled engine. */
class ModelledContractTest extends EngineContract {
    @Override
    Engine newEngine(long seed) {
        return new ModelledEngine(TestProfile.machine(), seed).assertEveryStepCharges();
    }
}
