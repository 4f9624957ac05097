package dev.spine.device.display.monitor.vnc;

import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import dev.spine.device.display.surface.Surface;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One connection: a virtual thread reads, which costs nothing while the viewer is silent; a platform thread compares and sends, since it
 * computes and would keep a carrier from other virtual threads. Whatever the viewer does ends here.
 */
final class Viewer {
    private static final int SEND_BUFFER_BYTES = 256 * 1024;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    /** What a viewer needs of its monitor. Any thread. */
    interface Station {
        /** {@return the name of the screen} */
        String name();

        /** {@return the surface that is shown} */
        Surface surface();

        /** {@return how it is served} */
        VncSettings settings();

        /** {@return what is counted} */
        VncCounters counters();

        /** {@return makes challenges} */
        SecureRandom random();

        /**
         * A viewer has passed the handshake and wants the screen alone.
         *
         * @param viewer which
         */
        void wantsToBeAlone(Viewer viewer);

        /**
         * A viewer has ended.
         *
         * @param viewer which
         */
        void ended(Viewer viewer);
    }

    private final Station station;
    private final Socket socket;
    private final WatchedOutput watched;
    private final RfbInput in;
    private final RfbOutput out;
    private final Demand demand = new Demand();
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * A viewer that has connected.
     *
     * @param station its monitor
     * @param socket its connection
     * @throws IOException the connection failed already
     */
    Viewer(Station station, Socket socket) throws IOException {
        this.station = station;
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSendBufferSize(SEND_BUFFER_BYTES);
        this.watched = new WatchedOutput(socket.getOutputStream());
        this.in = new RfbInput(socket.getInputStream());
        this.out = new RfbOutput(watched);
    }

    /** Serves it by threads of its own. */
    void start() {
        Thread.ofVirtual().name("vnc viewer input").start(() -> guarded(this::read));
    }

    /**
     * {@return whether it does not take what it has asked for; any thread}
     *
     * @param limit how long it may take
     */
    boolean isStalled(Duration limit) {
        return watched.isStalled(limit.toNanos());
    }

    /**
     * Closes the connection. Any thread, any number of times; only the first reason counts.
     *
     * @param reason what is counted
     */
    void end(Counter reason) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        station.counters().increment(reason);
        demand.end();
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more, and nobody can do anything about it.
            station.counters().increment(Counter.CONNECTIONS_FAILED);
        }
        station.ended(this);
    }

    /** One of the two activities of a viewer. */
    @FunctionalInterface
    private interface Activity {
        void run() throws IOException, InterruptedException;
    }

    /** Runs an activity; however it ends, so does the viewer. */
    private void guarded(Activity activity) {
        try {
            activity.run();
            end(Counter.VIEWERS_GONE);
        } catch (ViewerEndedException e) {
            end(e.counter());
        } catch (SocketTimeoutException e) {
            end(Counter.HANDSHAKES_TIMED_OUT);
        } catch (IOException | OutOfMemoryError e) {
            end(Counter.CONNECTIONS_FAILED);
        } catch (InterruptedException e) {
            end(Counter.VIEWERS_GONE);
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // A defect of the monitor; its viewer must not stay behind as one that nobody serves.
            end(Counter.VIEWERS_FAILED);
        }
    }

    private void read() throws IOException, InterruptedException {
        VncSettings settings = station.settings();
        long deadlineNs = System.nanoTime() + settings.handshakeLimit().toNanos();
        in.beforeRead(() -> socket.setSoTimeout(millisecondsUntil(deadlineNs)));
        Handshake handshake = new Handshake(in, out, settings.password(), station.random());
        boolean shared = handshake.run(settings.wrongPasswordDelay(), this::hold);
        Surface surface = station.surface();
        handshake.describe(surface.geometry(), station.name());
        in.beforeRead(() -> { });
        socket.setSoTimeout(0);
        station.counters().increment(Counter.VIEWERS);
        if (!shared && settings.sharing() == Sharing.AS_ASKED) {
            station.wantsToBeAlone(this);
        }
        Thread.ofPlatform().daemon().name("vnc viewer output").start(() -> guarded(() -> send(surface)));
        new ClientMessages(in, demand, station.counters()).readAll();
    }

    private static int millisecondsUntil(long deadlineNs) throws SocketTimeoutException {
        long left = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        if (left <= 0) {
            throw new SocketTimeoutException("the handshake takes too long");
        }
        return (int) Math.min(left, Integer.MAX_VALUE);
    }

    private void hold(Duration time) {
        try {
            demand.pause(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(Surface first) throws IOException, InterruptedException {
        long frameNs = NS_PER_SECOND / station.settings().framesPerSecond();
        try (ViewerScreen screen = new ViewerScreen(station::surface, first, out, station.counters())) {
            long nextNs = System.nanoTime();
            while (demand.awaitRequest() && demand.pause(nextNs - System.nanoTime())) {
                nextNs = System.nanoTime() + frameNs;
                Demand.Request request = demand.take();
                if (!screen.serve(request)) {
                    demand.request(request.wanted(), Rectangle.EMPTY);
                }
            }
        }
    }
}
