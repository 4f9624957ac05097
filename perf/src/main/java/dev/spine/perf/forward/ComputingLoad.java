package dev.spine.perf.forward;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A program of its own that computes on the host's processor whenever nobody else wants it, and counts what it gets done: see
 * {@link LoadProgram}. A process, not a thread: a thread that seldom runs would hold up every other one of this virtual machine whenever
 * that has to stop all of them.
 *
 * <p>Used by one thread.
 */
final class ComputingLoad implements AutoCloseable {
    private static final long POLL_NS = 1_000_000;
    private static final long LONGEST_START_NS = 60_000_000_000L;

    private final Path file;
    private final LoadCounters counters;
    private final Process process;

    /**
     * Starts computing, and returns when it has begun.
     *
     * @param processor where
     * @param seed of the network whose routes are computed
     */
    ComputingLoad(int processor, long seed) {
        try {
            file = Files.createTempFile("spine-load", ".counters");
            counters = LoadCounters.open(file);
            process = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC",
                "-Xmx32m", "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), LoadProgram.class.getName(),
                file.toString(), Integer.toString(processor), Long.toString(seed))).redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        } catch (IOException e) {
            throw new UncheckedIOException("the load beside the paths cannot be started", e);
        }
        long begun = System.nanoTime();
        while (!counters.hasBegun()) {
            if (!process.isAlive() || System.nanoTime() - begun > LONGEST_START_NS) {
                close();
                throw new IllegalStateException("the load beside the paths has ended, or does not begin");
            }
            LockSupport.parkNanos(POLL_NS);
        }
    }

    /** {@return whether the operating system has put the load where it belongs} */
    boolean isPlaced() {
        return counters.isPlaced();
    }

    /** {@return computations that are done} */
    long units() {
        return counters.units();
    }

    /** {@return computations whose result was not right} */
    long wrong() {
        return counters.wrong();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
            Files.deleteIfExists(file);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // A file of some bytes that is left among those that are temporary harms nobody.
            file.toFile().deleteOnExit();
        }
    }
}
