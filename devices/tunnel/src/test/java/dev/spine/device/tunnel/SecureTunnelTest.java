package dev.spine.device.tunnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.LinkState;
import dev.spine.iop.packet.Packet;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tunnels whose ends prove who they are. */
@Timeout(60)
class SecureTunnelTest {
    private static final long A = 0x0200_0000_000AL;
    private static final long B = 0x0200_0000_000BL;

    @TempDir
    private static Path directory;
    private static Certificates hub;
    private static Certificates end;
    private static Certificates stranger;
    private static Certificates elsewhere;
    private static Path known;

    private final WirePlace wires = place();
    private final List<TunnelWire> open = new ArrayList<>();
    private final HandAgent device = HandAgent.live("iop1");

    /** {@return where the wires have their connections} */
    WirePlace place() {
        return new WirePlace.OwnThreads();
    }

    @BeforeAll
    static void make() throws Exception {
        hub = Certificates.make(directory, "hub", "ip:127.0.0.1");
        end = Certificates.make(directory, "end", "ip:127.0.0.1");
        stranger = Certificates.make(directory, "stranger", "ip:127.0.0.1");
        elsewhere = Certificates.make(directory, "elsewhere", "dns:elsewhere.example");
        known = Files.writeString(directory.resolve("known.crt"), Files.readString(hub.certificate()) + Files.readString(end.certificate())
            + Files.readString(elsewhere.certificate()));
    }

    @AfterEach
    void close() {
        open.forEach(TunnelWire::close);
        wires.close();
    }

    private TunnelWire open(TunnelEnd place, TunnelSecurity security) throws IOException {
        TunnelWire wire = wires.wire("tunnel" + open.size(), place, security, 16, TunnelLimits.STANDARD);
        open.add(wire);
        wire.ports().getFirst().attach(device);
        return wire;
    }

