package dev.spine.device.display.monitor.vnc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import dev.spine.device.display.surface.Surface;
import dev.spine.i2o.message.display.PixelFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Viewers that misbehave end, are counted, and disturb nobody. */
@Timeout(60)
@Isolated("it waits until no viewer's thread is left")
class VncHostileTest {
    private final Surface surface = Screens.surface(640, 480, PixelFormat.XRGB8888);
    private VncMonitor monitor;

    @AfterEach
    void closeMonitor() {
        monitor.close();
        Screens.await("all connections to end", () -> monitor.connections() == 0);
    }

    private RfbClient viewer() throws IOException {
        return viewer(VncSettings.STANDARD);
    }

    private RfbClient viewer(VncSettings settings) throws IOException {
        if (monitor == null) {
            monitor = Screens.monitor(surface, settings);
        }
        return RfbClient.connected(monitor);
    }

    private void assertClosed(RfbClient viewer, Counter counter) throws IOException {
        assertTrue(viewer.isClosedByMonitor());
        Screens.awaitCount(monitor, counter, 1);
        try (RfbClient other = viewer()) {
            Screens.assertShows(surface, RfbClient.TRUE_COLOUR, other.look());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "01", "07", "FF",
        // Cut texts of 1 MiB and a byte, and of 4 GiB less a byte.
        "06 000000 00100001", "06 000000 FFFFFFFF",
        // Pixels of 24 and of 0 bits.
        "00 000000 18 18 00 01 00FF 00FF 00FF 10 08 00 000000", "00 000000 00 18 00 01 00FF 00FF 00FF 10 08 00 000000",
        // A largest value that is no mask, one of 0, a component beyond the pixel, two components in one place.
        "00 000000 20 18 00 01 00FE 00FF 00FF 10 08 00 000000", "00 000000 20 18 00 01 0000 00FF 00FF 10 08 00 000000",
        "00 000000 10 10 00 01 001F 003F 001F 0C 05 00 000000", "00 000000 20 18 00 01 00FF 00FF 00FF FF 08 00 000000",
        "00 000000 20 18 00 01 00FF 00FF 00FF 08 08 00 000000"})
    void aMessageThatIsNoneEndsItsViewer(String message) throws IOException {
        try (RfbClient viewer = viewer()) {
            viewer.out.write(HexFormat.of().parseHex(message.replace(" ", "")));
            assertClosed(viewer, Counter.BAD_MESSAGES);
        }
    }

    @Test
    void aConnectionThatIsCutWithinAMessageIsCounted() throws IOException {
        try (RfbClient viewer = viewer()) {
            viewer.out.write(new byte[] {2, 0, (byte) 0xFF, (byte) 0xFF, 0, 0});
            viewer.endOutput();
            assertClosed(viewer, Counter.CUT_MESSAGES);
        }
    }

    @Test
    void aConnectionThatIsCutBetweenMessagesIsAViewerThatHasGone() throws IOException {
        try (RfbClient viewer = viewer()) {
            viewer.endOutput();
            assertClosed(viewer, Counter.VIEWERS_GONE);
        }
    }

    @Test
    void keysPointersAndTextsAreCountedAndDoNothing() throws IOException {
        try (RfbClient viewer = viewer()) {
            viewer.out.write(HexFormat.of().parseHex("0401000000000041" + "050100100020" + "0600000000000003616263"));
            viewer.look();
            assertEquals(3, monitor.counters().get(Counter.INPUT_EVENTS));
            Screens.assertShows(surface, RfbClient.TRUE_COLOUR, viewer);
        }
    }

    @Test
    void encodingsThatNobodyKnowsAreCountedAndLeftOut() throws IOException {
        try (RfbClient viewer = viewer()) {
            int[] encodings = new Random(1).ints(65_535, 1_000, 2_000).toArray();
            encodings[65_000] = RfbClient.ZRLE;
            viewer.encodings(encodings);
            viewer.look();
            assertEquals(65_534, monitor.counters().get(Counter.UNKNOWN_ENCODINGS));
            assertTrue(viewer.rectangles.containsKey(RfbClient.ZRLE));
        }
    }

    @Test
    void aFloodIsThrottledAndTheViewerIsServedAllTheSame() throws IOException {
        try (RfbClient viewer = viewer(); RfbClient other = viewer()) {
            ByteBuffer keys = ByteBuffer.allocate(8 * (ClientMessages.COST_PER_SECOND + 100));
            while (keys.hasRemaining()) {
                keys.putLong(0x0400_0000_0000_0041L);
            }
            viewer.out.write(keys.array());
            other.look();
            viewer.look();
            Screens.awaitCount(monitor, Counter.FLOODS_HELD, 1);
        }
    }

    @Test
    void aViewerThatDoesNotReadIsClosedAndStallsNobody() throws IOException {
        Random random = new Random(7);
        Screens.draw(surface, (x, y) -> random.nextInt());
        try (RfbClient good = viewer(VncSettings.STANDARD.withTimes(Duration.ofSeconds(20), Duration.ofMillis(300), Duration.ZERO));
            Socket lazy = new Socket()) {
            lazy.setReceiveBufferSize(4096);
            lazy.connect(monitor.localAddress());
            OutputStream out = lazy.getOutputStream();
            out.write("RFB 003.003\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            out.write(1);
            Screens.awaitCount(monitor, Counter.VIEWERS, 2);
            out.write(HexFormat.of().parseHex("03000000000002800" + "1e0"));
            Screens.awaitCount(monitor, Counter.UPDATE_REQUESTS, 1);
            for (int i = 0; i < 3; i++) {
                Screens.assertShows(surface, RfbClient.TRUE_COLOUR, good.look());
            }
            Screens.awaitCount(monitor, Counter.STALLED_VIEWERS, 1);
            Screens.assertShows(surface, RfbClient.TRUE_COLOUR, good.look());
        }
    }

    @Test
    void manyConnectionsThatSayNothingTakeNoMorePlacesThanThereAre() throws IOException {
        monitor = Screens.monitor(surface, VncSettings.STANDARD.withViewers(3));
        Socket[] silent = new Socket[30];
        for (int i = 0; i < silent.length; i++) {
            silent[i] = new Socket(monitor.localAddress().getAddress(), monitor.localAddress().getPort());
        }
        Screens.awaitCount(monitor, Counter.CONNECTIONS, silent.length);
        assertEquals(3, monitor.connections());
        assertEquals(silent.length - 3, monitor.counters().get(Counter.TURNED_AWAY));
        for (Socket socket : silent) {
            socket.close();
        }
        Screens.await("the places to be free", () -> monitor.connections() == 0);
        try (RfbClient viewer = viewer()) {
            viewer.look();
        }
    }

    @Test
    void noThreadIsLeftBehind() throws IOException {
        for (int i = 0; i < 20; i++) {
            try (RfbClient viewer = viewer()) {
                viewer.look();
            }
        }
        monitor.close();
        Screens.await("the threads to end", () -> Thread.getAllStackTraces().keySet().stream()
            .noneMatch(thread -> thread.getName().startsWith("vnc ")));
    }
}
