package dev.spine.iop.engine.modelled;

import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.Op;

/** The costs of an agent's processor while an observer is notified of each charge. */
final class ObservedCosts extends CostTable {
    private final String agent;
    private final EngineObserver observer;

    ObservedCosts(CostTable costs, String agent, EngineObserver observer) {
        super(costs);
        this.agent = agent;
        this.observer = observer;
    }

    @Override
    protected long charge(Op op) {
        return charge(op, 1);
    }

    @Override
    protected long charge(Op op, long times) {
        long charged = super.charge(op, times);
        observer.onCharge(agent, op, times, charged);
        return charged;
    }
}