    private TunnelWire listen(TunnelSecurity security) throws IOException {
        return open(new TunnelEnd.Listen(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0)), security);
    }

    private TunnelWire connect(TunnelWire to, TunnelSecurity security) throws IOException {
        return open(new TunnelEnd.Connect("127.0.0.1", to.address().getPort()), security);
    }

    private static void awaitUp(TunnelWire wire) {
        while (wire.ports().getFirst().link() == LinkState.DOWN) {
            Thread.onSpinWait();
        }
    }

    private void send(TunnelWire from, TunnelWire to, int number) {
        MemorySegment frame = Frames.frame(A, B, number, 100);
        while (!from.ports().getFirst().trySend(device, frame, 0, 100)) {
            Thread.onSpinWait();
        }
        Packet packet = null;
        while (packet == null) {
            packet = to.ports().getFirst().arrivals().poll();
        }
        assertEquals(number, Frames.number(packet.memory(), packet.offset()));
        packet.release(device);
    }

    /** The link of who is not believed stays down while one that is believed joins after him. */
    private void assertRefused(TunnelWire hubWire, TunnelWire refused) throws IOException {
        for (int i = 0; i < 3; i++) {
            TunnelWire good = connect(hubWire, end.believing(known));
            awaitUp(good);
            send(good, hubWire, i);
            assertEquals(LinkState.DOWN, refused.ports().getFirst().link());
        }
    }

    @Test
    void framesGoBetweenEndsThatBelieveOneAnother() throws IOException {
        TunnelWire first = listen(hub.believing(known));
        TunnelWire second = connect(first, end.believing(known));
        awaitUp(first);
        awaitUp(second);

        send(second, first, 1);
        send(first, second, 2);
    }

    @Test
    void whoHasAnotherCertificateIsRefused() throws IOException {
        TunnelWire first = listen(hub.believing(known));
        // TLS 1.3 tells a client last that it was refused, so its link may be up for a moment: what counts is that the hub's stays down.
        connect(first, stranger.believing(known));
        FarEnd plain = FarEnd.of(first);
        plain.send(Frames.frame(A, B, 5, 100));
        assertNull(plain.receive(), "a plain end got a frame, or an answer");
        assertEquals(0, first.ports().getFirst().received().frames());
        assertEquals(LinkState.DOWN, first.ports().getFirst().link());
    }

    @Test
    void aListenerThatIsNotBelievedIsNoLink() throws IOException {
        TunnelWire first = listen(hub.believing(known));
        TunnelWire doubting = connect(first, end.believing(stranger.certificate()));
        assertRefused(first, doubting);
    }

    @Test
    void aCertificateNamesTheHostThatWasConnectedTo() throws IOException {
        TunnelWire first = listen(elsewhere.believing(known));
        TunnelWire second = connect(first, end.believing(known));
        TunnelWire other = listen(hub.believing(known));
        assertRefused(other, second);
    }

    @Test
    void endsThatHaveNotProvedWhoTheyAreAreCounted() throws IOException {
        TunnelWire first = wires.wire("hub", new TunnelEnd.Listen(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0)),
            hub.believing(known), 16, new TunnelLimits(3, 1 << 20, 1 << 20, 1, 16, 2_000, 5));
        open.add(first);
        List<FarEnd> mute = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            mute.add(FarEnd.of(first));
        }
        try (FarEnd oneMore = FarEnd.of(first)) {
            assertNull(oneMore.receive(), "there was room for one more");
        }
        assertTrue(String.valueOf(first.refusal()).contains("as many as may be"), first::refusal);
        mute.forEach(FarEnd::close);
        TunnelWire good = connect(first, end.believing(known));
        awaitUp(good);
        send(good, first, 1);
    }

    @Test
    void bothEndsTellWhyACertificateIsRefused() throws IOException {
        TunnelWire first = listen(hub.believing(known));
        TunnelWire doubting = connect(first, end.believing(stranger.certificate()));
        TunnelWire unknown = connect(first, stranger.believing(known));
        for (TunnelWire wire : List.of(first, doubting, unknown)) {
            while (wire.refusal() == null) {
                Thread.onSpinWait();
            }
            assertEquals(1, wire.refusal().lines().count());
            assertTrue(wire.refusal().contains("/127.0.0.1:") && wire.refusal().matches(".*([Cc]ertificat|certification path).*"),
                wire::refusal);
        }
    }

    @Test
    void aKeyThatIsNotOfItsCertificateIsAnErrorAtTheBegin() {
        IOException refusal = assertThrows(IOException.class,
            () -> TunnelSecurity.certificates(hub.certificate(), end.key(), known));
        assertTrue(String.valueOf(refusal.getMessage()).contains("is not that of the certificate"), refusal::toString);
    }

    @ParameterizedTest
    @CsvSource({"RSA, -keysize, 2048", "EC, -groupname, secp384r1"})
    void keysOfBothKindsAreThoseOfTheirCertificates(String algorithm, String option, String value) throws Exception {
        Certificates made = Certificates.make(directory, algorithm, "ip:127.0.0.1", algorithm, option, value);
        made.believing(known);
        IOException refusal = assertThrows(IOException.class, () -> TunnelSecurity.certificates(made.certificate(), hub.key(), known));
        assertTrue(String.valueOf(refusal.getMessage()).contains("is not that of the certificate"), refusal::toString);
    }

    @Test
    void filesThatHoldNoCertificateAreAnErrorOfOneLine() throws IOException {
        Path missing = directory.resolve("missing.crt");
        Path text = Files.writeString(directory.resolve("text.crt"), "no certificate");
        for (Path[] files : new Path[][] {{missing, hub.key(), known}, {text, hub.key(), known}, {hub.certificate(), text, known},
            {hub.certificate(), hub.key(), text}}) {
            IOException refusal = assertThrows(IOException.class, () -> TunnelSecurity.certificates(files[0], files[1], files[2]));
            assertEquals(1, String.valueOf(refusal.getMessage()).lines().count(), refusal::toString);
            assertTrue(String.valueOf(refusal.getMessage()).contains(directory.toString()), refusal::toString);
        }
    }
}
