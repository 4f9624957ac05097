package dev.spine.iop.engine.live;

import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.EngineContract;

/** The live engine with the agents {@code a}, {@code sender} and {@code peer} on one thread and all others on another. */
class LiveTwoCoreContractTest extends EngineContract {
    @Override
    protected Engine newEngine(long seed) {
        return new LiveEngine(ThreadLayout.twoCore(path -> path.equals("a") || path.equals("sender") || path.equals("peer") ? 0 : 1), seed);
    }
}
