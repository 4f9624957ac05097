package dev.spine.iop.engine;

/** The costs of an agent's processor while an observer hears of each charge. */
final class ObservedCosts extends CostTable {
    private final String agent;
    private final EngineObserver observer;

    ObservedCosts(CostTable costs, String agent, EngineObserver observer) {
        super(costs);
        this.agent = agent;
        this.observer = observer;
    }

    @Override
    long charge(Op op) {
        return charge(op, 1);
    }

    @Override
    long charge(Op op, long times) {
        long charged = super.charge(op, times);
        observer.onCharge(agent, op, times, charged);
        return charged;
    }
}
