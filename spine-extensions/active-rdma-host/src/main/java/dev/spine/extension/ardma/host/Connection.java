package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A session with a server, which ends when its client connects anew. Any thread. */
final class Connection {
    private static final int MOST = (1 << ArdmaProtocol.FENCE_SHIFT) - 1;

    private final int server;
    private final int number;
    private final long fence;
    private int taken;
    private final Map<Long, Turn> turns = new ConcurrentHashMap<>();

    /**
     * A session.
     *
     * @param server number of the server
     * @param number of the connection, 16 bits
     * @param fence any 64 bits that nobody can guess
     */
    Connection(int server, int number, long fence) {
        this.server = server;
        this.number = number;
        this.fence = fence;
    }

    int server() {
        return server;
    }

    /** {@return how a request names server and connection, beside its kind} */
    int word() {
        return number << Short.SIZE | server;
    }

    /**
     * {@return a number by which others can have the session ended, none that somebody has}
     *
     * @throws ArdmaException when all of them are in use
     */
    synchronized long token() {
        for (int i = 0; i < MOST; i++) {
            taken = taken % MOST + 1;
            long token = fence >>> ArdmaProtocol.FENCE_SHIFT << ArdmaProtocol.FENCE_SHIFT | taken;
            Turn before = turns.get(token);
            if (before == null || before.isDone()) {
                turns.put(token, new Turn());
                return token;
            }
        }
        throw ArdmaException.noToken();
    }

    /** {@return what is asked for under a token of this connection, or null when it is another one's} */
    @Nullable Turn turn(long token) {
        return turns.get(token);
    }
}
