package dev.spine.command.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.control.ControlCounters.Counter;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The server with clients of every kind; what they ask for is not its matter. */
@Isolated
@Timeout(60)
class ControlServerTest {
    private static final ControlLimits LIMITS = new ControlLimits(8, 6, 200, 200, 60_000, 1_000_000);
    private static final long CLIENT_LIMIT_S = 20;

    @TempDir
    private Path directory;

    private final BlockingQueue<Caller> ended = new LinkedBlockingQueue<>();
    private final List<String> log = new ArrayList<>();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger mostInside = new AtomicInteger();
    private final CompletableFuture<Void> goOn = new CompletableFuture<>();
    private final BlockingQueue<EventQueue> watching = new LinkedBlockingQueue<>();
    private ControlServer server;
    private Path path;

    /**
     * Status answers, the ledger is longer than a socket holds, send keeps the connection, stop and list fail, unload waits until it may go
     * on, reload is forbidden, watch has events sent.
     */
    private final class Service implements ControlService {
        @Override
        public Map<String, Object> perform(Caller caller, ControlRequest request) throws RequestException {
            mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
            try {
                return switch (request) {
                    case ControlRequest.Status _ -> Map.of("user", caller.peer().name());
                    case ControlRequest.Ledger _ -> Map.of("long", "x".repeat(1 << 20));
                    case ControlRequest.Send _ -> {
                        caller.keep();
                        yield Map.of();
                    }
                    case ProgramRequest.WatchPrograms _ -> {
                        watching.add(caller.events());
                        caller.events().offer("display", Map.of("value", 0));
                        yield Map.of();
                    }
                    case ControlRequest.Stop _ -> throw new IllegalStateException("broken");
                    case ControlRequest.ListExtensions _ -> throw new StackOverflowError();
                    case ControlRequest.Unload _ -> {
                        goOn.join();
                        yield Map.of();
                    }
                    default -> throw new RequestException(Refusal.FORBIDDEN, "no");
                };
            } finally {
                inside.decrementAndGet();
            }
        }

        @Override
        public void ended(Caller caller) {
            ended.add(caller);
        }
    }

