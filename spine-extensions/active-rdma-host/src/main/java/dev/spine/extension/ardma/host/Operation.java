package dev.spine.extension.ardma.host;

import dev.spine.host.driver.Pending;
import dev.spine.iop.bus.Region;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** An operation without its end. On the host's agent, but for the pieces and whether it has ended. */
final class Operation {
    final Pending<Answer> end = new Pending<>();
    /** Of its stream, what was not read yet. */
    final Queue<byte[]> pieces = new ConcurrentLinkedQueue<>();
    final int server;
    /** How the card knows it. */
    final int connection;
    int token;
    @Nullable Region data;
    /** Where the bytes of its answer go, when they are not part of that. */
    @Nullable Piece into;
    /** What begins when it has ended. */
    Runnable next = Operation::nothing;

    Operation(int server, int connection) {
        this.server = server;
        this.connection = connection;
    }

    private static void nothing() {
        // Waits for it.
    }

    boolean hasNews() {
        return end.isDone() || !pieces.isEmpty();
    }
}
