package dev.spine.device.display.monitor.vnc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import dev.spine.device.display.surface.Surface;
import dev.spine.i2o.message.display.PixelFormat;
import java.io.IOException;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How viewers are let in, and who is not. */
@Timeout(60)
class VncHandshakeTest {
    private static final VncPassword PASSWORD = VncPassword.of("open me up");
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final VncSettings PATIENT = VncSettings.STANDARD.withTimes(LONG, LONG, Duration.ZERO);

    private final Surface surface = Screens.surface(64, 48, PixelFormat.RGB888);
    private VncMonitor monitor;

    @AfterEach
    void closeMonitor() {
        if (monitor != null) {
            monitor.close();
        }
    }

    private RfbClient client(VncSettings settings) throws IOException {
        if (monitor == null) {
            monitor = Screens.monitor(surface, settings);
        }
        return new RfbClient(monitor.localAddress());
    }

    @Test
    void itListensOnTheLoopbackAddressUnlessToldOtherwise() throws IOException {
        try (RfbClient viewer = client(VncSettings.STANDARD)) {
            assertTrue(monitor.localAddress().getAddress().isLoopbackAddress());
            assertEquals("test", viewer.open("003.008").name);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"003.003", "003.007", "003.008"})
    void everyVersionSeesTheScreen(String version) throws IOException {
        try (RfbClient viewer = client(PATIENT).open(version)) {
            Screens.assertShows(surface, RfbClient.TRUE_COLOUR, viewer.look());
        }
    }

    @Test
    void aVersionInBetweenSpeaksTheOldestAndALaterOneTheNewest() throws IOException {
        try (RfbClient viewer = client(PATIENT)) {
            viewer.version("003.005");
            assertEquals(1, viewer.in.readInt());
            viewer.init(true).look();
        }
        try (RfbClient viewer = client(PATIENT)) {
            viewer.version("003.889");
            assertEquals(1, viewer.in.readUnsignedByte());
            assertEquals(1, viewer.in.readUnsignedByte());
            viewer.out.write(1);
            assertEquals(0, viewer.in.readInt());
            viewer.init(true).look();
        }
    }

    @Test
    void theAnswerToAChallengeIsThatOfOtherImplementations() {
        // Computed with OpenSSL: DES-ECB, the key "secret\0\0" with the bits of each byte reversed.
        byte[] challenge = HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f");
        byte[] answer = VncPassword.of("secret").answerTo(challenge);
        assertArrayEquals(HexFormat.of().parseHex("ee22539f33a5983ec12f9c2edbc995dd"), answer);
        assertTrue(VncPassword.of("secret").isAnswered(challenge, answer));
        answer[15] ^= 1;
        assertFalse(VncPassword.of("secret").isAnswered(challenge, answer));
    }

    @Test
    void anEmptyPasswordIsNoPassword() {
        assertThrows(IllegalArgumentException.class, () -> VncPassword.of(""));
        assertFalse(PASSWORD.toString().contains("open"));
    }

    private RfbClient challenged(String version, VncPassword answer) throws IOException {
        RfbClient viewer = client(PATIENT.withPassword(PASSWORD));
        viewer.version(version);
        if (version.equals("003.003")) {
            assertEquals(2, viewer.in.readInt());
        } else {
            assertEquals(1, viewer.in.readUnsignedByte());
            assertEquals(2, viewer.in.readUnsignedByte());
            viewer.out.write(2);
        }
        viewer.out.write(answer.answerTo(viewer.in.readNBytes(16)));
        return viewer;
    }

    @ParameterizedTest
    @ValueSource(strings = {"003.003", "003.007", "003.008"})
    void whoKnowsThePasswordSeesTheScreen(String version) throws IOException {
        try (RfbClient viewer = challenged(version, VncPassword.of("open me up, only eight bytes count"))) {
            assertEquals(0, viewer.in.readInt());
            Screens.assertShows(surface, RfbClient.TRUE_COLOUR, viewer.init(true).look());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"003.003", "003.007", "003.008"})
    void whoDoesNotIsTurnedAwayWithAReasonWhereThereIsPlaceForOne(String version) throws IOException {
        try (RfbClient viewer = challenged(version, VncPassword.of("guess"))) {
            assertEquals(1, viewer.in.readInt());
            if (version.equals("003.008")) {
                assertEquals("wrong password", viewer.text(viewer.in.readInt()));
            }
            assertTrue(viewer.isClosedByMonitor());
            Screens.awaitCount(monitor, Counter.WRONG_PASSWORDS, 1);
        }
    }

