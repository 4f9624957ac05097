package dev.spine.device.tunnel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.net.HostAndPort;
import dev.spine.command.ardma.ServerLink;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.arf.ArfCheck;
import dev.spine.extension.ardma.host.arf.ArfNode;
import dev.spine.extension.ardma.host.arf.ArfPlacement;
import dev.spine.extension.ardma.host.arf.ArfSizes;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import dev.spine.extension.ardma.host.arf.FileArea;
import dev.spine.extension.ardma.host.arf.LocalPlacement;
import dev.spine.extension.ardma.host.arf.RemotePlacement;
import dev.spine.host.driver.HostException;
import dev.spine.system.kind.LanKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that serves a file system is killed in the middle of what two clients of different forms do there, again and again: it is
 * whole then, and has all that was done. {@code -Dspine.arf.kills} says how often, {@code -Dspine.seed} what they do and, as far as that
 * can be said, when.
 */
@Tag("full")
@Tag("AR-14")
@Timeout(7_200)
class KilledServerTest {
    /** What a client is told whose question has no answer. */
    private static final String UNANSWERED = "no answer came";
    private static final int KILLS = Integer.getInteger("spine.arf.kills", 1);
    private static final int BYTES = 4 << 20;
    private static final int MAX_STEPS = 60;
    private static final int MAX_MICROS = 5_000;
    private static final int KEPT = 12;
    private static final Duration LEASE = Duration.ofSeconds(60);

    private final long seed = Long.getLong("spine.seed", new SplittableRandom().nextLong());

    @TempDir
    private Path directory;
    private final List<Process> processes = new ArrayList<>();
    private int done;

    /** What a client has done, and was about to do when the server was killed. */
    private static final class Doings {
        private final String name;
        private final SplittableRandom random;
        private final Map<String, byte[]> files = new TreeMap<>();
        private String begun = "";
        private int count;
        private volatile String end = "";
        /** How many operations have ended. */
        private final AtomicInteger steps = new AtomicInteger();

        Doings(String name, SplittableRandom random) {
            this.name = name;
            this.random = random;
        }

        void work(ArfPlacement placement) throws IOException {
            ArfVolume volume = ArfVolume.share(placement, LEASE);
            while (true) {
                String path = name + "-" + count;
                byte[] bytes = new byte[random.nextInt(1, 30_000)];
                random.nextBytes(bytes);
                begun = path;
                ArfNode node = volume.create(path, 0, true);
                steps.incrementAndGet();
                volume.write(node, 0, new byte[bytes.length]);
                steps.incrementAndGet();
                volume.write(node, 0, bytes);
                steps.incrementAndGet();
                volume.sync();
                steps.incrementAndGet();
                files.put(path, bytes);
                if (random.nextInt(3) == 0) {
                    begun = path + "-renamed";
                    volume.rename(path, begun, false);
                    files.put(begun, files.remove(path));
                }
                begun = "";
                if (files.size() > KEPT) {
                    begun = files.keySet().iterator().next();
                    volume.remove(begun);
                    files.remove(begun);
                    begun = "";
                }
                count++;
            }
        }

