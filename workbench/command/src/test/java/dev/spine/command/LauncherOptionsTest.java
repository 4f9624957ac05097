package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The options with which the launcher starts the Java machine, which are in one place for all ways to start. */
class LauncherOptionsTest {
    private static final long MAX_MORE_MIB = 192;
    private static final long LOOK_MS = 100;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final Path LAUNCH = Path.of(System.getProperty("spine.root", "../.."), "workbench", "launch.sh");

    private static List<String> options(Path directory) throws IOException {
        Program.need("sh");
        // What sources the file has the options in variables.
        return List.of(Program.run(directory, "sh", "-c",
            "tree=. && . " + LAUNCH.toAbsolutePath() + " && echo $collector $java_options").succeeded()
            .output().strip().split(" "));
    }

    @Test
    void fuelDoesNotDependOnTheCompiler(@TempDir Path directory) throws IOException {
        assertTrue(options(directory).contains("-XX:-OmitStackTraceInFastThrow"));
    }

    @Test
    void imageHasNoOptionsOfItsOwn() throws IOException {
        String image = Files.readString(LAUNCH.resolveSibling("image"));
        assertTrue(image.contains("$java_options") && !image.contains("-XX:"), image);
    }

    @Test
    @Tag("full")
    @Timeout(120)
    void memoryOfAProcessThatWasLargeGoesBackToTheSystem(@TempDir Path directory) throws Exception {
        try (SpineProcess process = new SpineProcess(Class.forName("dev.spine.command.run.LargeOnce"), options(directory))) {
            process.awaitLine("small");
            long before = residentMib(process);
            process.awaitLine("large");
            long large = residentMib(process);
            long beganNs = System.nanoTime();
            while (residentMib(process) > before + MAX_MORE_MIB && !process.awaitEnd(LOOK_MS)) {
                assertTrue(System.nanoTime() - beganNs < LIMIT_NS, () -> before + " MiB, then " + large + ": " + process.lines());
            }
            System.out.println("resident MiB: at first " + before + ", large " + large + ", after "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs) + " ms " + residentMib(process));
            assertTrue(large > 1_000, () -> large + " MiB");
        }
    }

    private static long residentMib(SpineProcess process) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
            .filter(line -> line.startsWith("VmRSS:")).mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10).findFirst()
            .orElseThrow();
    }
}
