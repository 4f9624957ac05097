package dev.spine.clients;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A shell that may mount: what it mounts is seen by its own programs alone, and is gone when they have ended. It has the command
 * {@code spine} of this build. Any thread.
 */
public final class MountShell {
    private static final long LIMIT_SECONDS = 120;

    private MountShell() {}

    private static List<String> unshare() {
        List<String> words = new ArrayList<>(List.of("unshare", "--mount", "--propagation", "private"));
        if (!"root".equals(System.getProperty("user.name"))) {
            words.addAll(List.of("--user", "--map-root-user"));
        }
        return words;
    }

    /**
     * Starts a script; skips the test, by name, where nothing can be mounted by FUSE.
     *
     * @param directory where it runs
     * @param main class of the command
     * @param script of a POSIX shell, which ends at the first command that fails
     * @return its process, with both outputs in one
     * @throws IOException a program cannot be started
     */
    public static Process start(Path directory, String main, String script) throws IOException {
        Program.need("unshare");
        Path device = Path.of("/dev/fuse");
        assumeTrue(Files.isReadable(device) && Files.isWritable(device), "there is no /dev/fuse, or no right to use it");
        List<String> probe = unshare();
        probe.add("true");
        assumeTrue(Program.run(directory, probe.toArray(String[]::new)).code() == 0, "no right to make mount namespaces");
        Path programs = Files.createDirectories(directory.resolve("bin"));
        Path spine = Files.writeString(programs.resolve("spine"), "#!/bin/sh\nexec '" + Path.of(System.getProperty("java.home"), "bin/java")
            + "' --enable-native-access=ALL-UNNAMED -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.awt.headless=true -cp '"
            + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")) + "' " + main + " \"$@\"\n");
        assumeTrue(spine.toFile().setExecutable(true), "no programs can be made here");
        List<String> words = unshare();
        words.addAll(List.of("sh", "-ec", script));
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().merge("PATH", programs + ":/usr/sbin:/sbin", (path, more) -> more + ":" + path);
        return builder.start();
    }

    /**
     * Runs a script to its end, as {@link #start}.
     *
     * @param directory where it runs
     * @param main class of the command
     * @param script of a POSIX shell
     * @return how it ended
     * @throws IOException a program cannot be started, or it does not end
     */
    public static Program.Result run(Path directory, String main, String script) throws IOException {
        Process process = start(directory, main, script);
        try {
            String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the script does not end: " + output);
            }
            return new Program.Result(process.exitValue(), output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
