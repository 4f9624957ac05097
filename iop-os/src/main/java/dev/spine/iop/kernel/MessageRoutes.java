package dev.spine.iop.kernel;

import dev.spine.i2o.Tid;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.AgentContext;
import org.jspecify.annotations.Nullable;

/**
 * The routes that begin on one IOP. Belongs to the IOP's agent.
 *
 * @param agent the IOP's
 * @param dma its DMA engine
 * @param outbound the host's outbound queue
 * @param local for requests between modules of the IOP
 * @param localReplies for their replies
 */
record MessageRoutes(AgentContext agent, DmaEngine dma, QueuePair outbound, QueuePair local, QueuePair localReplies) {
    MessageRoute toHost(int initiator, int target) {
        return new MessageRoute(agent, dma, BusAgent.host(), outbound, initiator, target);
    }

    MessageRoute toHost() {
        return toHost(Tid.HOST, Tid.HOST);
    }

    MessageRoute toLocal(int initiator, int target) {
        return new MessageRoute(agent, dma, dma.busAgent(), local, initiator, target);
    }

    MessageRoute localReplies(int initiator, int target) {
        return new MessageRoute(agent, dma, dma.busAgent(), localReplies, initiator, target);
    }

    /** For requests to the object behind an alias; null when the connection was made for the other direction only. */
    @Nullable MessageRoute toPeer(AliasEntry alias, PathControl paths) {
        QueuePair queuePair = alias.requestQueuePair();
        return queuePair == null ? null : new MessageRoute(agent, dma, alias.remote(), queuePair, alias.aliasOfLocal(), alias.remoteTid(),
            alias.alias(), paths.gate(alias.remoteTid(), alias.remoteIopId()));
    }

    /** For replies to the object behind an alias; null when the connection was made for the other direction only. */
    @Nullable MessageRoute peerReplies(AliasEntry alias) {
        QueuePair queuePair = alias.replyQueuePair();
        return queuePair == null ? null
            : new MessageRoute(agent, dma, alias.remote(), queuePair, alias.remoteTid(), alias.aliasOfLocal());
    }
}
