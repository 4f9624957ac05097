package dev.spine.device.tunnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.net.HostAndPort;
import dev.spine.command.SpineCommand;
import dev.spine.command.ardma.ServerLink;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.ArdmaException;
import dev.spine.extension.ardma.host.Demonstrations;
import dev.spine.extension.ardma.host.Form;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.StreamReader;
import dev.spine.system.kind.LanKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example of Active RDMA's manual: a server that a system file describes, and clients in processes of their own. */
@Tag("AR-20")
@Tag("full")
@Timeout(180)
class ServedProcessesTest {
    private static final Path EXAMPLES = Path.of(System.getProperty("spine.root", "../..")).toAbsolutePath()
        .resolve("docs/examples/active-rdma");
    private static final long LIMIT_SECONDS = 60;

    private record Ended(int code, String text) {}

    @TempDir
    private Path directory;
    private final List<Process> processes = new ArrayList<>();
    private int port;
    private Path system;

    @BeforeEach
    void describe() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            port = free.getLocalPort();
        }
        system = Files.writeString(directory.resolve("server.toml"),
            Files.readString(EXAMPLES.resolve("server.toml")).replace(":7000", ":" + port));
        assertEquals(0, end(start("ardma", "assemble", EXAMPLES.resolve("count.asm"), "-o", "count.routine")).code);
    }

    @AfterEach
    void killAll() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    private Process start(Object... arguments) throws IOException {
        return start(SpineCommand.class, arguments);
    }

    private Process start(Class<?> main, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")), main.getName()));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        Process process = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true)
            .redirectOutput(directory.resolve("out" + processes.size()).toFile()).start();
        processes.add(process);
        return process;
    }

    private String text(Process process) throws IOException {
        return Files.readString(directory.resolve("out" + processes.indexOf(process)));
    }

    private Ended end(Process process) throws IOException {
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it does not end");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return new Ended(process.exitValue(), text(process));
    }

    private Process serve() throws IOException, InterruptedException {
        Process server = start("run", system, "--socket", directory.resolve("s" + processes.size() + ".sock"));
        while (!text(server).contains("running; ")) {
            assertTrue(server.isAlive(), text(server));
            server.waitFor(10, TimeUnit.MILLISECONDS);
        }
        return server;
    }

    private Process count(int ones) throws IOException {
        return start("ardma", "call", "127.0.0.1:" + port, "count.routine", ones, "--area", "counters");
    }

    private ServerLink open() {
        return ServerLink.open(HostAndPort.fromParts("127.0.0.1", port), "", LanKind.STANDARD_ADDRESS, 1);
    }

    /** A call that adds a million ones, and the status by which it fails. */
    private static FutureTask<Integer> cutOff(ServerLink link, byte[] routine, List<RemoteArea> areas) {
        return new FutureTask<>(() -> assertThrows(ArdmaException.class,
            () -> link.server().callOnce(routine, StreamReader.NOTHING, areas, 1_000_000)).status());
    }

    private static long value(Ended call) {
        assertEquals(0, call.code, call.text);
        return Long.parseLong(call.text.substring(0, call.text.indexOf(' ')));
    }

    @Test
    void twoClientsInProcessesOfTheirOwnCountTogether() throws IOException, InterruptedException {
        serve();
        Process first = count(1_000);
        Process second = count(1_000);
        long last = Math.max(value(end(first)), value(end(second)));
        assertEquals(1_999, last, "each one was added once");
        assertEquals(2_000, value(end(count(1))));
    }

    @Test
    void afterAServerWasKilledAnotherBeginsAnew() throws Exception {
        Process server = serve();
        assertEquals(9, value(end(count(10))));
        byte[] routine = Files.readAllBytes(directory.resolve("count.routine"));
        try (ServerLink first = open(); ServerLink second = open()) {
            List<RemoteArea> areas = List.of(first.server().lookup("counters"));
            List<RemoteArea> seconds = List.of(second.server().lookup("counters"));
            List<FutureTask<Integer>> calls = List.of(cutOff(first, routine, areas), cutOff(second, routine, seconds));
            calls.forEach(Thread::startVirtualThread);
            while (ByteBuffer.wrap(first.server().read(areas.getFirst(), 0, Long.BYTES)).getLong() <= 10) {
                Thread.onSpinWait();
            }
            server.destroyForcibly().waitFor();
            for (FutureTask<Integer> call : calls) {
                assertEquals(ArdmaProtocol.NO_ANSWER, call.get());
            }
        }
        serve();
        assertEquals(0, value(end(count(1))), "nothing of the killed server's calls ran again");
    }

    @Test
    void threeProcessesRunAllDemonstrationsAndMeetAtABarrier() throws IOException, InterruptedException {
        String areas = "counters 4096 writable";
        for (int client = 0; client < 2; client++) {
            areas += ", first%d %d writable, second%d %d writable".formatted(client, Demonstrations.BYTES, client, Demonstrations.BYTES);
        }
        areas += ", barrier " + Demonstrations.BARRIER_BYTES + " writable";
        Files.writeString(system, Files.readString(system).replace("counters 4096 writable", areas));
        serve();
        Process first = start(DemonstratingClient.class, port, Form.ACTIVE, 0);
        Process second = start(DemonstratingClient.class, port, Form.DIRECT, 1);
        List<String> expected = new ArrayList<>(Demonstrations.expected(Demonstrations.ALL));
        expected.add("0 missing at the barrier");
        for (Process client : List.of(first, second)) {
            Ended ended = end(client);
            assertEquals(0, ended.code, ended.text);
            assertEquals(expected, ended.text.lines().toList());
        }
    }

    @Test
    void whoFindsNoServerIsTold() throws IOException {
        Ended none = end(count(1));
        assertEquals(2, none.code, none.text);
        assertEquals(1, none.text.lines().count(), none.text);
        assertTrue(none.text.contains("nobody listens there"), none.text);
    }
}
