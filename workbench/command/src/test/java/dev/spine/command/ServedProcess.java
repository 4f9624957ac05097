package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** {@code spine serve-iop} in a process of its own, and other programs that are run beside it. */
final class ServedProcess implements AutoCloseable {
    private static final long LIMIT_SECONDS = 60;

    final Path socket;
    private final Path log;
    private final Process process;

    ServedProcess(Path directory, Object... arguments) throws IOException, InterruptedException {
        socket = directory.resolve("iop.sock");
        log = directory.resolve("server.log");
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")), SpineCommand.class.getName(),
            "serve-iop", "--socket", socket.toString()));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        // The socket is there a moment before it takes connections.
        while (!log().contains(" is served at ")) {
            assertTrue(process.isAlive() && System.nanoTime() < end, this::log);
            process.waitFor(10, TimeUnit.MILLISECONDS);
        }
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Ends it as an init system does; its exit code. */
    int terminate() throws InterruptedException {
        process.destroy();
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), this::log);
        return process.exitValue();
    }

    /** Skips the test by name when a program is not installed. */
    static String program(String... names) {
        for (String name : names) {
            for (String directory : System.getenv("PATH").split(File.pathSeparator)) {
                if (Files.isExecutable(Path.of(directory, name))) {
                    return name;
                }
            }
        }
        Assumptions.abort("not installed: " + String.join(" or ", names));
        return "";
    }

    /** Runs a program to its end; what it wrote, after its exit code in a line of its own. */
    static String run(Path directory, Object... command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(directory, "run", ".log");
        Process started = new ProcessBuilder(Stream.of(command).map(Object::toString).toList()).directory(directory.toFile())
            .redirectErrorStream(true).redirectOutput(out.toFile()).start();
        if (!started.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            started.destroyForcibly().waitFor();
        }
        return started.exitValue() + "\n" + Files.readString(out);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
