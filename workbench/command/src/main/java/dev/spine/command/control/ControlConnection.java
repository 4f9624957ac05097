package dev.spine.command.control;

import dev.spine.command.control.ControlCounters.Counter;
import dev.spine.device.os.LocalConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One client: reads a request, has it carried out, writes the reply, and so on until either side ends it. A thread of its own, and a second
 * one for a client that gets events; what takes too long is ended by {@link #expire} on the clock's thread, which ends the channel for its
 * thread to close.
 */
final class ControlConnection implements Caller, Runnable {
    private static final long NS_PER_MS = 1_000_000L;
    private static final long NEVER = Long.MAX_VALUE;

    private final LocalConnection channel;
    private final Peer peer;
    private final User user;
    private final ControlServer server;
    private final LineReader reader;
    private volatile long deadlineNs;
    private volatile Counter expiry = Counter.IDLE;
    private volatile boolean kept;
    /** Held while a line is written: replies and events come from two threads. */
    private final ReentrantLock writing = new ReentrantLock();
    private volatile long eventDeadlineNs = NEVER;
    private @Nullable EventQueue events;
    private @Nullable Thread eventWriter;
    /** Whether a request has been read and its reply not written yet; guarded by this. */
    private boolean answering;
    /** Whether the connection ends with the reply that is in flight; guarded by this. */
    private boolean ending;

    ControlConnection(LocalConnection channel, Peer peer, User user, ControlServer server) {
        this.channel = channel;
        this.peer = peer;
        this.user = user;
        this.server = server;
        this.reader = new LineReader(channel, new LineReader.Listener() {
            @Override
            public void onLineBegin() {
                allow(server.limits().lineMs(), Counter.STALLED);
            }

            @Override
            public void onLineEnd() {
                deadlineNs = NEVER;
            }
        });
        idle();
    }

    @Override
    public Peer peer() {
        return peer;
    }

    User user() {
        return user;
    }

    @Override
    public void keep() {
        kept = true;
    }

    @Override
    public EventQueue events() {
        keep();
        if (events == null) {
            events = new EventQueue();
        }
        return events;
    }

    private void idle() {
        if (kept) {
            deadlineNs = NEVER;
        } else {
            allow(server.limits().idleMs(), Counter.IDLE);
        }
    }

    private void allow(long ms, Counter otherwise) {
        expiry = otherwise;
        deadlineNs = System.nanoTime() + ms * NS_PER_MS;
    }

    /** Ends the connection if its client takes too long. Called again and again on the clock's thread. */
    void expire(long nowNs) {
        long until = deadlineNs;
        if (until != NEVER && nowNs - until > 0) {
            deadlineNs = NEVER;
            server.counters().increment(expiry);
            cut();
        }
        long eventsUntil = eventDeadlineNs;
        if (eventsUntil != NEVER && nowNs - eventsUntil > 0) {
            eventDeadlineNs = NEVER;
            server.counters().increment(Counter.STALLED);
            cut();
        }
    }

    /** Ends the connection: at once, or behind the reply that is in flight. */
    void end() {
        synchronized (this) {
            ending = true;
            if (answering) {
                return;
            }
        }
        cut();
    }

    /** A request has been read; false when the connection has ended meanwhile. */
    private synchronized boolean begin() {
        answering = true;
        return !ending;
    }

    /** Its reply has been written; false when that was the last. */
    private synchronized boolean finish() {
        answering = false;
        return !ending;
    }

    /** Ends the connection at once; its thread closes it. */
    void cut() {
        channel.end();
    }

    /** Gives up a connection that has no thread. */
    void leave() {
        channel.close();
        server.ended(this);
    }

    @Override
    public void run() {
        try (channel) {
            try {
                serve();
            } finally {
                endEvents();
            }
        } catch (IOException e) {
            // The client is gone, or was sent away: either way nothing is left to be said to it.
            deadlineNs = NEVER;
        } finally {
            server.ended(this);
        }
    }

    private void serve() throws IOException {
        while (true) {
            byte[] line;
            try {
                line = reader.next();
            } catch (LineReader.TooLongException e) {
                server.counters().increment(Counter.TOO_LONG);
                reply(refusal(Refusal.TOO_LONG, e.getMessage()));
                return;
            }
            if (line == null) {
                return;
            }
            if (!begin()) {
                return;
            }
            reply(answerInTurn(line));
            beginEvents();
            idle();
            if (!finish()) {
                return;
            }
        }
    }

    /** One line of a user at a time, from the parsing on: what a line becomes takes several times its memory. */
    private Map<String, Object> answerInTurn(byte[] line) {
        user.turn().lock();
        try {
            return answer(line);
        } finally {
            user.turn().unlock();
        }
    }

    private Map<String, Object> answer(byte[] line) {
        long id = 0;
        int version = ControlProtocol.FIRST_VERSION;
        try {
            ControlRequest.Numbered numbered = ControlRequest.parse(line);
            id = numbered.id();
            version = numbered.request().version();
            Map<String, Object> reply = head(version, id);
            reply.put(ControlProtocol.DONE_KEY, true);
            reply.putAll(server.perform(this, numbered.request()));
            server.counters().increment(Counter.REQUESTS);
            return reply;
        } catch (RequestException e) {
            boolean isRequest = e.reason() != Refusal.MALFORMED && e.reason() != Refusal.TOO_LONG && e.reason() != Refusal.VERSION;
            server.counters().increment(isRequest ? Counter.REFUSED : Counter.MALFORMED);
            return refusal(version, id, e.reason(), e.getMessage());
        }
    }

    private static Map<String, Object> head(int version, long id) {
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put(ControlProtocol.VERSION_KEY, version);
        reply.put(ControlProtocol.ID_KEY, id);
        return reply;
    }

    static Map<String, Object> refusal(Refusal reason, @Nullable String message) {
        return refusal(ControlProtocol.FIRST_VERSION, 0, reason, message);
    }

    private static Map<String, Object> refusal(int version, long id, Refusal reason, @Nullable String message) {
        Map<String, Object> reply = head(version, id);
        reply.put(ControlProtocol.DONE_KEY, false);
        reply.put(ControlProtocol.ERROR_KEY, reason.word());
        reply.put(ControlProtocol.MESSAGE_KEY, Objects.requireNonNullElse(message, reason.word()));
        return reply;
    }

    private void reply(Map<String, Object> members) throws IOException {
        allow(server.limits().replyMs(), Counter.STALLED);
        write(members);
        deadlineNs = NEVER;
    }

    private void write(Map<String, ?> members) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Json.line(members).getBytes(StandardCharsets.UTF_8));
        writing.lock();
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } finally {
            writing.unlock();
        }
    }

    // --- events

    private void beginEvents() throws IOException {
        EventQueue queue = events;
        if (queue != null && eventWriter == null) {
            try {
                Thread writer = server.newThread(() -> writeEvents(queue), peer);
                writer.start();
                eventWriter = writer;
            } catch (OutOfMemoryError e) {
                server.counters().increment(Counter.ACCEPTS_FAILED);
                throw new IOException("the system gives no thread for events", e);
            }
        }
    }

    private void writeEvents(EventQueue queue) {
        try {
            for (List<Map<String, ?>> batch = queue.take(); !batch.isEmpty(); batch = queue.take()) {
                for (Map<String, ?> event : batch) {
                    eventDeadlineNs = System.nanoTime() + server.limits().replyMs() * NS_PER_MS;
                    write(event);
                    eventDeadlineNs = NEVER;
                }
            }
        } catch (IOException e) {
            // The client is gone: the connection's thread hears it, too.
            queue.close();
        }
    }

    /** Before the channel is closed: its number may be another's then. */
    private void endEvents() {
        EventQueue queue = events;
        Thread writer = eventWriter;
        if (queue == null) {
            return;
        }
        queue.close();
        cut();
        boolean isInterrupted = false;
        while (writer != null && writer.isAlive()) {
            try {
                writer.join();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
