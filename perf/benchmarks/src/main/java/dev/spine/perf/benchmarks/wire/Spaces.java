package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Three network namespaces in a row, A, R and B, with names of their own; gone after {@link #close} and when the process ends. For one
 * thread.
 */
final class Spaces implements AutoCloseable {
    private static final int LONGEST_S = 10;

    private final String prefix = "wb" + Long.toString(ProcessHandle.current().pid(), 36);
    private final Thread atEnd = new Thread(this::delete);

    Spaces() {
        Runtime.getRuntime().addShutdownHook(atEnd);
        for (String which : List.of("a", "r", "b")) {
            ip("netns add " + name(which));
            in(which).call(() -> {
                write("/proc/sys/net/ipv6/conf/all/disable_ipv6", "1");
                write("/proc/sys/net/ipv6/conf/default/disable_ipv6", "1");
                return true;
            });
        }
    }

    /** What the system calls one of them. */
    String name(String which) {
        return prefix + which;
    }

    /** One of them: a, r or b. */
    NetworkNamespace in(String which) {
        return NetworkNamespace.of(name(which));
    }

    /** Sets a value of the kernel that a namespace has for itself. */
    void set(String which, String key, String value) {
        in(which).call(() -> {
            write("/proc/sys/net/" + key, value);
            return true;
        });
    }

    private static void write(String file, String value) {
        try {
            Files.writeString(Path.of(file), value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A pair of virtual interfaces with one queue in two of them, both up. */
    void pair(String firstSpace, String first, String secondSpace, String second) {
        ip("-n " + name(firstSpace) + " link add name " + first + " numtxqueues 1 numrxqueues 1 type veth peer name " + second
            + " numtxqueues 1 numrxqueues 1 netns " + name(secondSpace));
        ip("-n " + name(firstSpace) + " link set dev " + first + " up");
        ip("-n " + name(secondSpace) + " link set dev " + second + " up");
    }

    /** Runs the tool in one of them. */
    void ip(String which, String words) {
        ip("-n " + name(which) + " " + words);
    }

    /** Runs a program in one of them to its end; what it says. */
    String run(String which, String... command) {
        try {
            Process program = begin(which, command);
            String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            program.waitFor();
            return said;
        } catch (IOException e) {
            throw new SystemCallException("'" + command[0] + "' cannot be run: " + e.getMessage(), 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SystemCallException("interrupted while '" + command[0] + "' ran", 0);
        }
    }

    /** A program that runs until it is closed. */
    record Running(Process process) implements AutoCloseable {
        boolean isAlive() {
            return process.isAlive();
        }

        @Override
        public void close() {
            process.destroy();
        }
    }

    /** Starts a program in one of them; nobody reads what it says. */
    Running start(String which, String... command) {
        try {
            List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", name(which)));
            words.addAll(List.of(command));
            return new Running(new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start());
        } catch (IOException e) {
            throw new SystemCallException("'" + command[0] + "' cannot be run: " + e.getMessage(), 0);
        }
    }

    private Process begin(String which, String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", name(which)));
        words.addAll(List.of(command));
        return new ProcessBuilder(words).redirectErrorStream(true).start();
    }

    /** The hardware address of an interface. */
    long hardwareAddress(String which, String name) {
        String said = run(which, "ip", "link", "show", name);
        int at = said.indexOf("link/ether ");
        if (at < 0) {
            throw new SystemCallException("there is no interface " + name + ": " + said.lines().findFirst().orElse(""), 0);
        }
        return Long.parseLong(said.substring(at + 11, at + 28).replace(":", ""), 16);
    }

    private static void ip(String words) {
        String[] typed = ("ip " + words).split(" ", -1);
        try {
            Process tool = new ProcessBuilder(typed).redirectErrorStream(true).start();
            String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!tool.waitFor(LONGEST_S, TimeUnit.SECONDS) || tool.exitValue() != 0) {
                throw new SystemCallException("'ip " + words + "' failed: " + said.lines().findFirst().orElse("without a word"), 0);
            }
        } catch (IOException e) {
            throw new SystemCallException("the tool 'ip' cannot be run: install iproute2", 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SystemCallException("interrupted while namespaces were made", 0);
        }
    }

    private void delete() {
        for (String which : List.of("a", "r", "b")) {
            if (Files.exists(Path.of("/run/netns", name(which)))) {
                ip("netns del " + name(which));
            }
        }
    }

    @Override
    public void close() {
        delete();
        Runtime.getRuntime().removeShutdownHook(atEnd);
    }
}
