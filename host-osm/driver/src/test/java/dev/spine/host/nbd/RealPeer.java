package dev.spine.host.nbd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs of others, run as children of the test; a test is skipped by name when one is missing. */
final class RealPeer {
    private static final long LIMIT_SECONDS = 120;

    /**
     * How a program ended.
     *
     * @param code its exit code
     * @param output both of its outputs
     */
    record Result(int code, String output) {
        Result succeeded() {
            assertEquals(0, code, output);
            return this;
        }
    }

    private RealPeer() {
    }

    /** Skips the test unless all the programs are installed. */
    static void need(String... programs) {
        for (String program : programs) {
            boolean found = List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin").stream()
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
            assumeTrue(found, "'" + program + "' is not installed");
        }
    }

    static Result run(Path directory, String... command) throws IOException {
        Path output = Files.createTempFile(directory, "peer", ".out");
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
