package dev.spine.command.control;

import dev.spine.command.control.ControlCounters.Counter;
import dev.spine.device.os.LocalConnection;
import dev.spine.device.os.SystemUsers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves the control socket: takes connections, asks the operating system whose they are, and bounds what each user may take of threads,
 * memory and time. What a client sends or does not send ends at most its own connection.
 *
 * <p>Threads: one takes connections, one looks at the time, one serves each connection, and one writes the events of each that gets some.
 */
public final class ControlServer implements AutoCloseable {
    private static final long TICK_MS = 100;
    private static final long RETRY_MS = 50;
    private static final long LAST_WORDS_MS = 2_000;
    private static final long NS_PER_MS = 1_000_000L;

    private final ControlSocket socket;
    private final ControlLimits limits;
    private final ControlService service;
    private final Consumer<String> log;
    private final ControlCounters counters = new ControlCounters();
    private final Map<UserPrincipal, User> users = new HashMap<>();
    private final Map<ControlConnection, Thread> connections = new ConcurrentHashMap<>();
    private final ThreadFactory threads;
    private final Thread acceptor = Thread.ofPlatform().daemon().name("control socket").unstarted(this::accept);
    private final Thread clock = Thread.ofPlatform().daemon().name("control clock").unstarted(this::tick);
    private int connected;
    private volatile boolean stopping;
    private volatile boolean closed;

    /**
     * A server that takes no connections yet.
     *
     * @param socket where; closed with the server
     * @param limits what clients may take
     * @param service carries requests out
     * @param log is notified of defects, a line each
     */
    public ControlServer(ControlSocket socket, ControlLimits limits, ControlService service, Consumer<String> log) {
        this(socket, limits, service, log, Thread.ofPlatform().daemon().factory());
    }

    /** With threads of somebody else's making, for tests. */
    ControlServer(ControlSocket socket, ControlLimits limits, ControlService service, Consumer<String> log, ThreadFactory threads) {
        this.threads = threads;
        this.socket = socket;
        this.limits = limits;
        this.service = service;
        this.log = log;
    }

    /** Takes connections from now on. */
    public void start() {
        acceptor.start();
        clock.start();
    }

    /** {@return what was counted} */
    public ControlCounters counters() {
        return counters;
    }

    /** {@return how many clients are connected} */
    public int connected() {
        return connections.size();
    }

    /** {@return a thread of a client's, not started} */
    Thread newThread(Runnable work, Peer peer) {
        Thread thread = threads.newThread(work);
        thread.setName("control " + peer.name());
        return thread;
    }

    ControlLimits limits() {
        return limits;
    }

    // --- connections

    private void accept() {
        while (!stopping) {
            try {
                LocalConnection client = socket.server().accept();
                if (client == null) {
                    return;
                }
                enter(client);
            } catch (IOException | OutOfMemoryError e) {
                // No descriptor or no memory is left for the client: it waits in the queue of the socket until there is.
                counters.increment(Counter.ACCEPTS_FAILED);
                // A wait for time by design: nobody tells when a descriptor is free, and trying at once would take a processor.
                pause(RETRY_MS);
            }
        }
    }

    private static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void enter(LocalConnection channel) {
        User user = null;
        boolean entered = false;
        try {
            Peer peer = socket.peer(SystemUsers.of(channel.user()));
            user = admit(peer);
            if (user == null) {
                counters.increment(Counter.TURNED_AWAY);
                turnAway(channel);
                return;
            }
            counters.increment(Counter.CONNECTIONS);
            ControlConnection connection = new ControlConnection(channel, peer, user, this);
            // Of its own, not virtual: it waits in system calls.
            Thread thread = newThread(connection, peer);
            connections.put(connection, thread);
            entered = true;
            start(connection, thread);
        } catch (IOException e) {
            // It ended before it began.
            return;
        } catch (OutOfMemoryError e) {
            // There is none for this client; the next one may have it.
            counters.increment(Counter.ACCEPTS_FAILED);
        } finally {
            if (!entered) {
                leave(user);
                channel.close();
            }
        }
    }

