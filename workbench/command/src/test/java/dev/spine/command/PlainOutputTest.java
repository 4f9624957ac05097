package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlRequest;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.iop.PlainText;
import dev.spine.system.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sample.Loud;
import sample.Tally;

/** Whatever an extension is called and says, a terminal shows it and obeys none of it. */
@Timeout(120)
class PlainOutputTest {
    @TempDir
    private Path directory;

    private static void assertPlain(String text) {
        text.lines().forEach(line -> assertTrue(PlainText.isPlain(line), line));
    }

    @Test
    void whatAnExtensionSaysIsShownWithoutWhatTerminalsObey() throws Exception {
        try (RunningSystem system = new RunningSystem(directory); ControlClient client = system.client()) {
            byte[] image = PackagedExtension.image("loud", Loud.class);
            for (int handler : List.of(1, 2, 3)) {
                int number = (int) client.ask(new ControlRequest.Load(null, new Image(image), Map.of(),
                    ControlRequest.Lifetime.UNTIL_UNLOADED)).number("extension", 1, 255);
                client.ask(new ControlRequest.Send(null, number, handler, List.of()));
                String report = awaitReport(system, number, handler == 3 ? "printable" : "seen");
                assertPlain(report);
                assertPlain(system.command("ext", "inspect", number, "--json", "-").out());
            }
            for (List<Object> command : List.<List<Object>>of(List.of("status"), List.of("status", "--json", "-"), List.of("top", "--once"),
                    List.of("ext", "list"), List.of("ext", "list", "--json", "-"))) {
                assertPlain(system.command(command.toArray()).out());
            }
            assertPlain(system.stop());
        }
    }

    private static String awaitReport(RunningSystem system, int number, String part) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        String report = "";
        while (!report.contains(part)) {
            assertTrue(System.nanoTime() < endNs, report);
            report = system.command("ext", "inspect", number).succeeded().out();
        }
        return report;
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u001B[2Jcleared", "turned\u202E", "hidden\u200B",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"})
    void extensionWithAnotherNameIsRefusedInOneLine(String name) throws IOException {
        Path jar = Files.write(directory.resolve("named.jar"), PackagedExtension.image(name, Tally.class));
        CommandRun verify = CommandRun.of("ext", "verify", jar);
        assertEquals(1, verify.code(), verify::toString);
        assertTrue(verify.out().contains("1 to 64 printable characters"), verify.out());
        assertPlain(verify.out());
        assertPlain(CommandRun.of("ext", "verify", jar, "--json", "-").out());
        try (RunningSystem system = new RunningSystem(directory)) {
            CommandRun load = system.command("ext", "load", jar);
            assertTrue(load.code() != 0 && load.err().contains("1 to 64 printable characters"), load::toString);
            assertPlain(load.err());
            CommandRun notified = system.command("ext", "load", RunningSystem.tallyJar(directory), "-p", "note=" + name + "\u001B[2J");
            assertTrue(notified.code() != 0, notified::toString);
            assertPlain(notified.err() + notified.out());
        }
    }
}
