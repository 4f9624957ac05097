package dev.spine.command.route;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many neighbours the cards are told of: each port has a share of their next hops, so that a station that answers for any number of
 * addresses takes nothing from other ports, and nothing from routes. When a share is used up, the neighbour goes of which the kernel has
 * not heard for the longest time; packets to it go to the host, which forwards them. Gateways of routes are not in any share.
 *
 * <p>One thread.
 *
 * @param <K> a neighbour
 */
final class NeighbourShares<K> {
    private final int share;
    /** By port, the one heard of last at the end. */
    private final Map<Integer, LinkedHashSet<K>> byPort = new HashMap<>();
    private final Map<K, Integer> gateways = new HashMap<>();

    /**
     * Nothing is used.
     *
     * @param share how many neighbours a port may have on the cards
     */
    NeighbourShares(int share) {
        this.share = share;
    }

    private Set<K> of(int port) {
        return byPort.computeIfAbsent(port, key -> new LinkedHashSet<>());
    }

    /** {@return whether no neighbour of a port has a place without another's going} */
    boolean isFull(int port) {
        return of(port).size() >= share;
    }

    /** {@return whether routes lead by a neighbour} */
    boolean isGateway(K neighbour) {
        return gateways.containsKey(neighbour);
    }

    /** A route more leads by a neighbour: {@return whether it is the first one}. */
    boolean takeGateway(K neighbour) {
        return gateways.merge(neighbour, 1, Integer::sum) == 1;
    }

    /** A route less leads by a neighbour: {@return whether it was the last one}. */
    boolean releaseGateway(K neighbour) {
        return gateways.computeIfPresent(neighbour, (key, routes) -> routes == 1 ? null : routes - 1) == null;
    }

    /**
     * The cards are about to be told of a neighbour, or the kernel has heard of one that they know.
     *
     * @return the one that has to go for it, or null
     */
    @Nullable K enter(int port, K neighbour) {
        Set<K> all = of(port);
        all.remove(neighbour);
        if (isGateway(neighbour)) {
            return null;
        }
        K eldest = null;
        if (all.size() >= share) {
            Iterator<K> oldest = all.iterator();
            eldest = oldest.next();
            oldest.remove();
        }
        all.add(neighbour);
        return eldest;
    }

    /** The cards do not know a neighbour any more. */
    void leave(int port, K neighbour) {
        of(port).remove(neighbour);
    }
}