    private void start(ControlLimits limits) throws ControlSocket.UnusableException {
        path = directory.resolve("spine.sock");
        server = new ControlServer(ControlSocket.bind(path, SocketMode.OWNER), limits, new Service(), log::add);
        server.start();
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
            assertFalse(Files.exists(path), "the socket is left");
            assertEquals(0, server.connected());
            assertEquals(0, Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("control "))
                .count(), "a thread is left");
        }
    }

    private ControlClient client() throws ControlSocket.UnusableException {
        return ControlClient.connect(path);
    }

    private SocketChannel raw() throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(path));
    }

    private static void write(SocketChannel channel, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Reads until the server ends the connection. */
    private static String readAll(SocketChannel channel) {
        StringBuilder text = new StringBuilder();
        ByteBuffer bytes = ByteBuffer.allocate(4096);
        try {
            while (channel.read(bytes) >= 0) {
                text.append(StandardCharsets.UTF_8.decode(bytes.flip()));
                bytes.clear();
            }
        } catch (IOException e) {
            text.append(e.getMessage());
        }
        return text.toString();
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLIENT_LIMIT_S);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "it does not come about");
            Thread.onSpinWait();
        }
    }

    private void assertServes() throws Exception {
        try (ControlClient client = client()) {
            assertEquals(System.getProperty("user.name"), client.ask(new ControlRequest.Status()).text("user", 100));
        }
    }

    @Test
    void whoIsBeingAnsweredWhenTheServerEndsGetsTheAnswer() throws Exception {
        start(LIMITS);
        try (ControlClient client = client()) {
            CompletableFuture<Boolean> answered = CompletableFuture.supplyAsync(() -> isCarriedOut(client,
                new ControlRequest.Unload(null, 1)));
            await(() -> inside.get() == 1);
            Thread closing = Thread.ofPlatform().start(server::close);
            await(() -> closing.getState() == Thread.State.TIMED_WAITING);
            goOn.complete(null);
            assertTrue(answered.get(CLIENT_LIMIT_S, TimeUnit.SECONDS));
            closing.join();
        }
    }

    private static boolean isCarriedOut(ControlClient client, ControlRequest request) {
        try {
            client.ask(request);
            return true;
        } catch (RequestException e) {
            return false;
        }
    }

    @Test
    void clientIsWhoTheOperatingSystemSaysHeIs() throws Exception {
        start(LIMITS);
        assertServes();
        assertEquals(1, server.counters().get(Counter.REQUESTS));
    }

    @Test
    void severalClientsAskAtOnceAndOneUserHasOneTurnAtATime() throws Exception {
        start(LIMITS);
        List<Thread> threads = new ArrayList<>();
        AtomicInteger answers = new AtomicInteger();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                try (ControlClient client = client()) {
                    for (int n = 0; n < 50; n++) {
                        client.ask(new ControlRequest.Status());
                        answers.incrementAndGet();
                    }
                } catch (ControlSocket.UnusableException | RequestException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(200, answers.get());
        assertEquals(1, mostInside.get());
    }

    @Test
    void refusalsKeepTheConnection() throws Exception {
        start(LIMITS);
        try (ControlClient client = client()) {
            assertEquals(Refusal.FORBIDDEN,
                assertThrows(RequestException.class, () -> client.ask(new ControlRequest.Reload())).reason());
            client.ask(new ControlRequest.Status());
        }
    }

    @Test
    void defectIsToldAndEndsNeitherTheConnectionNorTheServer() throws Exception {
        start(LIMITS);
        try (ControlClient client = client()) {
            assertEquals(Refusal.FAILED, assertThrows(RequestException.class, () -> client.ask(new ControlRequest.Stop())).reason());
            client.ask(new ControlRequest.Status());
        }
        assertEquals(1, server.counters().get(Counter.DEFECTS));
        assertTrue(log.getFirst().contains("broken"), log::toString);
    }

    @Test
    void errorOfOneRequestEndsNeitherItsConnectionNorTheServer() throws Exception {
        start(LIMITS);
        try (ControlClient client = client()) {
            assertEquals(Refusal.FAILED,
                assertThrows(RequestException.class, () -> client.ask(new ControlRequest.ListExtensions())).reason());
            client.ask(new ControlRequest.Status());
        }
        assertEquals(1, server.counters().get(Counter.DEFECTS));
        assertTrue(log.getFirst().contains("StackOverflowError"), log::toString);
    }

    @Test
    void garbageIsAnsweredAndCounted() throws Exception {
        start(LIMITS);
        try (SocketChannel channel = raw()) {
            write(channel, "GET / HTTP/1.1\n\n\0\377\n{\"spine\":1,\"id\":9,\"do\":\"status\"}\n");
            channel.shutdownOutput();
            List<String> replies = readAll(channel).lines().toList();
            assertEquals(4, replies.size(), replies::toString);
            assertTrue(replies.get(0).contains("\"malformed\""), replies::toString);
            assertTrue(replies.get(3).contains("\"id\":9,\"ok\":true"), replies::toString);
        }
        assertEquals(3, server.counters().get(Counter.MALFORMED));
        assertServes();
    }

    @Test
    void lineWithoutEndIsCutOffAtTheLimit() throws Exception {
        start(new ControlLimits(8, 6, 20_000, 20_000, 60_000, 1_000_000));
        try (SocketChannel channel = raw()) {
            String piece = "x".repeat(64 << 10);
            long sent = 0;
            try {
                while (sent < 100L << 20) {
                    write(channel, piece);
                    sent += piece.length();
                }
            } catch (IOException e) {
                assertTrue(sent < 2L * ControlProtocol.MAX_LINE, "it took " + sent + " bytes");
            }
        }
        await(() -> server.counters().get(Counter.TOO_LONG) == 1);
        assertServes();
    }

    @Test
    void halfARequestIsWaitedForOnlySoLong() throws Exception {
        start(LIMITS);
        try (SocketChannel channel = raw()) {
            write(channel, "{\"spine\":1,");
            readAll(channel);
        }
        assertEquals(1, server.counters().get(Counter.STALLED));
        assertServes();
    }

    @Test
    void clientThatDoesNotReadIsWaitedForOnlySoLong() throws Exception {
        start(LIMITS);
        try (SocketChannel channel = raw()) {
            write(channel, "{\"spine\":1,\"do\":\"ledger\"}\n");
            await(() -> server.counters().get(Counter.STALLED) == 1);
            assertServes();
        }
    }

    @Test
    void clientThatIsSilentIsEndedUnlessSomethingLivesAsLongAsItsConnection() throws Exception {
        start(new ControlLimits(8, 6, 200, 200, 200, 1_000_000));
        try (ControlClient keeping = client(); SocketChannel silent = raw()) {
            keeping.ask(new ControlRequest.Send(null, 1, 1, List.of()));
            assertEquals("", readAll(silent));
            assertEquals(1, server.counters().get(Counter.IDLE));
            keeping.ask(new ControlRequest.Status());
        }
    }

    private static final ProgramRequest.WatchPrograms WATCH = new ProgramRequest.WatchPrograms(null, true, false);

    @Test
    void eventsComeInOrderBehindTheReplyOfWhatTheyWereAskedByAndBetweenOtherReplies() throws Exception {
        start(new ControlLimits(8, 6, 200, 200, 200, 1_000_000));
        try (ControlClient client = client()) {
            client.ask(WATCH);
            EventQueue events = watching.take();
            for (int i = 1; i <= 500; i++) {
                events.offer("display", Map.of("value", i));
                if (i % 50 == 0) {
                    client.ask(new ControlRequest.Status());
                }
            }
            for (int i = 0; i <= 500; i++) {
                Fields event = client.nextEvent();
                assertEquals("display", event.text("event", 100));
                assertEquals(i, event.number("value", 0, 1_000));
            }
        }
    }

    @Test
    void replyComesBeforeTheFirstEventAndEachNamesItsVersion() throws Exception {
        start(LIMITS);
        try (SocketChannel channel = raw()) {
            write(channel, "{\"spine\":2,\"id\":7,\"do\":\"program-watch\",\"display\":true}\n"
                + "{\"spine\":1,\"id\":8,\"do\":\"unload\",\"extension\":1}\n");
            watching.take();
            await(() -> inside.get() == 1);
            goOn.complete(null);
            channel.shutdownOutput();
            List<String> lines = readAll(channel).lines().toList();
            assertEquals("{\"spine\":2,\"id\":7,\"ok\":true}", lines.getFirst());
            assertTrue(lines.contains("{\"spine\":1,\"id\":8,\"ok\":true}"), lines::toString);
        }
    }

    @Test
    void clientThatDoesNotReadItsEventsHoldsUpNobodyAndIsEnded() throws Exception {
        start(LIMITS);
        try (SocketChannel slow = raw(); ControlClient other = client()) {
            write(slow, "{\"spine\":2,\"do\":\"program-watch\",\"display\":true}\n");
            EventQueue ofSlow = watching.take();
            other.ask(WATCH);
            EventQueue ofOther = watching.take();
            assertEquals(0, other.nextEvent().number("value", 0, 0));
            String much = "x".repeat(4_096);
            for (int i = 1; i <= 4 * ControlProtocol.MAX_EVENTS; i++) {
                ofSlow.offer("display", Map.of("value", much));
                ofOther.offer("display", Map.of("value", i));
                assertEquals(i, other.nextEvent().number("value", 0, i));
            }
            other.ask(new ControlRequest.Status());
            await(() -> server.counters().get(Counter.STALLED) == 1);
            await(() -> server.connected() == 1);
            ofSlow.offer("display", Map.of("value", 1));
            other.ask(new ControlRequest.Status());
        }
    }

    @Test
    void clientThatIsGoneIsForgottenWhileItsEventsCome() throws Exception {
        start(LIMITS);
        SocketChannel gone = raw();
        write(gone, "{\"spine\":2,\"do\":\"program-watch\",\"display\":true}\n");
        EventQueue events = watching.take();
        gone.close();
        Caller caller = ended.poll(CLIENT_LIMIT_S, TimeUnit.SECONDS);
        assertTrue(caller != null, "its end is not told");
        events.offer("display", Map.of("value", 1));
        assertEquals(List.of(), events.take());
        assertServes();
    }

    @Test
    void serverEndsWhileClientsAreSentEvents() throws Exception {
        start(LIMITS);
        try (ControlClient client = client()) {
            client.ask(WATCH);
            EventQueue events = watching.take();
            events.offer("display", Map.of("value", 1));
            server.close();
            events.offer("display", Map.of("value", 2));
            assertThrows(RequestException.class, () -> {
                while (true) {
                    client.nextEvent();
                }
            });
        }
    }

    @Test
    void userHasOnlySoManyConnectionsAndHearsWhy() throws Exception {
        start(LIMITS);
        List<SocketChannel> channels = new ArrayList<>();
        try {
            for (int i = 0; i < LIMITS.connectionsOfUser(); i++) {
                channels.add(raw());
            }
            await(() -> server.connected() == LIMITS.connectionsOfUser());
            for (int i = 0; i < 200; i++) {
                try (SocketChannel more = raw()) {
                    assertTrue(readAll(more).contains("\"busy\""));
                }
            }
            assertEquals(200, server.counters().get(Counter.TURNED_AWAY));
        } finally {
            for (SocketChannel channel : channels) {
                channel.close();
            }
        }
        await(() -> server.connected() == 0);
        assertServes();
    }

    @Test
    void endOfEachConnectionIsToldOnceToTheService() throws Exception {
        start(LIMITS);
        for (int i = 0; i < 5; i++) {
            try (SocketChannel channel = raw()) {
                write(channel, i % 2 == 0 ? "{" : "");
            }
        }
        for (int i = 0; i < 5; i++) {
            assertTrue(ended.poll(CLIENT_LIMIT_S, TimeUnit.SECONDS) != null);
        }
        await(() -> server.connected() == 0);
        assertTrue(ended.isEmpty());
    }

    @Test
    void whoAsksTooOftenWaits() throws Exception {
        start(LIMITS.withRequestsPerSecond(100));
        try (ControlClient client = client()) {
            for (int i = 0; i < 120; i++) {
                client.ask(new ControlRequest.Status());
            }
        }
        assertTrue(server.counters().get(Counter.PACED) > 0);
    }

    @Test
    void clientsSeeTheEndOfTheServer() throws Exception {
        start(LIMITS);
        try (ControlClient client = client()) {
            client.ask(new ControlRequest.Status());
            server.quiesce();
            assertFalse(Files.exists(path));
            assertEquals(Refusal.STOPPING,
                assertThrows(RequestException.class, () -> client.ask(new ControlRequest.Status())).reason());
            server.close();
            client.awaitEnd();
        }
    }

    @Test
    void aClientForWhomThereIsNoMemoryIsSentAwayAndTheNextIsServed() throws Exception {
        path = directory.resolve("spine.sock");
        AtomicInteger refusals = new AtomicInteger(LIMITS.connections() + 1);
        server = new ControlServer(ControlSocket.bind(path, SocketMode.OWNER), LIMITS, new Service(), log::add, task -> {
            if (refusals.getAndDecrement() > 0) {
                throw new OutOfMemoryError("a test's");
            }
            return Thread.ofPlatform().daemon().unstarted(task);
        });
        server.start();
        for (int i = 0; i <= LIMITS.connections(); i++) {
            try (SocketChannel refused = raw()) {
                assertEquals("", readAll(refused));
            }
        }
        try (ControlClient client = client()) {
            client.ask(new ControlRequest.Status());
        }
        assertEquals(LIMITS.connections() + 1, server.counters().get(Counter.ACCEPTS_FAILED));
    }
}
