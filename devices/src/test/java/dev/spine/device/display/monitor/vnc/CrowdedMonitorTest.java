package dev.spine.device.display.monitor.vnc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import dev.spine.device.display.surface.Surface;
import dev.spine.i2o.message.display.PixelFormat;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A machine that has no thread or memory left for a viewer. */
@Timeout(60)
class CrowdedMonitorTest {
    /** The process has no thread, or no memory, for the first viewer. */
    private static final class Crowded extends ServerSocket {
        private boolean first = true;

        Crowded() throws IOException {
            super();
        }

        @Override
        public Socket accept() throws IOException {
            if (!first) {
                return super.accept();
            }
            Socket socket = new Socket() {
                @Override
                public void setTcpNoDelay(boolean on) {
                    throw new OutOfMemoryError("unable to create native thread: a test's");
                }
            };
            implAccept(socket);
            first = false;
            return socket;
        }
    }

    @Test
    void aViewerForWhomThereIsNoThreadIsClosedAndTheNextIsServed() throws IOException {
        Surface surface = Screens.surface(16, 16, PixelFormat.XRGB8888);
        try (VncMonitor monitor = new VncMonitor("test", surface, VncSettings.STANDARD, new Crowded())) {
            monitor.start();
            try (Socket refused = new Socket(monitor.localAddress().getAddress(), monitor.localAddress().getPort())) {
                assertEquals(-1, refused.getInputStream().read());
            }
            try (RfbClient viewer = RfbClient.connected(monitor)) {
                Screens.assertShows(surface, RfbClient.TRUE_COLOUR, viewer.look());
                assertEquals(1, monitor.connections());
            }
            assertEquals(1, monitor.counters().get(Counter.CONNECTIONS_FAILED));
        }
    }

    /** The process has no memory even to accept the first viewer, who waits. */
    private static final class Full extends ServerSocket {
        private boolean first = true;

        Full() throws IOException {
            super();
        }

        @Override
        public Socket accept() throws IOException {
            if (first) {
                first = false;
                throw new OutOfMemoryError("a test's");
            }
            return super.accept();
        }
    }

    @Test
    void aViewerForWhomThereIsNoMemoryYetIsServedWhenThereIs() throws IOException {
        Surface surface = Screens.surface(16, 16, PixelFormat.XRGB8888);
        try (VncMonitor monitor = new VncMonitor("test", surface, VncSettings.STANDARD, new Full())) {
            monitor.start();
            try (RfbClient viewer = RfbClient.connected(monitor)) {
                Screens.assertShows(surface, RfbClient.TRUE_COLOUR, viewer.look());
            }
            assertEquals(1, monitor.counters().get(Counter.ACCEPTS_FAILED));
        }
    }
}
