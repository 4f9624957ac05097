package dev.spine.iop.kernel;

import dev.spine.i2o.MessageFrame;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections of an IOP with objects of other IOPs, the paths of the replies to them, and the rule by which a peer is heard. Belongs to
 * the IOP's agent.
 */
public final class ExternalConnections {
    private final IopDirectory directory;
    private final MessageRoutes routes;
    private final ReplyPaths replies;
    private final Consumer<AliasEntry> ended;
    private int changes;

    /** Connections; {@code ended} is told of each that another IOP asked for, before its alias can be another's. */
    ExternalConnections(IopDirectory directory, MessageRoutes routes, ReplyPaths replies, Consumer<AliasEntry> ended) {
        this.directory = directory;
        this.routes = routes;
        this.replies = replies;
        this.ended = ended;
    }

    /** {@return how often connections were made or ended so far} */
    public int changes() {
        return changes;
    }

    /**
     * Enters a connection.
     *
     * @param entry the row
     */
    public void connect(AliasEntry entry) {
        directory.putAlias(entry);
        changes++;
        MessageRoute route = routes.peerReplies(entry);
        if (route != null) {
            replies.open(entry.alias(), route);
        }
    }

    /**
     * Removes a connection; messages to its alias are answered as for an unknown target. Requests of the remote object that are in work are
     * aborted, and its claims are released; replies that come later have nowhere to go and are counted as stray.
     *
     * @param alias the row's alias
     */
    public void disconnect(int alias) {
        AliasEntry row = directory.connection(alias);
        if (row != null && !row.createdHere()) {
            ended.accept(row);
        }
        directory.removeAlias(alias);
        changes++;
        replies.close(alias);
    }

    /** The connection on which a peer's request has come, or null when its initiator and target are not connected. */
    @Nullable AliasEntry of(KernelRequest request) {
        MessageFrame copy = request.frame();
        AliasEntry row = directory.connection(copy.initiator());
        return row != null && row.remote().id() == request.sender().id() && row.localTid() == copy.target() ? row : null;
    }

    /** Whether a reply of another IOP belongs to a connection, open or asked for: the row is there from the first request on. */
    boolean admitsReply(KernelRequest request) {
        MessageFrame copy = request.frame();
        AliasEntry row = directory.connection(copy.target());
        return row != null && row.remote().id() == request.sender().id() && row.localTid() == copy.initiator();
    }

    /** The route of replies that follow a request again and again, or null when its sender is not connected. */
    @Nullable MessageRoute openEndedReplies(KernelRequest request) {
        AliasEntry row = directory.connection(request.frame().initiator());
        return row == null || row.remote().id() != request.sender().id() ? null : routes.peerReplies(row);
    }
}
