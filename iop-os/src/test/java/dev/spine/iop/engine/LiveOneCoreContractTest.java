package dev.spine.iop.engine;

/** The live engine with all agents on one thread. */
class LiveOneCoreContractTest extends EngineContract {
    @Override
    Engine newEngine(long seed) {
        return new LiveEngine(Layout.ONE_CORE, seed);
    }
}
