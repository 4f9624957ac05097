package dev.spine.device.display.monitor.vnc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import dev.spine.device.display.surface.Surface;
import dev.spine.i2o.message.display.PixelFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What goes wrong on the monitor's side concerns one viewer at most, and is counted. */
@Timeout(60)
class ViewerFailureTest {
    private static final long LIMIT_MS = 20_000;
    private static final long PAUSE_NS = 200_000_000;

    private final VncCounters counters = new VncCounters();
    private final Viewer.Station station = mock();

    @Test
    void aViewerThatTheMonitorFailsToServeDoesNotStay() throws IOException {
        when(station.counters()).thenReturn(counters);
        when(station.settings()).thenReturn(VncSettings.STANDARD);
        when(station.random()).thenReturn(new SecureRandom());
        when(station.surface()).thenThrow(new IllegalStateException("a test's"));
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort())) {
            Viewer viewer = new Viewer(station, listener.accept());
            viewer.start();
            // All of a handshake: version, no security, shared.
            client.getOutputStream().write("RFB 003.008\n\1\1".getBytes(StandardCharsets.ISO_8859_1));
            verify(station, timeout(LIMIT_MS)).ended(any());
            client.getInputStream().readAllBytes();
        }
        assertEquals(1, counters.get(Counter.VIEWERS_FAILED));
    }

    /** The process has no descriptor for the first viewers. */
    private static final class Starved extends ServerSocket {
        private int left = 3;

        Starved() throws IOException {
            super();
        }

        @Override
        public Socket accept() throws IOException {
            if (--left >= 0) {
                throw new SocketException("Too many open files");
            }
            return super.accept();
        }
    }

    @Test
    void aViewerForWhomThereIsNoDescriptorIsServedLaterAndNobodySpins() throws IOException {
        Surface surface = Screens.surface(16, 16, PixelFormat.XRGB8888);
        long beganNs = System.nanoTime();
        try (VncMonitor monitor = new VncMonitor("test", surface, VncSettings.STANDARD, new Starved())) {
            monitor.start();
            try (RfbClient viewer = RfbClient.connected(monitor)) {
                Screens.assertShows(surface, RfbClient.TRUE_COLOUR, viewer.look());
            }
            assertEquals(3, monitor.counters().get(Counter.ACCEPTS_FAILED));
            assertTrue(System.nanoTime() - beganNs >= 3 * PAUSE_NS, "it asks again at once");
        }
    }
}
