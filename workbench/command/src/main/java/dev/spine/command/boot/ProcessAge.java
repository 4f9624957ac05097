package dev.spine.command.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * How long this process has run, launcher included: it becomes the JVM without changing its process.
 *
 * <p>The operating system's start time of a process counts from a boot time that Linux keeps in whole seconds. Its age does not need that:
 * both the start and the present are read in ticks since the boot.
 */
final class ProcessAge {
    /** The unit of times in {@code /proc}: hundredths of a second on every Linux that a JDK runs on. */
    private static final long TICK_MS = 10;
    /** Position of the start among the fields behind the command's name in {@code /proc/self/stat}. */
    private static final int START_FIELD = 19;

    private ProcessAge() {}

    /** {@return the age, exact to two ticks; elsewhere than on Linux as exact as the operating system's start time} */
    static Duration now() {
        try {
            String status = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = status.substring(status.lastIndexOf(')') + 2).split(" ", -1);
            String uptime = Files.readString(Path.of("/proc/uptime"));
            double upMs = Double.parseDouble(uptime.substring(0, uptime.indexOf(' '))) * 1000;
            long ageMs = (long) upMs - Long.parseLong(fields[START_FIELD]) * TICK_MS;
            // A container may show an uptime of its own.
            return ageMs >= 0 ? Duration.ofMillis(ageMs) : sinceStartTime();
        } catch (IOException | RuntimeException e) {
            return sinceStartTime();
        }
    }

    private static Duration sinceStartTime() {
        Instant now = Instant.now();
        return Duration.between(ProcessHandle.current().info().startInstant().orElse(now), now);
    }
}
