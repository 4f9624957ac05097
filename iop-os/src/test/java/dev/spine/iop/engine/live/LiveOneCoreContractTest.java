package dev.spine.iop.engine.live;

import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.EngineContract;

/** The live engine with all agents on one thread. */
class LiveOneCoreContractTest extends EngineContract {
    @Override
    protected Engine newEngine(long seed) {
        return new LiveEngine(ThreadLayout.ONE_CORE, seed);
    }
}
