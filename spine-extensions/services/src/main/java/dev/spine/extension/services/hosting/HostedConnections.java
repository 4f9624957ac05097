package dev.spine.extension.services.hosting;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.services.connection.AgeList;
import dev.spine.extension.services.connection.Chains;
import dev.spine.extension.services.connection.Records;
import dev.spine.extension.services.connection.Stage;
import dev.spine.extension.services.connection.TcpTrack;
import dev.spine.extension.services.packet.PacketHeaders;
import java.util.List;

/**
 * The connections of clients, each with the server that has it. All of a {@link Stage} have the same timeout, so the longest unused one
 * ends first.
 */
final class HostedConnections {
    /** Words of a record. */
    static final int WORDS = 12;

    /** Packets only have other addresses and ports. */
    static final int PLAIN = 0;
    /** The card waits for the first request. */
    static final int COLLECTING = 1;
    /** The card has asked the server, and waits for its answer. */
    static final int CONNECTING = 2;
    /** The server has agreed, and does not have the request yet. */
    static final int ANSWERED = 3;
    /** Client and server have each other; the server's numbers are shifted. */
    static final int SPLICED = 4;

    private static final int CLIENT = 0;
    private static final int SERVER = 1;
    private static final int PORTS = 2;
    private static final int WHAT = 3;
    private static final int TRACK = 4;
    private static final int SHIFT = 5;
    private static final int USED_AT = 6;
    private static final int ENDPOINT = 7;
    private static final int NEXT_OF_CLIENT = 8;
    private static final int NEXT_OF_SERVER = 9;
    private static final int BEFORE = 10;
    private static final int BEHIND = 11;
    private static final int BYTE = 0xFF;

    private final Records records;
    private final Chains byClient;
    private final Chains byServer;
    private final List<Endpoint> endpoints;
    private final AgeList[] ages = new AgeList[Stage.ESTABLISHED.ordinal() + 1];
    private final int[] timeOutsMs = new int[Stage.ESTABLISHED.ordinal() + 1];
    private final Ended ended;

    /** Hears of each connection that ends, before it does. */
    interface Ended {
        void ends(int connection);
    }

    HostedConnections(Buffer memory, int count, int lists, int secret, List<Endpoint> endpoints, List<Integer> timeOutsMs, Ended ended) {
        this.records = new Records(memory, 0, WORDS, count);
        int tables = count * WORDS * 4;
        this.byClient = new Chains(records, NEXT_OF_CLIENT, memory, tables, lists, secret);
        this.byServer = new Chains(records, NEXT_OF_SERVER, memory, tables + lists * 4, lists, ~secret);
        this.endpoints = endpoints;
        this.ended = ended;
        for (int i = 0; i < ages.length; i++) {
            ages[i] = new AgeList(records, BEFORE, BEHIND);
            this.timeOutsMs[i] = timeOutsMs.get(i);
        }
    }

    /** {@return how many lists a table of connections has, a power of two} */
    static int lists(int count) {
        return Math.max(64, Integer.highestOneBit(count * 2 - 1));
    }

    /** {@return bytes of memory for connections} */
    static int bytes(int count) {
        return count * WORDS * 4 + lists(count) * 8;
    }

    private int listOfClient(int client, int port, int endpoint) {
        return byClient.list(client, port << 8 | endpoint);
    }

    private int listOfServer(int server, int serverPort, int client, int clientPort) {
        return byServer.list(server ^ Integer.rotateLeft(client, 11), serverPort << 16 | clientPort);
    }

    /** {@return a client's connection to an endpoint, or {@link Records#NONE}} */
    int ofClient(int client, int port, int endpoint) {
        for (int at = byClient.first(listOfClient(client, port, endpoint)); at != Records.NONE; at = byClient.next(at)) {
            if (records.get(at, CLIENT) == client && clientPort(at) == port && records.get(at, ENDPOINT) == endpoint) {
                return at;
            }
        }
        return Records.NONE;
    }

