package dev.spine.extension.services.nat;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.services.connection.AgeList;
import dev.spine.extension.services.connection.Chains;
import dev.spine.extension.services.connection.Records;
import dev.spine.extension.services.connection.Stage;
import dev.spine.extension.services.connection.TcpTrack;
import dev.spine.extension.services.packet.PacketHeaders;

/**
 * The connections of inside endpoints with hosts outside, each under its mapping. Of TCP each pair of endpoints is one; of UDP and of ICMP
 * queries all of an endpoint with one host are one, whatever the port there (address-dependent filtering, RFC 4787 REQ-8).
 *
 * <p>All of a {@link Stage} have the same timeout, so the longest unused one ends first, and a list in the order of use is all that expiry
 * and eviction need.
 */
final class Connections {
    /** Words of a record. */
    static final int WORDS = 8;

    private static final int MAPPING = 0;
    private static final int ADDRESS = 1;
    private static final int PORT = 2;
    private static final int TRACK = 3;
    private static final int USED_AT = 4;
    private static final int NEXT = 5;
    private static final int BEFORE = 6;
    private static final int BEHIND = 7;

    private final Records records;
    private final Chains chains;
    private final Mappings mappings;
    private final AgeList[] ages = new AgeList[Stage.ESTABLISHED.ordinal() + 1];
    private final int[] timeOutsMs;

    /**
     * Over memory that is all zero.
     *
     * @param memory of the card
     * @param layout where in it
     * @param mappings told of each connection that begins and ends
     * @param timeOutsMs by stage
     * @param secret of the hash
     */
    Connections(Buffer memory, NatLayout layout, Mappings mappings, int[] timeOutsMs, int secret) {
        this.records = new Records(memory, layout.connections(), WORDS, layout.connectionCount());
        this.chains = new Chains(records, NEXT, memory, layout.byConnection(), layout.lists(), secret);
        this.mappings = mappings;
        this.timeOutsMs = timeOutsMs;
        for (int i = 0; i < ages.length; i++) {
            ages[i] = new AgeList(records, BEFORE, BEHIND);
        }
    }

    private static int port(int protocol, int port) {
        return protocol == PacketHeaders.TCP ? port : 0;
    }

    private int list(int mapping, int address, int port) {
        return chains.list(address, mapping << 16 ^ port ^ mapping);
    }

    /** {@return a connection, perhaps one whose time is over, or {@link Records#NONE}} */
    int find(int mapping, int address, int remotePort) {
        int port = port(mappings.protocol(mapping), remotePort);
        for (int at = chains.first(list(mapping, address, port)); at != Records.NONE; at = chains.next(at)) {
            if (records.get(at, MAPPING) == mapping && records.get(at, ADDRESS) == address && records.get(at, PORT) == port) {
                return at;
            }
        }
        return Records.NONE;
    }

    /** {@return a connection that lives, or {@link Records#NONE}: what comes from outside brings none back to life} */
    int findAlive(int mapping, int address, int remotePort, int nowMs) {
        int found = find(mapping, address, remotePort);
        return found == Records.NONE || isOver(found, nowMs) ? Records.NONE : found;
    }

    /** {@return a new connection, or {@link Records#NONE} when the table is full; it must not be there yet} */
    int add(int mapping, int address, int remotePort, int track, int nowMs) {
        int made = records.take();
        if (made == Records.NONE) {
            return Records.NONE;
        }
        int port = port(mappings.protocol(mapping), remotePort);
        records.set(made, MAPPING, mapping);
        records.set(made, ADDRESS, address);
        records.set(made, PORT, port);
        records.set(made, TRACK, track);
        records.set(made, USED_AT, nowMs);
        chains.add(list(mapping, address, port), made);
        ages[stage(made).ordinal()].add(made);
        mappings.use(mapping);
        return made;
    }

    /** {@return the bits of {@link TcpTrack}; of other protocols 0} */
    int track(int connection) {
        return records.get(connection, TRACK);
    }

    /** A packet of the connection has come. */
    void touch(int connection, int track, int nowMs) {
        Stage before = stage(connection);
        records.set(connection, TRACK, track);
        records.set(connection, USED_AT, nowMs);
        Stage after = stage(connection);
        if (before == after) {
            ages[after.ordinal()].touch(connection);
        } else {
            ages[before.ordinal()].remove(connection);
            ages[after.ordinal()].add(connection);
        }
    }

    private Stage stage(int connection) {
        int protocol = mappings.protocol(records.get(connection, MAPPING));
        if (protocol == PacketHeaders.TCP) {
            return TcpTrack.stage(track(connection));
        }
        return protocol == PacketHeaders.UDP ? Stage.DATAGRAM : Stage.QUERY;
    }

    private boolean isOver(int connection, int nowMs) {
        return nowMs - records.get(connection, USED_AT) >= timeOutsMs[stage(connection).ordinal()];
    }

    private void remove(int connection) {
        int mapping = records.get(connection, MAPPING);
        ages[stage(connection).ordinal()].remove(connection);
        chains.remove(list(mapping, records.get(connection, ADDRESS), records.get(connection, PORT)), connection);
        records.free(connection);
        mappings.leave(mapping);
    }

    /**
     * Ends connections whose time is over.
     *
     * @param most how many at most
     * @return how many
     */
    int expire(int nowMs, int most) {
        int ended = 0;
        for (AgeList list : ages) {
            while (ended < most && list.oldest() != Records.NONE && isOver(list.oldest(), nowMs)) {
                remove(list.oldest());
                ended++;
            }
        }
        return ended;
    }

    /** {@return whether a connection was ended to make room: the longest unused one of the first stage that has any} */
    boolean evict() {
        for (int i = 0; i < Stage.ESTABLISHED.ordinal(); i++) {
            if (ages[i].size() > 0) {
                remove(ages[i].oldest());
                return true;
            }
        }
        return false;
    }

    /**
     * {@return whether a port of a protocol has become free, because the longest unused connection was ended that was the only one of its
     * mapping and could be ended}
     *
     * @param most how many connections of a stage are looked at
     */
    boolean evictPort(int protocol, int most) {
        for (int i = 0; i < Stage.ESTABLISHED.ordinal(); i++) {
            int at = ages[i].oldest();
            for (int step = 0; step < most && at != Records.NONE; step++) {
                int mapping = records.get(at, MAPPING);
                if (mappings.protocol(mapping) == protocol && mappings.connections(mapping) == 1) {
                    remove(at);
                    return true;
                }
                at = records.get(at, BEHIND);
            }
        }
        return false;
    }

    boolean isFull() {
        return records.used() == records.count();
    }

    int used() {
        return records.used();
    }

    /** {@return how many are at a stage} */
    int at(Stage stage) {
        return ages[stage.ordinal()].size();
    }
}
