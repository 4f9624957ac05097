package dev.spine.extension.video;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.api.PixelFormat;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What came is in the counter of its kind and nowhere else; what is lost is what did not come. */
class StreamCountsTest {
    private static final int PORT = 5004;
    private static final int PAYLOAD_TYPE = 43;
    private static final int SEQUENCE = 44;
    private static final int SENDER = 50;
    private static final int FIRST_LENGTH = 56;
    private static final int FIRST_LINE = 58;

    private final Screen screen = new Screen(PixelFormat.UYVY, 32);

    @BeforeEach
    void begin() {
        new VideoExtension().start(screen);
        screen.make(0, PORT, PixelFormat.UYVY);
        screen.grant(0, 0, 0, 16, 8, 0, 0);
    }

    private byte[] packet() {
        return screen.packet(new int[][] {{1, 0, 20}}, (byte) 3);
    }

    private void arrive(byte[] packet) {
        screen.arrive(PORT, packet);
        screen.land();
    }

    private static byte[] with(byte[] packet, int at, int value) {
        byte[] changed = packet.clone();
        changed[at] = (byte) (value >> 8);
        changed[at + 1] = (byte) value;
        return changed;
    }

    private static byte[] numbered(byte[] packet, int number) {
        return with(packet, SEQUENCE, number);
    }

    /** Lets a packet of some kind arrive between two others. */
    private void amongOthers(byte[] odd) {
        arrive(numbered(packet(), 9));
        arrive(odd);
        arrive(numbered(packet(), 11));
        assertEquals(2, screen.count("packets drawn"));
        assertEquals(0, screen.count("packets lost before the card"), "it has come");
    }

    @Test
    void anInterlacedPacketIsNotLostToo() {
        amongOthers(with(numbered(packet(), 10), FIRST_LINE, 0x8001));
        assertEquals(1, screen.count("packets of interlaced video"));
    }

    @Test
    void aPacketOfTenBitVideoIsNotLostToo() {
        amongOthers(with(numbered(packet(), 10), FIRST_LENGTH, 15));
        assertEquals(1, screen.count("packets of 10-bit video"));
    }

    @Test
    void aPacketOfAnotherSamplingIsNotLostToo() {
        amongOthers(with(numbered(packet(), 10), FIRST_LENGTH, 6));
        assertEquals(1, screen.count("packets of another sampling"));
    }

    @Test
    void aPacketWhoseLinesLeaveItIsNotLostToo() {
        amongOthers(with(numbered(packet(), 10), FIRST_LENGTH, 400));
        assertEquals(1, screen.count("packets malformed"));
    }

    @Test
    void aPacketOfMoreLinesThanThereIsRoomForIsNotLostToo() {
        int[][] lines = new int[VideoPacket.MAX_LINES + 1][];
        Arrays.setAll(lines, i -> new int[] {i % 8, 0, 4});
        amongOthers(numbered(screen.packet(lines, (byte) 1), 10));
        assertEquals(1, screen.count("packets of too many lines"));
    }

    @Test
    void aPacketWhoseNumberCannotBeReadStandsForOneThatIsMissing() {
        amongOthers(Arrays.copyOf(numbered(packet(), 10), 44));
        assertEquals(1, screen.count("packets that are no RTP"));
        arrive(numbered(packet(), 13));
        assertEquals(1, screen.count("packets lost before the card"), "for one and not for later ones");
    }

    @Test
    void whatCameBeforeAnotherSenderStandsForNothingThatIsMissingAfterIt() {
        arrive(numbered(packet(), 9));
        arrive(Arrays.copyOf(numbered(packet(), 10), 44));
        arrive(numbered(with(packet(), SENDER, 7), 100));
        arrive(numbered(packet(), 9));
        arrive(numbered(packet(), 11));
        assertEquals(3, screen.count("streams begun"));
        assertEquals(1, screen.count("packets lost before the card"));
    }

    @Test
    void whatCameBeforeASenderBeganAgainStandsForNothingThatIsMissingAfterIt() {
        arrive(numbered(packet(), 1_000));
        arrive(Arrays.copyOf(numbered(packet(), 1_001), 44));
        arrive(numbered(packet(), 60_000));
        assertEquals(0, screen.count("packets lost before the card"), "it began again");
        arrive(numbered(packet(), 1_000));
        arrive(numbered(packet(), 1_002));
        assertEquals((1_000 - 60_001 & 0xFFFF) + 1, screen.count("packets lost before the card"));
    }

    @Test
    void aMessageOfRtcpHasNoNumberAndIsNoPacketOfTheStream() {
        byte[] report = packet();
        report[PAYLOAD_TYPE] = (byte) 200;
        arrive(numbered(packet(), 9));
        arrive(report);
        arrive(numbered(packet(), 11));
        assertEquals(1, screen.count("packets of RTCP"));
        assertEquals(1, screen.count("packets lost before the card"));
    }

    @Test
    void anotherSenderBeginsAStreamAndNothingIsLost() {
        arrive(numbered(packet(), 100));
        byte[] other = with(packet(), SENDER, 7);
        arrive(numbered(other, 25_594));
        arrive(numbered(other, 25_595));
        arrive(numbered(other, 25_597));
        assertEquals(4, screen.count("packets drawn"));
        assertEquals(2, screen.count("streams begun"));
        assertEquals(1, screen.count("packets lost before the card"), "of the second one");
    }

    @Test
    void aLineThatIsLongerThanThePictureIsDrawnAsFarAsItGoesAndCounted() {
        arrive(screen.packet(new int[][] {{1, 0, 32}, {2, 0, 40}, {3, 4, 28}}, (byte) 3));
        assertEquals(1, screen.count("packets drawn"));
        assertEquals(2, screen.count("lines cut off at their window"));
    }

    @Test
    void aPacketOfAStaticPayloadTypeIsDrawnAsAnyOther() {
        byte[] packet = packet();
        packet[PAYLOAD_TYPE] = 26;
        arrive(packet);
        assertEquals(1, screen.count("packets drawn"));
    }
}