        /** What is there is what was done, and of what was begun something or nothing. */
        void compare(ArfVolume volume, Map<String, ArfNode> there, String what) throws IOException {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                ArfNode node = there.remove(file.getKey());
                if (node == null && begun.equals(file.getKey() + "-renamed")) {
                    node = there.remove(begun);
                }
                if (node == null) {
                    assertEquals(begun, file.getKey(), what + " is gone");
                } else {
                    assertArrayEquals(file.getValue(), volume.read(node, 0, file.getValue().length + 1), what + ", " + file.getKey());
                }
            }
            there.remove(begun);
        }
    }

    @AfterEach
    void killAll() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    private Process serve(int port, Path file) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Process server = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC", "-Xshare:auto", "--enable-native-access=ALL-UNNAMED", "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")), ArfServer.class.getName(),
            Integer.toString(port), file.toString()).redirectErrorStream(true).redirectOutput(out.toFile()).start();
        processes.add(server);
        while (!Files.readString(out).contains(ArfServer.READY)) {
            assertTrue(server.isAlive(), Files.readString(out));
            server.waitFor(5, TimeUnit.MILLISECONDS);
        }
        return server;
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return free.getLocalPort();
        }
    }

    private static ServerLink link(int port) {
        return ServerLink.open(HostAndPort.fromParts("127.0.0.1", port), "", LanKind.STANDARD_ADDRESS, 1);
    }

    private static ArfPlacement place(RemoteServer server, int form) {
        RemoteArea area = server.lookup(ArfServer.AREA);
        return switch (form) {
            case 0 -> RemotePlacement.active(server, area);
            case 1 -> RemotePlacement.procedure(server, area);
            default -> RemotePlacement.direct(server, area);
        };
    }

    private static FutureTask<Void> start(Doings doings, ServerLink link, int form) {
        FutureTask<Void> work = new FutureTask<>(() -> {
            try {
                doings.work(place(link.server(), form));
            } catch (IOException | HostException e) {
                // The server was killed, or should have been first.
                doings.end = e + " " + e.getCause();
            }
            return null;
        });
        Thread.ofVirtual().start(work);
        return work;
    }

    private void check(Path file, List<Doings> clients, String what) throws IOException {
        try (FileArea area = FileArea.open(file)) {
            try (ArfVolume volume = ArfVolume.open(new LocalPlacement(area), InstantSource.system())) {
                assertEquals(List.of(), ArfCheck.of(area), what);
                Map<String, ArfNode> there = new TreeMap<>();
                volume.list("").forEach(entry -> there.put(entry.name(), entry.node()));
                for (Doings client : clients) {
                    client.compare(volume, there, what);
                    client.begun = "";
                    client.end = "";
                    client.files.clear();
                    done += client.count;
                    client.count = 0;
                    client.steps.set(0);
                }
                assertEquals(Map.of(), there, what + ": what was removed is there");
                for (var entry : volume.list("")) {
                    volume.remove(entry.name());
                }
            }
            assertEquals(List.of(), ArfCheck.of(area), what);
        }
    }

    @Test
    void whatWasDoneOutlivesTheProcess() throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Path file = directory.resolve("files.arf");
        try (FileArea area = FileArea.make(file, BYTES)) {
            ArfSizes.of(BYTES).make(area, 0);
        }
        List<Doings> clients = List.of(new Doings("one", random.split()), new Doings("other", random.split()));
        for (int kill = 0; kill < KILLS; kill++) {
            int port = freePort();
            Process server = serve(port, file);
            int form = random.nextInt(3);
            try (ServerLink one = link(port); ServerLink other = link(port)) {
                FutureTask<Void> first = start(clients.getFirst(), one, form);
                FutureTask<Void> second = start(clients.getLast(), other, (form + 1 + random.nextInt(2)) % 3);
                int last = random.nextInt(MAX_STEPS);
                while (clients.stream().mapToInt(client -> client.steps.get()).sum() < last && !(first.isDone() && second.isDone())) {
                    server.waitFor(1, TimeUnit.MILLISECONDS);
                }
                server.waitFor(random.nextInt(MAX_MICROS), TimeUnit.MICROSECONDS);
                assertTrue(server.isAlive(), () -> "-Dspine.seed=" + seed + ": the server has ended by itself");
                // On a machine with too much to do an operation can end without an answer; nothing else may end a client.
                assertTrue(clients.stream().allMatch(client -> client.end.isEmpty() || client.end.contains(UNANSWERED)),
                    () -> "-Dspine.seed=" + seed + ": a client has ended by itself: " + clients.getFirst().end + " "
                        + clients.getLast().end);
                server.destroyForcibly().waitFor();
                first.get();
                second.get();
            }
            check(file, clients, "-Dspine.seed=" + seed + ", kill " + kill);
        }
        System.out.println(KILLS + " kills, " + done + " files that were made before");
    }
}
