package dev.spine.iop.kernel;

import dev.spine.i2o.Tid;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ways on which the replies of one IOP leave, and the replies that wait for frames on them. Belongs to the IOP's agent. */
final class ReplyPaths {
    private final ReplyPath host;
    private final ReplyPath local;
    private final @Nullable ReplyPath[] ofAliases = new ReplyPath[Tid.MAX + 1];
    private final List<ReplyPath> all = new ArrayList<>();
    private int waiting;

    /** The paths to the host and to the IOP's own objects; those to peers come with their connections. */
    ReplyPaths(MessageRoute toHost, MessageRoute toLocal) {
        this.host = add(new ReplyPath(toHost, ReplyPath.Addressing.UNCHANGED));
        this.local = add(new ReplyPath(toLocal, ReplyPath.Addressing.UNCHANGED));
    }

    private ReplyPath add(ReplyPath path) {
        all.add(path);
        return path;
    }

    ReplyPath host() {
        return host;
    }

    ReplyPath local() {
        return local;
    }

    @Nullable ReplyPath ofAlias(int alias) {
        return ofAliases[alias];
    }

    void open(int alias, MessageRoute route) {
        ofAliases[alias] = add(new ReplyPath(route, ReplyPath.Addressing.TRANSLATED));
    }

    void close(int alias) {
        ReplyPath path = ofAliases[alias];
        ofAliases[alias] = null;
        if (path != null) {
            waiting -= path.close();
            all.remove(path);
        }
    }

    /** A reply has found no frame and waits for one. */
    void append(ReplyPath path, KernelRequest request) {
        path.append(request);
        waiting++;
        path.route().wakeMe();
    }

    boolean hasWaiting() {
        return waiting != 0;
    }

    /** Sends replies that wait, at most so many; returns how many were sent. */
    int sendWaiting(int limit) {
        int work = 0;
        for (int i = 0; i < all.size(); i++) {
            ReplyPath path = all.get(i);
            while (work < limit && path.hasWaiting()) {
                if (!path.sendFirst()) {
                    path.route().wakeMe();
                    break;
                }
                waiting--;
                work++;
            }
        }
        return work;
    }

    /** Forgets the replies that wait and any open frame; their requests are dropped elsewhere. */
    void forget() {
        for (ReplyPath path : all) {
            path.forget();
        }
        waiting = 0;
    }

    /** Ends the requests whose replies to the host wait: the host's frames are about to be forgotten. */
    void dropHostReplies() {
        waiting -= host.dropWaiting();
    }
}
