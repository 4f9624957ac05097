package dev.spine.command.control;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;

/** A connection to a running system. Used by one thread; each request waits for its reply, and events that come before it wait. */
public final class ControlClient implements AutoCloseable {
    private final Path path;
    private final SocketChannel channel;
    private final LineReader reader;
    private final ArrayDeque<Fields> events = new ArrayDeque<>();
    private long id;

    private ControlClient(Path path, SocketChannel channel) {
        this.path = path;
        this.channel = channel;
        this.reader = new LineReader(channel, new LineReader.Listener() {
            @Override
            public void onLineBegin() {
                // A client waits for as long as the system takes.
            }

            @Override
            public void onLineEnd() {
                // See above.
            }
        });
    }

    /**
     * Connects.
     *
     * @param path the socket
     * @return the connection
     * @throws ControlSocket.UnusableException when no system answers there; the message says what to do
     */
    public static ControlClient connect(Path path) throws ControlSocket.UnusableException {
        SocketPath.checkDirectory(path);
        try {
            return new ControlClient(path, SocketChannel.open(UnixDomainSocketAddress.of(path)));
        } catch (ConnectException e) {
            throw new ControlSocket.UnusableException("no system answers at " + path + ": start one with spine run, or name its socket"
                + " with --socket");
        } catch (IOException | IllegalArgumentException e) {
            throw new ControlSocket.UnusableException(Files.exists(path)
                ? "the system at " + path + " does not let you in (" + e.getMessage()
                + "): the user running it can allow that with --socket-mode"
                : "no system runs at " + path + ": start one with spine run, or name its socket with --socket");
        }
    }

    /**
     * Asks for something.
     *
     * @param request what
     * @return the members of the reply
     * @throws RequestException when it was not carried out
     */
    public Fields ask(ControlRequest request) throws RequestException {
        id++;
        try {
            ByteBuffer line = ByteBuffer.wrap(request.line(id).getBytes(StandardCharsets.UTF_8));
            while (line.hasRemaining()) {
                channel.write(line);
            }
        } catch (IOException e) {
            // It was sent away; the reason may have come before.
            return reply();
        }
        return reply();
    }

    private Fields reply() throws RequestException {
        Fields fields = line();
        while (isEvent(fields)) {
            events.add(fields);
            fields = line();
        }
        if (!fields.flag(ControlProtocol.DONE_KEY)) {
            throw new RequestException(Refusal.of(fields.text(ControlProtocol.ERROR_KEY, ControlProtocol.MAX_NAME)),
                fields.text(ControlProtocol.MESSAGE_KEY, ControlProtocol.MAX_LINE));
        }
        return fields;
    }

    private static boolean isEvent(Fields fields) {
        return fields.members().containsKey(ControlProtocol.EVENT_KEY);
    }

    /**
     * {@return the next event, for which this waits; after a request that has events sent}
     *
     * @throws RequestException when the system has ended the connection
     */
    public Fields nextEvent() throws RequestException {
        Fields next = events.isEmpty() ? line() : events.removeFirst();
        while (!isEvent(next)) {
            next = line();
        }
        return next;
    }

    private Fields line() throws RequestException {
        byte[] line;
        try {
            line = reader.next();
        } catch (IOException e) {
            line = null;
        } catch (LineReader.TooLongException e) {
            throw new RequestException(Refusal.FAILED, "what answers at " + path + " is no system of this version: " + e.getMessage());
        }
        if (line == null) {
            throw new RequestException(Refusal.STOPPING, "the system at " + path + " has ended the connection");
        }
        return new Fields(Json.object(line));
    }

    /** Waits until the system has ended the connection: everything of it is gone then. */
    public void awaitEnd() {
        try {
            while (reader.next() != null) {
                // What it says before its end concerns nobody any more.
                id++;
            }
        } catch (IOException | LineReader.TooLongException e) {
            // This, too, is the end.
            id++;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing is left that could be closed.
            return;
        }
    }
}
