package dev.spine.perf.benchmarks.arf;

import dev.spine.perf.benchmarks.WrongArgumentException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A cell of OpenAFS and a client of it, in namespaces of their own: servers as Debian has them, and the client that needs no kernel module,
 * which mounts the cell by FUSE and caches whole chunks in its memory. So the kernel is between this process and the client, as it is not
 * between this process and those of ARF and NFS. One thread.
 */
final class OpenAfs implements AutoCloseable {
    private static final String CELL = "afs/bench.cell";
    private static final int MAX_LINES = 5;

    private final Thread atEnd = new Thread(this::end);
    private final Process cell;
    private final Path root;

    /** Starts it; {@code directory} takes its files. */
    OpenAfs(Path directory) throws IOException {
        Path home = Files.createDirectories(directory.resolve("openafs")).toRealPath();
        Path script = home.resolve("openafs.sh");
        try (InputStream text = Objects.requireNonNull(OpenAfs.class.getResourceAsStream("openafs.sh"))) {
            Files.copy(text, script);
        }
        Runtime.getRuntime().addShutdownHook(atEnd);
        // Where its end is the end of all processes in it.
        cell = new ProcessBuilder("unshare", "--mount", "--net", "--uts", "--pid", "--fork", "--kill-child", "sh", script.toString(),
            home.toString()).redirectErrorStream(true).start();
        awaitReady();
        long first = cell.children().findFirst().orElseThrow(() -> new IOException("the cell of OpenAFS has ended")).pid();
        // Mounts of another namespace are reached through a process of it.
        root = Path.of("/proc", Long.toString(first), "root").resolve(home.resolve(CELL).toString().substring(1));
    }

    private void awaitReady() throws IOException {
        Deque<String> last = new ArrayDeque<>();
        BufferedReader lines = cell.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); !"ready".equals(line); line = lines.readLine()) {
            if (line == null) {
                end();
                throw new WrongArgumentException("OpenAFS does not serve; install openafs-fuse, openafs-fileserver and openafs-dbserver,"
                    + " and run this as root; it said: " + last.stream().collect(Collectors.joining("; ")));
            }
            last.add(line);
            if (last.size() > MAX_LINES) {
                last.removeFirst();
            }
        }
    }

    /** {@return the mounted cell} */
    Path root() {
        return root;
    }

    private void end() {
        cell.descendants().forEach(ProcessHandle::destroyForcibly);
        cell.destroyForcibly();
        try {
            cell.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws InterruptedIOException {
        Runtime.getRuntime().removeShutdownHook(atEnd);
        end();
        if (Thread.interrupted()) {
            throw new InterruptedIOException();
        }
    }
}
