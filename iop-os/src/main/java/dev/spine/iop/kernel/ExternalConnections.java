package dev.spine.iop.kernel;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.unit.QueuePair;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The external connection table of an IOP: which objects of other IOPs stand behind which TIDs, the ways of the replies to them, and the
 * rule by which a peer is heard. Belongs to the IOP's agent.
 */
final class ExternalConnections {
    private final IopKernel kernel;
    private final TidTable tids;
    private final ReplyPaths replies;
    private final PathControl paths = new PathControl();
    private int changes;

    ExternalConnections(IopKernel kernel, TidTable tids, ReplyPaths replies) {
        this.kernel = kernel;
        this.tids = tids;
        this.replies = replies;
    }

    PathControl paths() {
        return paths;
    }

    /** How often connections were made or ended so far. */
    int changes() {
        return changes;
    }

    List<AliasEntry> entries() {
        return tids.aliasEntries();
    }

    void connect(AliasEntry entry) {
        tids.putAlias(entry);
        changes++;
        QueuePair queuePair = entry.replyQueuePair();
        if (queuePair != null) {
            replies.open(entry.alias(),
                new MessageRoute(kernel.agent(), kernel.dma(), entry.remote(), queuePair, entry.remoteTid(), entry.aliasOfLocal()));
        }
    }

    void disconnect(int alias) {
        AliasEntry row = tids.alias(alias);
        if (row != null && !row.createdHere()) {
            kernel.endRequestsOf(row);
        }
        tids.removeAlias(alias);
        changes++;
        replies.close(alias);
    }

    /** The connection on which a peer's request has come, or null when its initiator and target are not connected. */
    @Nullable AliasEntry of(KernelRequest request) {
        MessageFrame copy = request.frame();
        AliasEntry row = tids.alias(copy.initiator());
        return row != null && row.remote().id() == request.sender().id() && row.localTid() == copy.target() ? row : null;
    }

    /** The way of the replies to a connected peer, or null when the connection was made for the other direction only. */
    @Nullable ReplyPath replyPath(AliasEntry row) {
        return replies.ofAlias(row.alias());
    }

    /** Whether a reply of another IOP belongs to a connection, open or asked for: the row is there from the first request on. */
    boolean admitsReply(KernelRequest request) {
        MessageFrame copy = request.frame();
        AliasEntry row = tids.alias(copy.target());
        return row != null && row.remote().id() == request.sender().id() && row.localTid() == copy.initiator();
    }

    /** The route of replies that follow a request again and again, or null when its sender is not connected. */
    @Nullable MessageRoute openEndedReplies(KernelRequest request) {
        AliasEntry row = tids.alias(request.frame().initiator());
        QueuePair queuePair = row == null || row.remote().id() != request.sender().id() ? null : row.replyQueuePair();
        return row == null || queuePair == null ? null
            : new MessageRoute(kernel.agent(), kernel.dma(), row.remote(), queuePair, row.remoteTid(), row.aliasOfLocal());
    }
}
