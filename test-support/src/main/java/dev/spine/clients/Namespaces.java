package dev.spine.clients;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/**
 * Network namespaces of a test, with names that nobody else has. Closing removes them and all interfaces that were in them; so does the
 * end of the process, if the test did not come to it. What processes have left that were killed is removed by the next test that makes one:
 * their names say whose they are. One thread at a time.
 */
public final class Namespaces implements AutoCloseable {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Path NAMED = Path.of("/run/netns");
    /** Process numbers mean something in one namespace of processes only, and containers may share the names of network namespaces. */
    private static final String PREFIX = "spine-" + processSpace() + "-";
    private static final Pattern OURS = Pattern.compile(Pattern.quote(PREFIX) + "(\\d+)-.*");

    private static final int BATCH = 20_000;

    private final Path directory;
    private final List<String> made = new ArrayList<>();
    private final Thread hook = new Thread(this::remove, "namespaces");

    /**
     * None yet. Skips the test, by name, where none can be made.
     *
     * @param directory where programs run, and keep their output
     * @throws IOException a program cannot be started
     */
    public Namespaces(Path directory) throws IOException {
        this.directory = directory;
        Program.need("ip");
        Runtime.getRuntime().addShutdownHook(hook);
        removeLeft(directory);
        String probe = name("probe");
        Program.Result result = Program.run(directory, "ip", "netns", "add", probe);
        if (result.code() != 0) {
            close();
        }
        assumeTrue(result.code() == 0, "no right to make network namespaces");
        made.add(probe);
    }

    /** {@return what the names of all that this thread makes begin with; test classes run beside each other} */
    public static String ownPrefix() {
        return PREFIX + ProcessHandle.current().pid() + "-" + Thread.currentThread().threadId() + "-";
    }

    private static String processSpace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString().replaceAll("\\D", "");
        } catch (IOException | UnsupportedOperationException e) {
            return "0";
        }
    }

    /** Removes the namespaces of processes that do not live any more. */
    private static void removeLeft(Path directory) throws IOException {
        if (!Files.isDirectory(NAMED)) {
            return;
        }
        List<String> all;
        try (Stream<Path> files = Files.list(NAMED)) {
            all = files.map(file -> String.valueOf(file.getFileName())).toList();
        }
        for (String name : all) {
            Matcher owner = OURS.matcher(name);
            // Whoever has its number now may be another one; then they stay until that one has ended.
            if (owner.matches() && ProcessHandle.of(Long.parseLong(owner.group(1))).isEmpty()) {
                remove(directory, name);
            }
        }
    }

    private static void remove(Path directory, String name) throws IOException {
        Program.run(directory, "ip", "netns", "pids", name).output().lines()
            .filter(line -> line.matches("\\d+")).map(Long::parseLong)
            .filter(process -> process != ProcessHandle.current().pid())
            .forEach(process -> ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly));
        Program.run(directory, "ip", "netns", "del", name);
    }

    private static String name(String hint) {
        return ownPrefix() + NUMBER.incrementAndGet() + "-" + hint;
    }

    /**
     * Makes one; its loopback is up.
     *
     * @param hint part of its name
     * @return its name
     * @throws IOException a program cannot be started
     */
    public synchronized String make(String hint) throws IOException {
        String name = name(hint);
        made.add(name);
        Program.run(directory, "ip", "netns", "add", name).succeeded();
        ip(name, "link set lo up");
        return name;
    }

    /**
     * Runs {@code ip} for one, which must succeed.
     *
     * @param name of the namespace
     * @param arguments separated by spaces
     * @return what it says
     * @throws IOException it cannot be started
     */
    public String ip(String name, String arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip", "-n", name));
        command.addAll(List.of(arguments.split(" ")));
        return Program.run(directory, command.toArray(String[]::new)).succeeded().output();
    }

    /**
     * Runs commands of {@code ip} for one, which must all succeed, a part of them in each process: {@code ip -batch} of iproute2 6.1 keeps
     * up to 32 KiB for each command until it ends, 24 GB for a million routes on a machine that gives it huge pages.
     *
     * @param name of the namespace
     * @param commands without the word {@code ip}
     * @throws IOException it cannot be started, or a file cannot be written
     */
    public void batch(String name, Stream<String> commands) throws IOException {
        Path file = Files.createTempFile(directory, "commands", ".txt");
        for (List<String> part : commands.gather(Gatherers.windowFixed(BATCH)).toList()) {
            Files.write(file, part);
            Program.run(directory, "ip", "-n", name, "-batch", file.toString()).succeeded();
        }
    }

    /**
     * Runs a program in one.
     *
     * @param name of the namespace
     * @param command the program and its arguments
     * @return how it ended
     * @throws IOException it cannot be started, or does not end
     */
    public Program.Result run(String name, String... command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", name));
        whole.addAll(List.of(command));
        return Program.run(directory, whole.toArray(String[]::new));
    }

    /**
     * Starts a program in one; it is ended with its namespace, or by the caller.
     *
     * @param name of the namespace
     * @param command the program and its arguments
     * @return it; its outputs are in a file of the directory
     * @throws IOException it cannot be started
     */
    public Process start(String name, String... command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", name));
        whole.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(whole).directory(directory.toFile()).redirectErrorStream(true)
            .redirectOutput(directory.resolve(name + "-" + NUMBER.incrementAndGet() + ".out").toFile());
        builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
        return builder.start();
    }

    private synchronized void remove() {
        // A test that is out of time is interrupted, and its namespaces go as well.
        boolean interrupted = Thread.interrupted();
        for (String name : made) {
            try {
                remove(directory, name);
            } catch (IOException e) {
                System.err.println("namespace " + name + " may be left: " + e.getMessage());
            }
        }
        made.clear();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook finds nothing left.
            made.clear();
        }
    }
}
