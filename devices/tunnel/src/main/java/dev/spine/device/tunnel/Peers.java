package dev.spine.device.tunnel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The other ends of a tunnel, each with a number that no later one gets. The wire's thread. */
final class Peers {
    private final @Nullable Peer[] byNumber = new @Nullable Peer[TunnelWire.MAX_PEERS];
    private final List<Peer> all = new ArrayList<>();
    private int next;

    /** Takes one in; false when there are as many as may be. */
    boolean add(Peer peer) {
        if (all.size() == TunnelWire.MAX_PEERS) {
            return false;
        }
        while (byNumber[next % TunnelWire.MAX_PEERS] != null) {
            next = next + 1 & Integer.MAX_VALUE;
        }
        byNumber[next % TunnelWire.MAX_PEERS] = peer;
        peer.joined(next);
        next = next + 1 & Integer.MAX_VALUE;
        all.add(peer);
        return true;
    }

    void remove(Peer peer) {
        byNumber[peer.number() % TunnelWire.MAX_PEERS] = null;
        all.remove(peer);
    }

    /** The one of a number; null when it has gone, also if another one has its place. */
    @Nullable Peer numbered(int number) {
        Peer found = number < 0 ? null : byNumber[number % TunnelWire.MAX_PEERS];
        return found == null || found.number() != number ? null : found;
    }

    List<Peer> all() {
        return all;
    }
}
