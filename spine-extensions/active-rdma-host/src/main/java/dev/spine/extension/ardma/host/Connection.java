package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import java.util.concurrent.atomic.AtomicInteger;

/** A session with a server, which ends when its client connects anew. Any thread. */
final class Connection {
    private static final int MOST = (1 << ArdmaProtocol.FENCE_SHIFT) - 1;

    private final int server;
    private final int number;
    private final long fence;
    private final AtomicInteger taken = new AtomicInteger();

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

    /** {@return a number by which others can have the session ended, another one each time} */
    long token() {
        return fence >>> ArdmaProtocol.FENCE_SHIFT << ArdmaProtocol.FENCE_SHIFT | taken.getAndIncrement() % MOST + 1;
    }
}
