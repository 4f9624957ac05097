package dev.spine.extension.services.hosting;

import java.util.List;

/**
 * What stands at an endpoint.
 *
 * @param name what it is called
 * @param endpoint where clients reach it
 * @param hosts the names by which HTTP requests mean it, in lower case, each whole or as {@code *.example.org}; none when it is meant by
 *     those that name no other
 * @param servers of which each connection gets one, at least one
 */
record VirtualService(String name, Endpoint endpoint, List<String> hosts, List<Endpoint> servers) {
    /**
     * {@return a server for a client: the same one each time, and when servers are added or taken away the same one for most clients}
     *
     * @param client its address
     * @param attempt 0, or how many others were tried before, less than there are servers
     */
    Endpoint server(int client, int attempt) {
        // The server whose hash with the client is the highest, of those that are lower than the ones before.
        long below = Long.MAX_VALUE;
        int best = 0;
        for (int round = 0; round <= attempt; round++) {
            long highest = Long.MIN_VALUE;
            for (int i = 0; i < servers.size(); i++) {
                long rank = rank(client, i);
                if (rank < below && rank > highest) {
                    highest = rank;
                    best = i;
                }
            }
            below = highest;
        }
        return servers.get(best);
    }

    /** No two servers of a service have the same rank: the last bits are their place. */
    private long rank(int client, int index) {
        Endpoint server = servers.get(index);
        long hash = (client * 0x9E37_79B9_7F4A_7C15L ^ server.address()) * 0xBF58_476D_1CE4_E5B9L;
        hash = (hash ^ hash >>> 29 ^ server.port()) * 0x94D0_49BB_1331_11EBL;
        return (hash >>> 1 & ~0xFFL) | index;
    }
}
