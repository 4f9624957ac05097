package dev.spine.extension.services.nat;

/**
 * Where the tables of the service are in its piece of card memory.
 *
 * @param connectionCount records of connections
 * @param mappingCount records of mappings: one for each connection, and those of the operator
 * @param lists of each hash, a power of two
 * @param portBytes of each of the three sets of ports
 */
record NatLayout(int connectionCount, int mappingCount, int lists, int portBytes) {
    static NatLayout of(NatSettings settings) {
        int lists = Math.max(64, Integer.highestOneBit(settings.connections() * 2 - 1));
        return new NatLayout(settings.connections(), settings.connections() + settings.forwards().size(), lists,
            PortPool.bytes(settings.ports()));
    }

    int connections() {
        return 0;
    }

    int mappings() {
        return connectionCount * Connections.WORDS * 4;
    }

    int inside() {
        return mappings() + mappingCount * Mappings.WORDS * 4;
    }

    int outside() {
        return inside() + lists * 4;
    }

    int byConnection() {
        return outside() + lists * 4;
    }

    /** {@return where the ports of a protocol are, 0 to 2} */
    int ports(int protocol) {
        return byConnection() + lists * 4 + protocol * portBytes;
    }

    int fragments() {
        return ports(3);
    }

    int fragmentLists() {
        return fragments() + Fragments.COUNT * Fragments.WORDS * 4;
    }

    int bytes() {
        return fragmentLists() + Fragments.LISTS * 4;
    }
}
