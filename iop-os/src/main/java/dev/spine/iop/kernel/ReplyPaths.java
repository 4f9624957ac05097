package dev.spine.iop.kernel;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The paths on which the replies of one IOP leave, and the replies that wait for frames on them. Belongs to the IOP's agent. */
public final class ReplyPaths {
    private final BusAgent card;
    private final IopCounters counters;
    private final ReplyPath host;
    private final ReplyPath local;
    private final @Nullable ReplyPath[] ofAliases = new ReplyPath[Tid.MAX + 1];
    private final List<ReplyPath> all = new ArrayList<>();
    private int waiting;

    /** The paths to the host and to the IOP's own objects; those to peers come with their connections. */
    ReplyPaths(MessageRoutes routes, IopCounters counters) {
        this.card = routes.dma().busAgent();
        this.counters = counters;
        this.host = add(new ReplyPath(routes.toHost(), ReplyPath.Addressing.UNCHANGED));
        this.local = add(new ReplyPath(routes.localReplies(Tid.NONE, Tid.NONE), ReplyPath.Addressing.UNCHANGED));
    }

    private ReplyPath add(ReplyPath path) {
        all.add(path);
        return path;
    }

    /** The path of the replies to the host or to a local object; null for others, whose path is bound on arrival. */
    @Nullable ReplyPath to(BusAgent sender) {
        if (sender.id() == card.id()) {
            return local;
        }
        return sender.isHost() ? host : null;
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

    void post(ReplyPath path, MessageFrame reply) {
        path.post(reply);
        counters.increment(Counter.REPLIES_OUT);
    }

    /** A reply has nowhere to go. */
    void stray() {
        counters.increment(Counter.STRAY_REPLIES);
    }

    /** A reply has found no frame and waits for one. */
    void append(ReplyPath path, KernelRequest request) {
        counters.increment(Counter.REPLIES_WAITED);
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

    /** Forgets the replies to the host that wait and the frame that is open for one: the host's frames are about to be forgotten. */
    public void dropHostReplies() {
        waiting -= host.dropWaiting();
    }

    /** Gives back the frame that is open for a reply to the host, before the host's memory changes; what waits is sent later. */
    public void closeHostReply() {
        host.route().cancel();
    }

    /** {@return whether a reply to the host waits because the host has given no frame for it} */
    public boolean isShortOfHostFrames() {
        return host.hasWaiting();
    }
}