    @Test
    void everyChallengeIsAnother() throws IOException {
        byte[] first;
        try (RfbClient viewer = client(PATIENT.withPassword(PASSWORD))) {
            viewer.version("003.003");
            assertEquals(2, viewer.in.readInt());
            first = viewer.in.readNBytes(16);
        }
        try (RfbClient viewer = client(PATIENT)) {
            viewer.version("003.003");
            assertEquals(2, viewer.in.readInt());
            assertFalse(java.util.Arrays.equals(first, viewer.in.readNBytes(16)));
        }
    }

    @Test
    void aSecurityTypeThatWasNotOfferedIsRefused() throws IOException {
        try (RfbClient viewer = client(PATIENT.withPassword(PASSWORD))) {
            viewer.version("003.008");
            assertEquals(0x0102, viewer.in.readUnsignedShort());
            viewer.out.write(1);
            assertEquals(1, viewer.in.readInt());
            assertEquals("this security type was not offered", viewer.text(viewer.in.readInt()));
            assertTrue(viewer.isClosedByMonitor());
            Screens.awaitCount(monitor, Counter.BAD_HANDSHAKES, 1);
        }
    }

    @Test
    void whatIsNoRfbIsClosed() throws IOException {
        try (RfbClient viewer = client(PATIENT)) {
            viewer.out.write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertTrue(viewer.isClosedByMonitor());
            Screens.awaitCount(monitor, Counter.BAD_HANDSHAKES, 1);
        }
    }

    @Test
    void aHandshakeThatNeverEndsIsClosed() throws IOException {
        try (RfbClient viewer = client(VncSettings.STANDARD.withTimes(Duration.ofMillis(50), LONG, Duration.ZERO))) {
            viewer.out.write('R');
            assertTrue(viewer.isClosedByMonitor());
            Screens.awaitCount(monitor, Counter.HANDSHAKES_TIMED_OUT, 1);
            Screens.await("the place to be free", () -> monitor.connections() == 0);
        }
    }

    @Test
    void oneViewerTooManyIsToldSo() throws IOException {
        try (RfbClient first = client(PATIENT.withViewers(1)).open("003.008"); RfbClient second = client(PATIENT)) {
            assertEquals("RFB 003.003\n", second.text(12));
            assertEquals(0, second.in.readInt());
            assertEquals("there are 1 viewers already", second.text(second.in.readInt()));
            assertTrue(second.isClosedByMonitor());
            first.look();
            assertEquals(1, monitor.counters().get(Counter.TURNED_AWAY));
        }
        Screens.await("the place to be free", () -> monitor.connections() == 0);
        try (RfbClient third = client(PATIENT)) {
            third.open("003.008").look();
        }
    }

    @Test
    void aViewerThatWantsToBeAloneIsNotAloneUnlessThatIsSet() throws IOException {
        try (RfbClient first = client(PATIENT).open("003.008"); RfbClient second = client(PATIENT)) {
            second.version("003.003");
            assertEquals(1, second.in.readInt());
            second.init(false).look();
            first.look();
        }
    }

    @Test
    void aViewerThatWantsToBeAloneIsAloneWhereThatIsSet() throws IOException {
        try (RfbClient first = client(PATIENT.withSharing(Sharing.AS_ASKED)).open("003.008"); RfbClient second = client(PATIENT)) {
            second.version("003.003");
            assertEquals(1, second.in.readInt());
            second.init(false).look();
            assertTrue(first.isClosedByMonitor());
            assertEquals(1, monitor.counters().get(Counter.VIEWERS_REPLACED));
        }
    }

    @Test
    void anAddressInUseIsRefused() throws IOException {
        try (RfbClient viewer = client(PATIENT)) {
            viewer.open("003.008");
            assertThrows(BindException.class, () -> new VncMonitor("other", surface, PATIENT.withAddress(monitor.localAddress())));
        }
    }

    @Test
    void closingAMonitorClosesItsViewersAndItsPort() throws IOException {
        try (RfbClient viewer = client(PATIENT).open("003.008")) {
            monitor.close();
            monitor.close();
            assertTrue(viewer.isClosedByMonitor());
            assertEquals(0, monitor.connections());
            new VncMonitor("other", surface, PATIENT.withAddress(monitor.localAddress())).close();
        }
    }
}
