package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.ControlSocket;
import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.system.Image;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import sample.Tally;

/** {@code spine run} on a thread of this process, and commands for it. */
final class RunningSystem implements AutoCloseable {
    private static final long LIMIT_S = 30;
    private static final String RUNNER = "the run";

    final Path socket;
    /** Threads that the system starts are of the group of the one that runs it. */
    private final ThreadGroup threads = new ThreadGroup(RUNNER);
    private final CompletableFuture<CommandRun> run;

    RunningSystem(Path directory, Object... arguments) {
        socket = directory.resolve("spine.sock");
        List<Object> all = new ArrayList<>(List.of("run", "--socket", socket));
        all.addAll(List.of(arguments));
        run = CompletableFuture.supplyAsync(() -> CommandRun.of(all.toArray()),
            task -> Thread.ofPlatform().group(threads).name(RUNNER).start(task));
        awaitSocket();
    }

    private void awaitSocket() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (!isListening()) {
            assertTrue(!run.isDone() && System.nanoTime() < end, () -> "it does not run: " + (run.isDone() ? run.join() : ""));
            Thread.onSpinWait();
        }
        // It answers once it has booted.
        command("ext", "list").succeeded();
    }

    /** The socket's name is there before somebody listens. */
    private boolean isListening() {
        try (ControlClient _ = client()) {
            return true;
        } catch (ControlSocket.UnusableException e) {
            return false;
        }
    }

    /** Runs a command against the system. */
    CommandRun command(Object... arguments) {
        return CommandRun.of(Stream.concat(Stream.of(arguments), Stream.of("--socket", socket)).toArray());
    }

    ControlClient client() throws ControlSocket.UnusableException {
        return ControlClient.connect(socket);
    }

    /** Loads {@link Tally}; its number. */
    static int loadTally(ControlClient client, ControlRequest.Lifetime lifetime, Map<String, String> parameters) throws RequestException {
        Fields answer = client.ask(new ControlRequest.Load(null, new Image(tally()), parameters, lifetime));
        return (int) answer.number("extension", 1, 255);
    }

    static byte[] tally() {
        return PackagedExtension.image("tally", Tally.class);
    }

    /** {@link Tally} as a jar. */
    static Path tallyJar(Path directory) {
        try {
            return Files.write(directory.resolve("tally.jar"), tally());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A counter of an extension. */
    static long counter(ControlClient client, int extension, String name) throws RequestException {
        return client.ask(new ControlRequest.Inspect(null, extension)).object("counters").number(name, 0, Long.MAX_VALUE);
    }

    /** Stops it as a user does, and returns what the run said. */
    String stop() {
        command("stop").succeeded();
        return ended().succeeded().out();
    }

    CommandRun ended() {
        return run.orTimeout(LIMIT_S, TimeUnit.SECONDS).join();
    }

    /** {@return the threads of this system that are left}: those of other classes' systems, which run at the same time, are not its own. */
    List<String> threads() {
        Thread[] left = new Thread[threads.activeCount() + 64];
        int found = threads.enumerate(left);
        return Stream.of(left).limit(found).map(Thread::getName).filter(name -> !name.equals(RUNNER)).toList();
    }

    @Override
    public void close() {
        if (!run.isDone()) {
            assertEquals(0, command("stop").code());
            ended();
        }
    }
}
