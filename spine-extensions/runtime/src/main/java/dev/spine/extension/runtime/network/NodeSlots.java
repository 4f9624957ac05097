package dev.spine.extension.runtime.network;

import dev.spine.extension.runtime.network.NetworkCounters.Counter;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a card remembers, and who gets a place among them when there are more. Anybody on the wire can greet from any number of
 * addresses, and any extension can send to any number of them: neither may keep out the others. Belongs to the card's agent.
 */
final class NodeSlots {
    /** How long nothing is heard of a node before its place may become another's. */
    private static final long QUIET_NS = NetworkTransport.QUIET_NS;
    /** One place of so many is for nodes that this card sends to. */
    private static final int PART_KEPT = 4;
    /** One owner has one place of so many for nodes that have never answered. */
    private static final int PART_OF_OWNER = 8;
    /** All owners together have one place of so many for nodes that have never answered. */
    private static final int PART_SILENT = 2;
    /** One owner gets no more of those than one of so many that are left, so that there are some left for the next one. */
    private static final int PART_OF_LEFT = 4;
    /** Who has entered a node that has greeted: nobody of this card. */
    private static final long NOBODY = Long.MIN_VALUE;

    private final NetworkSettings settings;
    private final NetworkCounters counters;
    private final MessageSink sink;
    private final @Nullable RemoteNode[] nodes;
    private int count;

    NodeSlots(NetworkSettings settings, NetworkCounters counters, MessageSink sink) {
        this.settings = settings;
        this.counters = counters;
        this.sink = sink;
        this.nodes = new RemoteNode[settings.nodes()];
    }

    /** {@return how many places have been used} */
    int count() {
        return count;
    }

    /** {@return the node at a place, or null} */
    @Nullable RemoteNode at(int place) {
        return nodes[place];
    }

    @Nullable RemoteNode find(long address) {
        for (int i = 0; i < count; i++) {
            RemoteNode node = nodes[i];
            if (node != null && node.address() == address) {
                return node;
            }
        }
        return null;
    }

    /**
     * For those that this card sends to: {@return the node, or null when there is no place, or none for this owner}
     *
     * @param address its hardware address
     * @param owner whose extension sends there
     * @param nowNs the time
     */
    @Nullable RemoteNode findOrEnter(long address, long owner, long nowNs) {
        RemoteNode known = find(address);
        if (known != null) {
            return known;
        }
        int left = Math.max(1, nodes.length / PART_SILENT);
        int silent = 0;
        int own = -1;
        int others = -1;
        for (int i = 0; i < count; i++) {
            RemoteNode node = nodes[i];
            if (node == null || node.enteredBy == NOBODY || node.hasTalked()) {
                continue;
            }
            left--;
            if (node.enteredBy == owner) {
                silent++;
                own = canLeave(node, nowNs) ? i : own;
            } else {
                others = canLeave(node, nowNs) ? i : others;
            }
        }
        if (silent >= Math.max(1, Math.min(nodes.length / PART_OF_OWNER, left / PART_OF_LEFT))) {
            return enter(address, own, owner, nowNs);
        }
        if (left <= 0) {
            return enter(address, others, owner, nowNs);
        }
        return enter(address, count < nodes.length ? count : placeOfLeaving(nodes.length, nowNs), owner, nowNs);
    }

    /** For who greets: anybody can, from any number of addresses, so the last places are only for those that this card sends to. */
    @Nullable RemoteNode findOrAdmit(long address, long nowNs) {
        RemoteNode known = find(address);
        int open = nodes.length - nodes.length / PART_KEPT;
        return known != null ? known
            : enter(address, count < open ? count : placeOfLeaving(Math.min(open, count), nowNs), NOBODY, nowNs);
    }

    private @Nullable RemoteNode enter(long address, int place, long owner, long nowNs) {
        if (place < 0) {
            counters.increment(Counter.NODES_REFUSED);
            return null;
        }
        RemoteNode leaving = nodes[place];
        if (leaving != null) {
            leaving.drop();
        }
        count = Math.max(count, place + 1);
        RemoteNode fresh = new RemoteNode(address, settings, counters, sink);
        fresh.heardNs = nowNs;
        fresh.enteredBy = owner;
        nodes[place] = fresh;
        return fresh;
    }

    /**
     * {@return the place among the first ones of a node that can leave, or -1}: of those that have only greeted, or else of all, the one
     * that was heard the longest ago. Whoever greets from ever new addresses displaces himself before others.
     */
    private int placeOfLeaving(int places, long nowNs) {
        int best = -1;
        for (int i = 0; i < places; i++) {
            RemoteNode node = nodes[i];
            if (node != null && canLeave(node, nowNs) && (best < 0 || leavesBefore(node, nodes[best]))) {
                best = i;
            }
        }
        return best;
    }

    private static boolean leavesBefore(RemoteNode node, @Nullable RemoteNode other) {
        if (other == null) {
            return false;
        }
        return node.isUnused() == other.isUnused() ? node.heardNs - other.heardNs < 0 : node.isUnused();
    }

    private static boolean canLeave(RemoteNode node, long nowNs) {
        return node.isQuiet() && (node.isUnused() || nowNs - node.heardNs >= QUIET_NS);
    }

    /** Everything is forgotten. */
    void reset() {
        for (int i = 0; i < count; i++) {
            RemoteNode node = nodes[i];
            if (node != null) {
                node.drop();
            }
            nodes[i] = null;
        }
        count = 0;
    }
}
