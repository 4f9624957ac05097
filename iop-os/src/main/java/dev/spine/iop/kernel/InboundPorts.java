package dev.spine.iop.kernel;

import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.AgentContext;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The inbound queue pairs of an IOP, which its kernel polls in turn. Belongs to the IOP's agent. */
public final class InboundPorts {
    private final AgentContext agent;
    private final ReplyPaths replies;
    private InboundPort[] all = {};

    InboundPorts(AgentContext agent, ReplyPaths replies) {
        this.agent = agent;
        this.replies = replies;
    }

    /**
     * Adds an inbound queue pair of this IOP's unit; the kernel polls it from now on.
     *
     * @param queuePair of which this IOP is the target
     * @param sender the bus agent at the other end
     * @return its receiving end
     */
    public InboundPort open(QueuePair queuePair, BusAgent sender) {
        InboundPort port = new InboundPort(agent, replies, queuePair, sender);
        InboundPort[] next = Arrays.copyOf(all, all.length + 1);
        next[all.length] = port;
        all = next;
        agent.consumes(queuePair.postList());
        return port;
    }

    InboundPort[] all() {
        return all;
    }

    /** Does something with each request that an object of this IOP has got and not answered. */
    void forEachInWork(Consumer<KernelRequest> action) {
        for (InboundPort port : all) {
            port.forEachInWork(action);
        }
    }

    /** Drops all requests but one, and what is posted. */
    void dropAll(@Nullable KernelRequest survivor) {
        for (InboundPort port : all) {
            port.dropAll(survivor);
        }
    }
}
