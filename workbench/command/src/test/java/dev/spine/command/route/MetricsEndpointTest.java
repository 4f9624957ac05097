package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who asks for metrics gets them, however others behave who ask as well. */
@Timeout(60)
class MetricsEndpointTest {
    private static final long LONG_NS = TimeUnit.HOURS.toNanos(1);
    private static final long SHORT_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int LARGE = 8 << 20;

    private static Map<String, MetricsEndpoint.Page> pages(String metrics) {
        return Map.of("/metrics", new MetricsEndpoint.Page(MetricsEndpoint.Page.METRICS, () -> metrics),
            "/flows", new MetricsEndpoint.Page(MetricsEndpoint.Page.JSON, () -> "{}"));
    }

    private static Socket connect(MetricsEndpoint endpoint) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), endpoint.port());
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static String ask(MetricsEndpoint endpoint, String request) throws IOException {
        try (Socket socket = connect(endpoint)) {
            send(socket, request);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** {@return whether the connection was ended by the endpoint; waits for that} */
    private static boolean isEnded(Socket socket) {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void metricsAreGivenAndNothingElse() throws IOException {
        try (MetricsEndpoint endpoint = new MetricsEndpoint(0, pages("a 1\n"), LONG_NS)) {
            String answer = ask(endpoint, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
            assertTrue(answer.startsWith("HTTP/1.1 200 OK\r\n"), answer);
            assertTrue(answer.endsWith("\r\n\r\na 1\n"), answer);
            assertTrue(answer.contains("text/plain; version=0.0.4"), answer);
            String flows = ask(endpoint, "GET /flows?now HTTP/1.1\r\n\r\n");
            assertTrue(flows.contains("Content-Type: application/json\r\n") && flows.endsWith("\r\n\r\n{}"), flows);
            assertTrue(ask(endpoint, "GET /flowsx HTTP/1.1\r\n\r\n").startsWith("HTTP/1.1 404 "));
            assertTrue(ask(endpoint, "HEAD /metrics HTTP/1.0\n\n").endsWith("Content-Length: 4\r\nConnection: close\r\n\r\n"));
            assertTrue(ask(endpoint, "GET / HTTP/1.1\r\n\r\n").startsWith("HTTP/1.1 404 "));
            assertTrue(ask(endpoint, "POST /metrics HTTP/1.1\r\n\r\n").startsWith("HTTP/1.1 405 "));
            assertTrue(ask(endpoint, "nonsense\r\n\r\n").startsWith("HTTP/1.1 400 "));
            assertTrue(ask(endpoint, "GET /metrics" + "x".repeat(9_000)).startsWith("HTTP/1.1 400 "));
        }
    }

    @Test
    void clientsThatSayNothingOrReadNothingHoldUpNobody() throws IOException {
        List<Socket> slow = new ArrayList<>();
        try (MetricsEndpoint endpoint = new MetricsEndpoint(0, pages("a 1\n".repeat(LARGE / 4)), LONG_NS)) {
            for (int i = 0; i < MetricsEndpoint.MAX_CLIENTS - 1; i++) {
                Socket socket = connect(endpoint);
                slow.add(socket);
                send(socket, i % 2 == 0 ? "GET /met" : "GET /metrics HTTP/1.1\r\n\r\n");
            }
            for (int i = 0; i < 3; i++) {
                assertTrue(askUntilServed(endpoint).length() > LARGE);
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void whoIsTooSlowIsEndedAndLeavesItsPlaceToOthers() throws IOException {
        try (MetricsEndpoint endpoint = new MetricsEndpoint(0, pages("a 1\n"), SHORT_NS)) {
            List<Socket> slow = new ArrayList<>();
            for (int i = 0; i < 3 * MetricsEndpoint.MAX_CLIENTS; i++) {
                slow.add(connect(endpoint));
            }
            for (Socket socket : slow) {
                assertTrue(isEnded(socket));
                socket.close();
            }
            String answer = askUntilServed(endpoint);
            assertTrue(answer.endsWith("a 1\n"), answer);
        }
    }

    /** The client before may still have its place for a moment. */
    private static String askUntilServed(MetricsEndpoint endpoint) {
        String answer;
        do {
            answer = askAgain(endpoint);
        } while (answer.isEmpty());
        return answer;
    }

    private static String askAgain(MetricsEndpoint endpoint) {
        try {
            return ask(endpoint, "GET /metrics HTTP/1.1\r\n\r\n");
        } catch (IOException e) {
            return "";
        }
    }

    @Test
    void theEndOfTheEndpointEndsEveryConnection() throws IOException {
        MetricsEndpoint endpoint = new MetricsEndpoint(0, pages("a 1\n"), LONG_NS);
        try (Socket socket = connect(endpoint)) {
            send(socket, "GET");
            endpoint.close();
            assertTrue(isEnded(socket));
            assertEquals("", askAgain(endpoint));
        }
    }

    /** The process has no memory for the first clients. */
    private static final class Crowded extends ServerSocket {
        private int refusals = 2 * MetricsEndpoint.MAX_CLIENTS;

        Crowded() throws IOException {
            super();
        }

        @Override
        public Socket accept() throws IOException {
            if (refusals-- > 0) {
                throw new OutOfMemoryError("a test's");
            }
            return super.accept();
        }
    }

    @Test
    void aProcessWithoutMemoryForAClientHasItForALaterOne() throws IOException {
        try (MetricsEndpoint endpoint = new MetricsEndpoint(0, pages("a 1\n"), LONG_NS, new Crowded())) {
            assertTrue(ask(endpoint, "GET /metrics HTTP/1.1\r\n\r\n").endsWith("a 1\n"));
        }
    }
}
