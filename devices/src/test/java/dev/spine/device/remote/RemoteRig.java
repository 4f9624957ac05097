package dev.spine.device.remote;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.pci.CardIdentity;
import dev.spine.iop.pci.HostMemorySlots;
import dev.spine.iop.pci.PciCard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A served IOP without devices, in this process.
 *
 * <p>Whoever waits here waits for a second again and again. While a process is stopped, by job control, a debugger or the machine below
 * it, the clock goes on; what the other side has been too late for then is one second and not all of them.
 */
final class RemoteRig implements AutoCloseable {
    /** How long anything is waited for while the process runs. */
    static final int LIMIT_SECONDS = 20;

    final Path directory;
    final Path path;
    final List<String> log = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    final RemoteIopServer server;
    final PciCard card;
    final Tasks tasks;
    private final LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);
    private final Thread thread;
    private volatile @Nullable RuntimeException failure;
    private boolean failureIsExpected;

    RemoteRig(int limitMs) throws IOException {
        this(limitMs, UnaryOperator.identity());
    }

    /** A rig whose server reaches the card's agent in a way that a test has changed. */
    RemoteRig(int limitMs, UnaryOperator<Tasks> changed) throws IOException {
        directory = Files.createTempDirectory("spine-remote");
        path = directory.resolve("iop.sock");
        server = new RemoteIopServer(path, limitMs, this::say);
        Bus bus = new Bus(2, 0xE000_0000L);
        IopBuilder builder = new IopBuilder("iop1", bus, new BusAgent(1, "iop1"));
        Iop iop = engine.add("node0/iop1", ProcessorSpec.THIS_MACHINE, builder::build);
        card = server.card(iop, CardIdentity.EXPERIMENTAL, new HostMemorySlots(bus, BusAgent.host()));
        tasks = engine.tasks(iop);
        engine.start();
        thread = Thread.ofPlatform().name("remote server").start(() -> serve(changed.apply(tasks)));
    }

    private void serve(Tasks way) {
        try {
            server.serve(card, way);
        } catch (RuntimeException e) {
            failure = e;
            say("the server has failed: " + e);
        }
    }

    /** Waits until the server has failed; returns with what. */
    RuntimeException awaitFailure() {
        failureIsExpected = true;
        await("the server to fail", () -> failure != null);
        return Objects.requireNonNull(failure);
    }

    private void say(String line) {
        log.add(line);
        if (!line.equals("a client has connected")) {
            ends.add(line);
        }
    }

    /** Forgets what was said before the next client comes. */
    void forgetLog() {
        log.clear();
        ends.clear();
    }

    /** Waits until the next client has gone, or been sent away, and the card is free; returns how the server said it. */
    String awaitEnd() {
        try {
            String end = null;
            for (int second = 0; end == null && second < LIMIT_SECONDS; second++) {
                end = ends.poll(1, TimeUnit.SECONDS);
            }
            assertNotNull(end, () -> "a client stays; " + server.counters() + "\n" + everyThread());
            return end;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private static String everyThread() {
        StringBuilder text = new StringBuilder();
        Thread.getAllStackTraces().forEach((each, frames) -> text.append(each).append(' ').append(each.getState()).append("\n    ")
            .append(Arrays.stream(frames).map(StackTraceElement::toString).collect(Collectors.joining("\n    "))).append('\n'));
        return text.toString();
    }

    static void await(String what, BooleanSupplier condition) {
        long left = TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        long before = System.nanoTime();
        while (!condition.getAsBoolean()) {
            long now = System.nanoTime();
            left -= Math.min(now - before, TimeUnit.SECONDS.toNanos(1));
            before = now;
            assertTrue(left > 0, "waited too long for " + what);
            Thread.onSpinWait();
        }
    }

    long count(RemoteCounters.Counter counter) {
        return server.counters().get(counter);
    }

    /**
     * What this process has open of what clients and servers pass around: sockets, eventfds, shared memory. Files are left out, since the
     * Java machine opens some whenever it likes.
     */
    static List<String> descriptors() throws IOException {
        List<String> open = new ArrayList<>();
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : all.toList()) {
                String name = name(each);
                if (name.startsWith("socket:") || name.contains("eventfd") || name.startsWith("/memfd:")) {
                    // Sockets have numbers, which are never the same again.
                    open.add(name.startsWith("socket:") ? "socket" : name);
                }
            }
        }
        open.sort(null);
        return open;
    }

    private static String name(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            // The directory's own descriptor has been closed meanwhile.
            return "";
        }
    }

    /** Mappings of shared memory in this process. */
    static long mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains("memfd:spine-test")).count();
        }
    }

    @Override
    public void close() throws IOException {
        server.stop();
        await("the server to stop", () -> !thread.isAlive());
        server.close();
        engine.close();
        Files.delete(directory);
        RuntimeException failed = failure;
        if (failed != null && !failureIsExpected) {
            throw new AssertionError("the server has failed", failed);
        }
    }
}