    /** {@return the connection between a server and a client, or {@link Records#NONE}} */
    int ofServer(int protocol, int server, int serverPort, int client, int clientPort) {
        int ports = clientPort << 16 | serverPort;
        int list = listOfServer(server, serverPort, client, clientPort);
        for (int at = byServer.first(list); at != Records.NONE; at = byServer.next(at)) {
            if (records.get(at, SERVER) == server && records.get(at, CLIENT) == client && records.get(at, PORTS) == ports
                && protocol(at) == protocol) {
                return at;
            }
        }
        return Records.NONE;
    }

    /** {@return a new connection without a server, or {@link Records#NONE} when the table is full} */
    int add(int client, int port, int endpoint, int phase, int track, int nowMs) {
        int made = records.take();
        if (made == Records.NONE) {
            return Records.NONE;
        }
        records.set(made, CLIENT, client);
        records.set(made, PORTS, port << 16);
        records.set(made, ENDPOINT, endpoint);
        records.set(made, WHAT, phase);
        records.set(made, TRACK, track);
        records.set(made, USED_AT, nowMs);
        byClient.add(listOfClient(client, port, endpoint), made);
        ages[stage(made).ordinal()].add(made);
        return made;
    }

    /** Gives a connection to a server; one that it had before has it no more. */
    void give(int connection, int service, int attempt, Endpoint server) {
        take(connection);
        records.set(connection, SERVER, server.address());
        records.set(connection, PORTS, clientPort(connection) << 16 | server.port());
        records.set(connection, WHAT, service << 16 | attempt << 8 | phase(connection));
        byServer.add(listOfServer(server.address(), server.port(), client(connection), clientPort(connection)), connection);
    }

    private void take(int connection) {
        if (serverPort(connection) != 0) {
            byServer.remove(listOfServer(server(connection), serverPort(connection), client(connection), clientPort(connection)),
                connection);
            records.set(connection, PORTS, clientPort(connection) << 16);
        }
    }

    void remove(int connection) {
        ended.ends(connection);
        take(connection);
        ages[stage(connection).ordinal()].remove(connection);
        byClient.remove(listOfClient(client(connection), clientPort(connection), endpoint(connection)), connection);
        records.free(connection);
    }

    int client(int connection) {
        return records.get(connection, CLIENT);
    }

    int clientPort(int connection) {
        return records.get(connection, PORTS) >>> 16;
    }

    int server(int connection) {
        return records.get(connection, SERVER);
    }

    /** {@return the server's port, 0 as long as there is no server} */
    int serverPort(int connection) {
        return records.get(connection, PORTS) & 0xFFFF;
    }

    int endpoint(int connection) {
        return records.get(connection, ENDPOINT);
    }

    private int protocol(int connection) {
        return endpoints.get(endpoint(connection)).protocol();
    }

    int phase(int connection) {
        return records.get(connection, WHAT) & BYTE;
    }

    void phase(int connection, int phase) {
        records.set(connection, WHAT, records.get(connection, WHAT) & ~BYTE | phase);
    }

    int attempt(int connection) {
        return records.get(connection, WHAT) >>> 8 & BYTE;
    }

    int service(int connection) {
        return records.get(connection, WHAT) >>> 16;
    }

    /** {@return what is added to the server's numbers} */
    int shift(int connection) {
        return records.get(connection, SHIFT);
    }

    void shift(int connection, int shift) {
        records.set(connection, SHIFT, shift);
    }

    int track(int connection) {
        return records.get(connection, TRACK);
    }

    /** {@return whether it is over for both sides} */
    boolean isClosed(int connection) {
        return stage(connection) == Stage.CLOSED;
    }

    private Stage stage(int connection) {
        return protocol(connection) == PacketHeaders.TCP ? TcpTrack.stage(track(connection)) : Stage.DATAGRAM;
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

    boolean isOver(int connection, int nowMs) {
        return nowMs - records.get(connection, USED_AT) >= timeOutsMs[stage(connection).ordinal()];
    }

    /** {@return how many connections were ended whose time is over, at most as many as may be} */
    int expire(int nowMs, int most) {
        int many = 0;
        for (AgeList list : ages) {
            while (many < most && list.oldest() != Records.NONE && isOver(list.oldest(), nowMs)) {
                remove(list.oldest());
                many++;
            }
        }
        return many;
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

    boolean isFull() {
        return records.used() == records.count();
    }

    int used() {
        return records.used();
    }
}
