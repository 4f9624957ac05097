package dev.spine.command;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code spine play --udp 0} or {@code --vnc 0} on a thread of its own: tells its port as soon as it listens, and its result when it has
 * ended.
 */
final class LivePlay {
    private static final Pattern PORT = Pattern.compile("(?:playing UDP|shown at VNC) port (\\d+) at ");
    private static final long LIMIT_SECONDS = 60;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CountDownLatch listening = new CountDownLatch(1);
    private final CompletableFuture<CommandRun> result;

    private LivePlay(String outside, Object... options) {
        List<String> arguments = Stream.concat(Stream.of("play", outside, "0"), Stream.of(options).map(Object::toString)).toList();
        result = CompletableFuture.supplyAsync(() -> {
            int code = SpineCommand.commandLine().setOut(new PrintWriter(new Watched(), true)).setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
            listening.countDown();
            return new CommandRun(code, out.toString(), err.toString());
        }, task -> Thread.ofPlatform().daemon().name("spine play").start(task));
    }

    /** Begins to play what a sender sends. */
    static LivePlay start(Object... options) {
        return new LivePlay("--udp", options);
    }

    /** Begins to play for viewers. */
    static LivePlay shown(Object... options) {
        return new LivePlay("--vnc", options);
    }

    /** The port that it listens at, as soon as it does. */
    int port() throws InterruptedException {
        boolean printed = listening.await(LIMIT_SECONDS, TimeUnit.SECONDS);
        Matcher port = PORT.matcher(text());
        if (!printed || !port.find()) {
            throw new AssertionError("no port: " + text() + err);
        }
        return Integer.parseInt(port.group(1));
    }

    boolean hasEnded() {
        return result.isDone();
    }

    /** What it did, when it has ended. */
    CommandRun result() throws InterruptedException, ExecutionException {
        try {
            return result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("does not end: " + text() + err, e);
        }
    }

    private String text() {
        synchronized (out) {
            return out.toString();
        }
    }

    /** Notices the line that names the port. */
    private final class Watched extends Writer {
        @Override
        public void write(char[] text, int offset, int length) {
            synchronized (out) {
                out.write(text, offset, length);
                if (PORT.matcher(out.toString()).find()) {
                    listening.countDown();
                }
            }
        }

        @Override
        public void flush() {
            // Everything is in memory already.
        }

        @Override
        public void close() {
            // Nothing to give back.
        }
    }
}
