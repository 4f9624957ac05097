package dev.spine.device.display.monitor.vnc;

import dev.spine.device.display.monitor.Monitor;
import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import dev.spine.device.display.surface.Surface;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Shows a surface to VNC viewers: an RFB server whose viewers look and do nothing else.
 *
 * <p>Nothing of the system works for it. Its own threads read the frame memory, so a picture can be torn between two frames, as on a real
 * screen; each torn tile is put right by a later update. No bus agent is charged and no account changes.
 *
 * <p>The socket listens from the constructor on; viewers are served from {@link #start} until {@link #close}. Any thread. Source: RFC 6143.
 */
public final class VncMonitor implements Monitor {
    private static final int BACKLOG = 16;
    private static final int WATCH_MS = 200;
    private static final long CLOSE_TIMEOUT_MS = 1_000;
    private static final String VERSION_OF_REFUSAL = "RFB 003.003\n";

    private final String name;
    private final VncSettings settings;
    private final VncCounters counters = new VncCounters();
    private final SecureRandom random = new SecureRandom();
    private final ServerSocket listener;
    private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();
    private final Viewer.Station station = new OwnStation();
    private final Thread acceptor = Thread.ofPlatform().daemon().name("vnc monitor").unstarted(this::acceptUntilClosed);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Surface surface;

    /**
     * A monitor that listens.
     *
     * @param name what viewers show as the screen's name
     * @param surface what is shown
     * @param settings how
     * @throws IOException the address is in use, or not of this machine: choose another
     */
    public VncMonitor(String name, Surface surface, VncSettings settings) throws IOException {
        this(name, surface, settings, new ServerSocket());
    }

    /** A monitor with a socket of somebody else's making, not bound yet. */
    VncMonitor(String name, Surface surface, VncSettings settings, ServerSocket listener) throws IOException {
        this.name = name;
        this.surface = surface;
        this.settings = settings;
        this.listener = listener;
        boolean bound = false;
        try {
            listener.setReuseAddress(true);
            listener.setSoTimeout(WATCH_MS);
            listener.bind(settings.address(), BACKLOG);
            bound = true;
        } finally {
            if (!bound) {
                listener.close();
            }
        }
    }

    /** Begins to serve viewers. To be called once. */
    public void start() {
        acceptor.start();
    }

    /** {@return where viewers connect} */
    public InetSocketAddress localAddress() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /** {@return {@code "VNC port 5900 at 127.0.0.1"}, and whether a password is needed} */
    @Override
    public String describe() {
        InetSocketAddress local = localAddress();
        return "VNC port " + local.getPort() + " at " + (local.getAddress().isAnyLocalAddress() ? "all addresses of this machine"
            : local.getAddress().getHostAddress()) + (settings.password() == null ? "" : ", with a password");
    }

    /** {@return what is counted} */
    public VncCounters counters() {
        return counters;
    }

    /** {@return how many connections there are, those in their handshake included} */
    public int connections() {
        return viewers.size();
    }

    /**
     * Shows another surface from now on. Viewers that cannot follow another size are closed.
     *
     * @param other what is shown
     */
    public void show(Surface other) {
        surface = other;
    }

    /** Closes all connections and stops listening. Any number of times. */
    @Override
    public void close() {
        ended.countDown();
        try {
            listener.close();
            if (acceptor.isAlive()) {
                acceptor.join(CLOSE_TIMEOUT_MS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("monitor '" + name + "': the socket cannot be closed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        viewers.forEach(viewer -> viewer.end(Counter.VIEWERS_GONE));
    }

    private void acceptUntilClosed() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                admit(socket);
            } catch (SocketTimeoutException e) {
                closeStalled();
            } catch (IOException | OutOfMemoryError e) {
                // Closed while it waited: the ordinary end. Otherwise there is no descriptor or no memory for one viewer now.
                if (!listener.isClosed()) {
                    counters.increment(Counter.ACCEPTS_FAILED);
                    closeStalled();
                    pause();
                }
            }
        }
    }

    /** The viewer that could not be accepted is there still, and would fail again at once. */
    private void pause() {
        try {
            ended.await(WATCH_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeStalled() {
        for (Viewer viewer : viewers) {
            if (viewer.isStalled(settings.stallLimit())) {
                viewer.end(Counter.STALLED_VIEWERS);
            }
        }
    }

    // A viewer owns its socket and closes it.
    @SuppressWarnings("resource")
    private void admit(Socket socket) {
        counters.increment(Counter.CONNECTIONS);
        Viewer viewer = null;
        try {
            closeStalled();
            if (viewers.size() >= settings.viewers()) {
                turnAway(socket);
                return;
            }
            viewer = new Viewer(station, socket);
            viewers.add(viewer);
            viewer.start();
        } catch (IOException | OutOfMemoryError e) {
            // A machine without a thread or memory for one viewer has them for the others, and for the next.
            if (viewer == null) {
                counters.increment(Counter.CONNECTIONS_FAILED);
                closeQuietly(socket);
            } else {
                viewer.end(Counter.CONNECTIONS_FAILED);
            }
        }
    }

    private void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more, and nobody can do anything about it.
            counters.increment(Counter.CONNECTIONS_FAILED);
        }
    }

    /** Says why, all at once and without waiting for what the viewer says: a refusal of RFB 3.3 fits into any connection's buffer. */
    private void turnAway(Socket socket) {
        counters.increment(Counter.TURNED_AWAY);
        byte[] reason = ("there are " + settings.viewers() + " viewers already").getBytes(StandardCharsets.US_ASCII);
        ByteBuffer refusal = ByteBuffer.allocate(VERSION_OF_REFUSAL.length() + 2 * Integer.BYTES + reason.length)
            .put(VERSION_OF_REFUSAL.getBytes(StandardCharsets.US_ASCII)).putInt(0).putInt(reason.length).put(reason);
        try (socket) {
            OutputStream out = socket.getOutputStream();
            out.write(refusal.array());
            socket.shutdownOutput();
        } catch (IOException e) {
            // It has gone before it could be told.
            counters.increment(Counter.CONNECTIONS_FAILED);
        }
    }

    /** What viewers see of this monitor. */
    private final class OwnStation implements Viewer.Station {
        @Override
        public String name() {
            return name;
        }

        @Override
        public Surface surface() {
            return surface;
        }

        @Override
        public VncSettings settings() {
            return settings;
        }

        @Override
        public VncCounters counters() {
            return counters;
        }

        @Override
        public SecureRandom random() {
            return random;
        }

        @Override
        public void wantsToBeAlone(Viewer viewer) {
            for (Viewer other : viewers) {
                if (other != viewer) {
                    other.end(Counter.VIEWERS_REPLACED);
                }
            }
        }

        @Override
        public void ended(Viewer viewer) {
            viewers.remove(viewer);
        }
    }
}
