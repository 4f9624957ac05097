package dev.spine.perf.benchmarks.livelock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lazy receive processing with real senders in a namespace: a flood of one socket, and questions to another one meanwhile. */
@Tag("full")
@Timeout(180)
@Tag("SS-54")
class LrpWithClientsTest {
    private static final Path DOCUMENT = Path.of(System.getProperty("spine.root", "../.."), "docs", "services.md");
    private static final String SERVER = "10.81.0.2";
    private static final int FLOODED = 7_000;
    private static final int QUIET = 7_001;
    private static final int FLOOD = 200_000;
    private static final int QUESTIONS = 40;
    private static final long BUSY_NS = 1_000_000;
    private static final int PAYLOAD = 64;
    private static final int FRAME = 42 + PAYLOAD;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    private Path directory = Path.of("");
    private Namespaces spaces;
    private String client;
    private String host;
    private EchoHost echo;

    @BeforeEach
    void join() throws IOException {
        Program.need("bash", "socat", "ping", "dd", "timeout");
        spaces = new Namespaces(directory);
        client = spaces.make("client");
        host = spaces.make("host");
        echo = EchoHost.open(new EchoHost.Place("wa", client), new EchoHost.Place("spine0", host), FLOODED, BUSY_NS);
        spaces.ip(client, "addr add 10.81.0.1/24 dev wa");
        spaces.ip(host, "addr add " + SERVER + "/24 dev spine0");
        // Linux answers for what is no socket's: the address is found, and a ping comes back.
        spaces.run(client, "ping", "-c", "1", "-w", "20", SERVER).succeeded();
    }

    @AfterEach
    void end() {
        if (echo != null) {
            echo.close();
        }
        if (spaces != null) {
            spaces.close();
        }
    }

    private long counter(String name) {
        return echo.counters().getOrDefault(name, 0L);
    }

    /** {@return whether a question to the quiet socket was answered within a second} */
    private boolean ask(String text) throws IOException {
        return spaces.run(client, "bash", "-c", "exec 3<>/dev/udp/" + SERVER + "/" + QUIET + "; printf '%s' " + text
            + " >&3; timeout 1 head -c " + text.length() + " <&3").output().strip().equals(text);
    }

    /** Runs the example's commands, the names of its namespaces replaced by those of this test. */
    @Test
    void theExampleOfTheDocumentGoesAsItIsWritten() throws IOException {
        echo.close();
        echo = null;
        String text = Files.readString(DOCUMENT);
        String example = text.substring(text.indexOf("```sh\n") + 6, text.indexOf("```\n", text.indexOf("```sh\n") + 6));
        Process server = null;
        String said = "";
        for (String line : example.lines().map(line -> line.replaceFirst(" *#.*", "")).filter(line -> !line.isBlank()).toList()) {
            String here = line.replaceAll("\\bclient\\b", client).replaceAll("\\bhost\\b", host);
            if (here.startsWith("perf/bench ")) {
                String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
                String command = java + " --enable-native-access=ALL-UNNAMED -cp " + System.getProperty("java.class.path")
                    + " dev.spine.perf.benchmarks." + here.substring("perf/bench ".length()).replaceFirst(" *&$", "");
                server = new ProcessBuilder(command.split(" ")).redirectError(ProcessBuilder.Redirect.INHERIT).start();
                assertTrue(server.inputReader().readLine().startsWith("answering at"));
            } else if (!here.startsWith("ip netns add ")) {
                said = Program.run(directory, "bash", "-c", here).succeeded().output();
            }
        }
        assertEquals("hello", said.strip());
        assertNotNull(server);
        // Not by the process itself, which would close its output.
        server.toHandle().destroy();
        String end = server.inputReader().lines().collect(Collectors.joining("\n"));
        assertTrue(end.matches("(?s).*port 7001: the host got ([1-5]), answered \\1\\b.*"), end);
    }

    @Test
    void whileOneSocketIsFloodedTheOtherAnswersAndTheHostSeesNothingOfWhatIsDropped() throws IOException {
        assertTrue(ask("before"));
        // Who asks for a counter moves bytes to the host, too; on a busy machine more than the packets do.
        long messagesBefore = echo.messagesToHost();
        long bytesBefore = echo.hostMemoryBytes();
        counter("packets given to the host");
        long messagesOfAQuestion = echo.messagesToHost() - messagesBefore;
        long bytesOfAQuestion = echo.hostMemoryBytes() - bytesBefore;
        Process flood = spaces.start(client, "bash", "-c",
            "for i in 1 2 3 4; do dd if=/dev/zero bs=" + PAYLOAD + " count=" + FLOOD / 4 + " status=none > /dev/udp/" + SERVER + "/"
                + FLOODED + "; done");
        long begin = System.nanoTime();
        while (counter("packets dropped: queue full") == 0) {
            assertTrue(System.nanoTime() - begin < LIMIT_NS, () -> "no flood comes: " + echo.counters());
        }
        long given = counter("packets given to the host");
        long messages = echo.messagesToHost();
        long bytes = echo.hostMemoryBytes();
        // A question that finds the wire full is asked again, as by any client of UDP.
        int answered = 0;
        int asked = 0;
        while (answered < QUESTIONS || flood.isAlive()) {
            assertTrue(asked < 3 * answered + QUESTIONS, () -> "questions are not answered: " + echo.counters());
            answered += ask("question-" + asked++) ? 1 : 0;
        }

        long dropped = counter("packets dropped: queue full");
        assertTrue(dropped > FLOOD / 10, () -> "the card has dropped little: " + echo.counters());
        assertTrue(echo.answered(1) >= QUESTIONS);
        // What the host has got and moved is for packets that were given to it, however many came.
        long more = counter("packets given to the host") - given;
        assertTrue(more < dropped / 4, () -> "the application is slow, so little is given: " + echo.counters());
        // Two counters were asked for since.
        long perPacket = (echo.hostMemoryBytes() - bytes - 2 * bytesOfAQuestion) / more;
        long messagesPerPacket = (echo.messagesToHost() - messages - 2 * messagesOfAQuestion) / more;
        System.out.printf("flood of %,d: %,d dropped on the card, %,d given to the host; of the host's memory %d bytes and to the host %d"
            + " messages each; %d of %d questions answered%n", FLOOD, dropped, more, perPacket, messagesPerPacket, answered, asked);
        assertTrue(perPacket <= 2 * FRAME + 400, () -> perPacket + " bytes of the host's memory for each packet that it was given");
        assertTrue(messagesPerPacket <= 6, () -> messagesPerPacket + " messages for each packet that the host was given");
        // Linux has seen nothing of it: neither packets, nor a closed port that it would tell the sender of.
        String errors = spaces.run(host, "cat", "/proc/net/snmp").output();
        String[] udp = errors.lines().filter(line -> line.startsWith("Udp:")).skip(1).findFirst().orElseThrow().split(" ");
        assertEquals("0", udp[2], "datagrams to ports of Linux at which nobody listens");
    }
}
