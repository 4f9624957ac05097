package dev.spine.extension.runtime;

import dev.spine.extension.api.SharedMemory;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;

/** Exported memory of this card, and what extensions of this card ask of that of others. Belongs to the card's agent. */
final class MemoryService {
    private final AgentContext agent;
    private final MemoryExports exports;
    private final MemoryAsks asks;

    MemoryService(AgentContext agent, MessageQueues queues) {
        this.agent = agent;
        this.exports = new MemoryExports(agent::secret);
        this.asks = new MemoryAsks(queues);
    }

    MemoryExports exports() {
        return exports;
    }

    MemoryAsks asks() {
        return asks;
    }

    /** Carries out an operation that has come as a message; the words of its answer are cleared by the caller. */
    void operate(int[] asked, int at, int[] answer, int to) {
        agent.charge(Op.DISPATCH);
        agent.charge(Op.TOUCH_BYTE, SharedMemory.MAX_BYTES);
        exports.operate(asked, at, answer, to, agent.nowNs());
    }

    int doWork() {
        if (asks.isEmpty()) {
            return 0;
        }
        int work = asks.expire(agent.nowNs());
        long deadline = asks.deadlineNs();
        if (deadline != Long.MAX_VALUE) {
            agent.wakeAt(Math.max(deadline, agent.nowNs() + 1));
        }
        return work;
    }

    void forget(int instance) {
        exports.endAll(instance);
        asks.forget(instance);
    }
}
