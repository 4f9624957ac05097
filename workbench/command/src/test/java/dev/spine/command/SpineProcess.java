package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A {@code spine} command in a process of its own, which is ended as a user ends it. */
final class SpineProcess implements AutoCloseable {
    private static final long LIMIT_SECONDS = 60;
    private static final String END = "\0";

    private final Process process;
    private final BlockingQueue<String> coming = new LinkedBlockingQueue<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread reader;
    private final Thread hook = new Thread(this::kill, "spine process");

    SpineProcess(Object... arguments) throws IOException {
        this(SpineCommand.class, List.of(), arguments);
    }

    /** Another main class, or the command with options of the Java machine. */
    SpineProcess(Class<?> main, List<String> options, Object... arguments) throws IOException {
        // Children of a shell's background job have Ctrl-C ignored, those of nohup a hang-up; a user's terminal has neither.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,HUP",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true", "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        command.addAll(options);
        command.add(main.getName());
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Runtime.getRuntime().addShutdownHook(hook);
        reader = Thread.ofVirtual().start(this::read);
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
                coming.add(line);
            }
        } catch (IOException e) {
            lines.add(e.toString());
        }
        coming.add(END);
    }

    /** Waits for a line that has this in it, and returns that line. */
    String awaitLine(String part) {
        try {
            for (String line = next(); !END.equals(line); line = next()) {
                if (line.contains(part)) {
                    return line;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new AssertionError("no line with '" + part + "': " + lines);
    }

    private String next() throws InterruptedException {
        String line = coming.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        return line == null ? END : line;
    }

    long pid() {
        return process.pid();
    }

    /** What Ctrl-C does: SIGINT. The exit code. */
    int interrupt() throws IOException, InterruptedException {
        signal("INT");
        return awaitEnd();
    }

    /** Sends a signal; does nothing when it has ended. */
    void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        assertTrue(kill.waitFor() == 0 || !process.isAlive());
    }

    /** Whether it ends within a time. */
    boolean awaitEnd(long ms) throws InterruptedException {
        return process.waitFor(ms, TimeUnit.MILLISECONDS);
    }

    /** The exit code of one that has ended. */
    int exitCode() {
        return process.exitValue();
    }

    /** What an init system does: SIGTERM. The exit code. */
    int terminate() throws InterruptedException {
        process.destroy();
        return awaitEnd();
    }

    private int awaitEnd() throws InterruptedException {
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), () -> "it does not end: " + lines);
        reader.join();
        return process.exitValue();
    }

    /** All that one has written which has ended. */
    List<String> allLines() throws InterruptedException {
        reader.join();
        return lines;
    }

    /** All that it has written so far. */
    List<String> lines() {
        return lines;
    }

    /** Returns when it is gone, and with it its interfaces. */
    private void kill() {
        process.destroyForcibly();
        boolean interrupted = Thread.interrupted();
        try {
            process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending; the hook finds nothing left to kill.
            coming.add(END);
        }
    }
}
