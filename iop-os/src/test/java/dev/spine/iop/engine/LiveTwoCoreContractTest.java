package dev.spine.iop.engine;

/** The live engine with the agents {@code a}, {@code sender} and {@code peer} on one thread and all others on another. */
class LiveTwoCoreContractTest extends EngineContract {
    @Override
    Engine newEngine(long seed) {
        return new LiveEngine(Layout.twoCore(path -> path.equals("a") || path.equals("sender") || path.equals("peer") ? 0 : 1), seed);
    }
}
