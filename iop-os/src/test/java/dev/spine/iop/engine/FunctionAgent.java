package dev.spine.iop.engine;

import java.util.function.IntUnaryOperator;

/** An agent made of one function. Charges {@link Op#POLL} per step, as every real agent does. */
public final class FunctionAgent implements Agent {
    private final AgentContext context;
    private final IntUnaryOperator work;

    public FunctionAgent(AgentContext context, IntUnaryOperator work) {
        this.context = context;
        this.work = work;
    }

    public AgentContext context() {
        return context;
    }

    @Override
    public int doWork(int limit) {
        context.charge(Op.POLL);
        return work.applyAsInt(limit);
    }

    @Override
    public String roleName() {
        return context.path();
    }
}