    private void leave(@Nullable User user) {
        if (user != null) {
            synchronized (users) {
                user.disconnected();
                connected--;
            }
        }
    }

    private void start(ControlConnection connection, Thread thread) {
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            // The system gives no thread; the client may come again.
            counters.increment(Counter.ACCEPTS_FAILED);
            connection.leave();
        }
    }

    /** {@return the user who has one more connection now, or null if he may have none} */
    private @Nullable User admit(Peer peer) {
        synchronized (users) {
            User user = users.computeIfAbsent(peer.user(), _ -> new User(new Pacer(limits.requestsPerSecond(), System.nanoTime())));
            // Those who could end a flood must not be shut out by it.
            int most = peer.isAdministrator() ? limits.connections() + limits.connections() / 2 : limits.connections();
            if (user.connections() == limits.connectionsOfUser() || connected >= most) {
                return null;
            }
            user.connected();
            connected++;
            return user;
        }
    }

    private static void turnAway(LocalConnection channel) {
        try (channel) {
            channel.write(ByteBuffer.wrap(Json.line(ControlConnection.refusal(Refusal.BUSY, "too many connections: end some of yours, or"
                + " try again later")).getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            // It does not hear why.
            return;
        }
    }

    /** A connection's thread ends. */
    void ended(ControlConnection connection) {
        try {
            service.ended(connection);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            defect(e);
        } finally {
            leave(connection.user());
            connections.remove(connection);
        }
    }

    private void tick() {
        while (!closed) {
            try {
                long nowNs = System.nanoTime();
                connections.keySet().forEach(connection -> connection.expire(nowNs));
            } catch (OutOfMemoryError e) {
                defect(e);
            }
            // A wait for time by design: this thread is the clock by which silence is measured.
            pause(TICK_MS);
        }
    }

    // --- requests

    /** Called by who has the turn of the connection's user. */
    Map<String, Object> perform(ControlConnection connection, ControlRequest request) throws RequestException {
        if (stopping) {
            throw new RequestException(Refusal.STOPPING, "the system is being stopped");
        }
        try {
            long waitNs = connection.user().pacer().waitNs(System.nanoTime(), request.weight());
            if (waitNs > 0) {
                counters.increment(Counter.PACED);
                // A wait for time by design: the request's turn is a moment, not an event. It holds its own thread and its own user.
                TimeUnit.NANOSECONDS.sleep(waitNs);
            }
            return service.perform(connection, request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestException(Refusal.STOPPING, "the system is being stopped");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            // Errors, too: what a client sends may ask for more stack or memory than there is, and that is his request's end only.
            defect(e);
            throw new RequestException(Refusal.FAILED, "the system failed at this request: " + e);
        }
    }

    private void defect(Throwable failure) {
        if (!stopping) {
            counters.increment(Counter.DEFECTS);
            log.accept("a request of the control socket failed: " + failure);
        }
    }

    // --- the end

    /** Takes no connections and carries out no requests any more; those who are connected stay until {@link #close}. */
    public void quiesce() {
        stopping = true;
        socket.close();
    }

    /**
     * Ends all connections, those with a request under way behind its reply, and takes the socket away; returns when no thread of the
     * server is left. A client who does not take its reply has two seconds.
     */
    @Override
    public void close() {
        quiesce();
        List<Thread> threads = new ArrayList<>(connections.values());
        connections.keySet().forEach(ControlConnection::end);
        long endNs = System.nanoTime() + LAST_WORDS_MS * NS_PER_MS;
        for (Thread thread : threads) {
            join(thread, endNs);
        }
        connections.keySet().forEach(ControlConnection::cut);
        closed = true;
        clock.interrupt();
        threads.add(acceptor);
        threads.add(clock);
        long lastNs = System.nanoTime() + LAST_WORDS_MS * NS_PER_MS;
        for (Thread thread : threads) {
            join(thread, lastNs);
        }
    }

    private static void join(Thread thread, long endNs) {
        try {
            thread.join(Duration.ofNanos(Math.max(1, endNs - System.nanoTime())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
