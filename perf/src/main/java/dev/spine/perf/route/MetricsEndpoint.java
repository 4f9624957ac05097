package dev.spine.perf.route;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Gives metrics to who asks by HTTP on this machine: {@code GET /metrics}. At most one answer is made at a time and a few wait; more are
 * turned away by closing their connections. Nothing that is sent to it changes anything.
 */
final class MetricsEndpoint implements AutoCloseable {
    private static final int BACKLOG = 16;
    private static final int WAITING = 16;
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final HttpServer server;
    private final ThreadPoolExecutor worker;

    /**
     * Begins to answer.
     *
     * @param port of the loopback interface, 0 for any
     * @param metrics makes the text; called by one thread at a time
     * @throws IOException the port is taken, or not allowed
     */
    MetricsEndpoint(int port, Supplier<String> metrics) throws IOException {
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        this.worker = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING),
            Thread.ofPlatform().daemon().name("metrics").factory());
        server.setExecutor(worker);
        server.createContext("/", exchange -> answer(exchange, metrics));
        server.start();
    }

    /** {@return the port that it has} */
    int port() {
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, Supplier<String> metrics) throws IOException {
        try (exchange) {
            boolean found = "/metrics".equals(exchange.getRequestURI().getPath());
            boolean reads = "GET".equals(exchange.getRequestMethod()) || "HEAD".equals(exchange.getRequestMethod());
            if (!found || !reads) {
                exchange.sendResponseHeaders(found ? 405 : 404, -1);
                return;
            }
            byte[] text = metrics.get().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", TYPE);
            boolean body = "GET".equals(exchange.getRequestMethod());
            exchange.sendResponseHeaders(200, body ? text.length : -1);
            if (body) {
                exchange.getResponseBody().write(text);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        worker.shutdownNow();
    }
}
