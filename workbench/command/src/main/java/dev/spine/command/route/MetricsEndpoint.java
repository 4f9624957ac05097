package dev.spine.command.route;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Gives pages to who asks by HTTP on this machine: {@code GET /metrics} and others, one answer for each connection. Nothing that is sent
 * to it changes anything.
 *
 * <p>A client is given a few seconds for all of its request and its answer, and holds up nobody else meanwhile: a few are served at a time,
 * and while so many are, further ones are turned away by closing their connections.
 *
 * <p>Source: RFC 9112, as much as it takes to answer; Prometheus documentation, "Exposition formats", version 0.0.4.
 */
final class MetricsEndpoint implements AutoCloseable {
    /** The most connections at a time. */
    static final int MAX_CLIENTS = 8;
    private static final int BACKLOG = 16;
    private static final int MAX_REQUEST_BYTES = 8_192;
    private static final int LOOK_MS = 100;
    private static final long AFTER_FAILURE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ServerSocket server;
    private final Map<String, Page> pages;
    private final long limitNs;
    private final Semaphore places = new Semaphore(MAX_CLIENTS);
    private final Set<Client> clients = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * What is answered to a path.
     *
     * @param type of the text
     * @param text made for each request; called by several threads
     */
    record Page(String type, Supplier<String> text) {
        /** The text format of Prometheus, version 0.0.4. */
        static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
        /** JSON. */
        static final String JSON = "application/json";
    }

    /** A connection, and until when it may take; closing it ends whatever its thread does with it. */
    private record Client(Socket socket, long deadlineNs) {
        void end() {
            try {
                socket.close();
            } catch (IOException _) {
                // It is gone already.
            }
        }
    }

    /**
     * Begins to answer.
     *
     * @param port of the loopback interface, 0 for any
     * @param pages by their paths, each beginning with a slash
     * @throws IOException the port is taken, or not allowed
     */
    MetricsEndpoint(int port, Map<String, Page> pages) throws IOException {
        this(port, pages, TimeUnit.SECONDS.toNanos(5));
    }

    /** As the other, with nanoseconds that a client may take. */
    MetricsEndpoint(int port, Map<String, Page> pages, long limitNs) throws IOException {
        this(port, pages, limitNs, new ServerSocket());
    }

    /** As the other, with a socket of somebody else's making, not bound yet. */
    MetricsEndpoint(int port, Map<String, Page> pages, long limitNs, ServerSocket socket) throws IOException {
        this.pages = Map.copyOf(pages);
        this.limitNs = limitNs;
        this.server = socket;
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        Thread.ofPlatform().daemon().name("metrics").start(this::accept);
        Thread.ofPlatform().daemon().name("metrics time limit").start(this::watch);
    }

    /** {@return the port that it has} */
    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!closed) {
            try {
                enter(server.accept());
            } catch (IOException | OutOfMemoryError e) {
                // Of one connection, or this process has as many files, threads or as much memory as it may: none is the end of all others.
                LockSupport.parkNanos(closed ? 0 : AFTER_FAILURE_NS);
            }
        }
    }

    private void enter(Socket socket) throws IOException {
        boolean entered = false;
        boolean hasPlace = false;
        try {
            Client client = new Client(socket, System.nanoTime() + limitNs);
            hasPlace = !closed && places.tryAcquire();
            if (!hasPlace) {
                return;
            }
            clients.add(client);
            Thread.ofVirtual().name("metrics client").start(() -> serve(client));
            entered = true;
            if (closed) {
                // Who closes may have looked before it was there.
                client.end();
            }
        } finally {
            if (!entered) {
                clients.removeIf(client -> client.socket == socket);
                if (hasPlace) {
                    places.release();
                }
                socket.close();
            }
        }
    }

    /** Ends clients that take too long. */
    private void watch() {
        while (!closed) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
            try {
                long now = System.nanoTime();
                for (Client client : clients) {
                    if (now - client.deadlineNs >= 0) {
                        client.end();
                    }
                }
            } catch (OutOfMemoryError _) {
                // Not even for that: at the next look there may be some.
            }
        }
    }

    private void serve(Client client) {
        try (Socket socket = client.socket) {
            answer(requestLine(socket.getInputStream()), socket.getOutputStream());
            // What came behind the request would otherwise have the answer thrown away by a reset.
            socket.shutdownOutput();
            socket.getInputStream().readNBytes(MAX_REQUEST_BYTES);
        } catch (IOException e) {
            // The client has gone, or was too slow.
        } finally {
            clients.remove(client);
            places.release();
        }
    }

    /** Reads a request to the end of its header: {@return its first line, empty when it is too long}. */
    private static String requestLine(InputStream in) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        int newLines = 0;
        while (newLines < 2) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection has ended");
            }
            if (request.size() == MAX_REQUEST_BYTES) {
                return "";
            }
            request.write(next);
            newLines = next == '\n' ? newLines + 1 : next == '\r' ? newLines : 0;
        }
        String text = request.toString(StandardCharsets.ISO_8859_1);
        return text.substring(0, text.indexOf('\n')).strip();
    }

    private void answer(String requestLine, OutputStream out) throws IOException {
        String[] words = requestLine.split(" ", -1);
        if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
            refuse(out, "400 Bad Request");
            return;
        }
        Page page = pages.get(words[1].replaceFirst("\\?.*", ""));
        boolean reads = words[0].equals("GET") || words[0].equals("HEAD");
        if (page == null || !reads) {
            refuse(out, page != null ? "405 Method Not Allowed\r\nAllow: GET, HEAD" : "404 Not Found");
            return;
        }
        send(out, "200 OK", page.type, page.text.get(), words[0].equals("GET"));
    }

    private static void refuse(OutputStream out, String status) throws IOException {
        send(out, status, Page.METRICS, "", false);
    }

    private static void send(OutputStream out, String status, String type, String text, boolean body) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + bytes.length
            + "\r\nConnection: close\r\n\r\n";
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        if (body) {
            all.writeBytes(bytes);
        }
        out.write(all.toByteArray());
        out.flush();
    }

    @Override
    public void close() {
        closed = true;
        try {
            server.close();
        } catch (IOException _) {
            // It takes nobody any more either way.
        }
        clients.forEach(Client::end);
    }
}
