package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * An ordinary user of this machine, known by a number that belongs to nobody, who runs commands in processes of his own. Only root can be
 * somebody else, so tests with users are skipped when they do not run as root.
 */
record SystemUser(int number, Path classes) {
    private static final long LIMIT_SECONDS = 60;

    /** Skips the test by name where there can be no such users. */
    static void assumeThereAreUsers() {
        Assumptions.assumeTrue(System.getProperty("user.name").equals("root"), "not root: cannot start processes of other users");
        ServedProcess.program("setpriv");
    }

    /** Copies the class path to where every user can read it: that of a build may lie in a home directory. */
    static Path readableClasses(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path classes = Files.createDirectory(directory.resolve("classes"));
        int count = 0;
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String entry : path.split(File.pathSeparator)) {
            Path source = Path.of(entry).toAbsolutePath();
            Path target = classes.resolve(count++ + (entry.endsWith(".jar") ? ".jar" : ""));
            if (Files.isDirectory(source)) {
                copyTree(source, target);
            } else if (Files.isRegularFile(source)) {
                Files.copy(source, target);
                Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-r--r--"));
            }
        }
        return classes;
    }

    private static void copyTree(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
                Path made = Files.createDirectories(to.resolve(from.relativize(directory).toString()));
                Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path made = Files.copy(file, to.resolve(from.relativize(file).toString()));
                Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-r--r--"));
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private Process start(Class<?> main, Object... arguments) throws IOException {
        List<String> path = new ArrayList<>();
        try (Stream<Path> entries = Files.list(classes)) {
            entries.sorted().forEach(entry -> path.add(entry.toString()));
        }
        List<String> command = new ArrayList<>(List.of("setpriv", "--reuid", Integer.toString(number), "--regid", Integer.toString(number),
            "--clear-groups", Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Djava.awt.headless=true", "-cp",
            String.join(File.pathSeparator, path),
            main.getName()));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).directory(new File("/"));
        builder.environment().remove("XDG_RUNTIME_DIR");
        return builder.start();
    }

    /** A command that runs. */
    Running begin(Object... arguments) throws IOException {
        return new Running(start(SpineCommand.class, arguments));
    }

    /** Another program of the tests that runs. */
    Running beginProgram(Class<?> main, Object... arguments) throws IOException {
        return new Running(start(main, arguments));
    }

    /** Runs a command to its end. */
    Result run(Object... arguments) throws IOException, InterruptedException {
        return begin(arguments).result();
    }

    /** What a process has said, both streams, and how it ended. */
    record Result(int code, String said) {
        String succeeded() {
            assertEquals(0, code, said);
            return said;
        }

        /** One line, and exit code 2. */
        String refusal() {
            assertEquals(2, code, said);
            assertEquals(1, said.lines().count(), said);
            return said.strip();
        }
    }

    /** A process of the user. */
    static final class Running implements AutoCloseable {
        private final Process process;
        private final BufferedReader output;

        Running(Process process) {
            this.process = process;
            this.output = process.inputReader(StandardCharsets.UTF_8);
        }

        /** Waits for its next line. */
        String line() throws IOException {
            return String.valueOf(output.readLine());
        }

        /** What nobody can catch: SIGKILL. */
        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }

        Result result() throws IOException, InterruptedException {
            StringBuilder said = new StringBuilder();
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                said.append(line).append('\n');
            }
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                kill();
            }
            return new Result(process.exitValue(), said.toString());
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
