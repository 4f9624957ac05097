package dev.spine.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A {@code spine} command in a process of its own, which is ended as a user ends it. */
final class SpineProcess implements AutoCloseable {
    private static final long LIMIT_SECONDS = 60;

    private final Process process;
    private final BufferedReader output;
    private final List<String> lines = new ArrayList<>();

    SpineProcess(Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true", "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")), SpineCommand.class.getName()));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Reads its output up to a line that has this in it, and returns that line. */
    String awaitLine(String part) throws IOException {
        String line = read();
        while (line != null && !line.contains(part)) {
            line = read();
        }
        assertTrue(line != null, () -> "no line with '" + part + "': " + lines);
        return String.valueOf(line);
    }

    private @Nullable String read() throws IOException {
        String line = output.readLine();
        if (line != null) {
            lines.add(line);
        }
        return line;
    }

    long pid() {
        return process.pid();
    }

    /** What Ctrl-C does: SIGINT. The exit code. */
    int interrupt() throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).inheritIO().start();
        assertEquals(0, kill.waitFor());
        return awaitEnd();
    }

    /** What an init system does: SIGTERM. The exit code. */
    int terminate() throws IOException, InterruptedException {
        process.destroy();
        return awaitEnd();
    }

    private int awaitEnd() throws IOException, InterruptedException {
        while (read() != null) {
            // To its last word.
            assertTrue(lines.size() < 1000, lines::toString);
        }
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), () -> "it does not end: " + lines);
        return process.exitValue();
    }

    /** All that it has written. */
    List<String> lines() {
        return lines;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
