package dev.spine.extension.runtime.message;

import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.ServiceLevel;
import org.jspecify.annotations.Nullable;

/**
 * The ways back to senders on other nodes, kept so that a message from a sender that was heard lately makes no object. The card's agent.
 */
public final class SourceRoutes {
    private static final int PLACES = 256;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final @Nullable Route[] routes = new Route[PLACES];

    /** {@return the route to a handler of a station} */
    public Route of(long hardwareAddress, ServiceLevel level, int handler) {
        long address = RuntimeAccess.networkAddress(hardwareAddress, level, 0);
        int place = (int) ((address ^ (long) handler << 24) * MIX >>> 56);
        Route known = routes[place];
        if (known == null || known.handler() != handler || RuntimeAccess.address(known) != address) {
            known = RuntimeAccess.newRoute(Route.Way.NETWORK, handler, address);
            routes[place] = known;
        }
        return known;
    }
}
