package dev.spine.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Programs of others, run as children of a test. Any thread. */
public final class Program {
    private static final long LIMIT_SECONDS = 120;
    private static final List<String> PLACES = List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin");

    /**
     * How a program ended.
     *
     * @param code its exit code
     * @param output both of its outputs
     */
    public record Result(int code, String output) {
        /**
         * {@return itself, if the program succeeded}
         *
         * @throws AssertionError it failed; the message is its output
         */
        public Result succeeded() {
            assertEquals(0, code, output);
            return this;
        }

        /**
         * {@return whether ping(8) had an answer to each of its first packets} Give it {@code -w}, a limit for all of them: with {@code -W}
         * it waits for the last answer only two round trips, and counts it as lost.
         *
         * @param packets how many were to be answered, its {@code -c}
         */
        public boolean answersAll(int packets) {
            return IntStream.rangeClosed(1, packets).allMatch(number -> output.contains(" icmp_seq=" + number + " ttl="));
        }
    }

    private Program() {
    }

    /**
     * Skips the test, by name, unless programs are installed.
     *
     * @param names of all that it needs
     */
    public static void need(String... names) {
        for (String name : names) {
            boolean found = PLACES.stream().anyMatch(place -> Files.isExecutable(Path.of(place, name)));
            assumeTrue(found, "'" + name + "' is not installed");
        }
    }

    /**
     * Runs a program to its end.
     *
     * @param directory where it runs; its output is kept there
     * @param command its name and arguments
     * @return how it ended
     * @throws IOException it cannot be started, or has not ended after two minutes: it is killed
     */
    public static Result run(Path directory, String... command) throws IOException {
        Path output = Files.createTempFile(directory, "program", ".out");
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true)
            .redirectOutput(output.toFile());
        builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
        Process process = builder.start();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(String.join(" ", command) + " does not end: " + Files.readString(output));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
        return new Result(process.exitValue(), Files.readString(output));
    }
}
