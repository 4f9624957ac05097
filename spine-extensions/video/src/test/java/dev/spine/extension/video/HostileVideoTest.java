package dev.spine.extension.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.PixelFormat;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Packets and orders that lie: never a byte outside the window, nothing thrown, nothing used up, each packet counted once. */
@Tag("SS-35")
@Tag("SS-37")
class HostileVideoTest {
    private static final int PORT = 5004;

    private static Screen start(PixelFormat screen) {
        Screen made = new Screen(screen, 32);
        new VideoExtension().start(made);
        return made;
    }

    private static void assertPaintedOutside(Screen screen, int x, int y, int width, int height) {
        int bytes = screen.format.bytesPerPixel();
        for (int i = 0; i < screen.pixels.length; i++) {
            int column = i % screen.stride() / bytes;
            int line = i / screen.stride();
            boolean inside = column >= x && column < x + width && line >= y && line < y + height;
            if (!inside && screen.pixels[i] != Screen.PAINT) {
                throw new AssertionError("column " + column + " of line " + line + " was written");
            }
        }
    }

    private static long counted(Screen screen) {
        return screen.count("packets drawn") + unusable(screen) + screen.count("packets wholly outside their window")
            + screen.count("packets without a window") + screen.count("packets dropped for want of a transfer");
    }

    private static long unusable(Screen screen) {
        return Stream.of("packets malformed", "packets that are no RTP", "packets of RTCP", "packets of interlaced video",
            "packets of 10-bit video", "packets of another sampling", "packets of too many lines").mapToLong(screen::count).sum();
    }

    private static byte[] of16(byte[] packet, int at, int value) {
        byte[] changed = packet.clone();
        changed[at] = (byte) (value >> 8);
        changed[at + 1] = (byte) value;
        return changed;
    }

    @ParameterizedTest
    @EnumSource(PixelFormat.class)
    void headersThatLieAreMalformedAndDrawNothing(PixelFormat format) {
        Screen screen = start(format);
        screen.make(0, PORT, PixelFormat.UYVY);
        screen.grant(0, 8, 8, 16, 8, 0, 0);
        byte[] good = screen.packet(new int[][] {{0, 0, 32}, {1, 0, 32}}, (byte) 1);
        byte[][] bad = {
            of16(good, 56, 34 * 1000),
            of16(good, 56, 33),
            of16(good, 62, 0xFFFC),
            of16(good, 58, 0x8000),
            of16(good, 60, 0x8001),
            of16(good, 66, 0x8000),
            of16(good, 16, 0xFFFF),
            of16(good, 38, 0xFFFF),
            of16(good, 38, 4),
            of16(good, 42, 0x4060),
            of16(good, 42, 0x8F60),
            of16(good, 42, 0x9060),
            of16(good, 42, 0xA060),
            Arrays.copyOf(good, good.length - 1),
            Arrays.copyOf(good, 57),
            Arrays.copyOf(good, 42),
        };
        // Padding of nothing, and of more than there is.
        bad[12][bad[12].length - 1] = 0;
        for (byte[] packet : bad) {
            assertTrue(screen.arrive(PORT, packet));
        }
        byte[] allPadding = of16(good, 42, 0xA060);
        allPadding[allPadding.length - 1] = (byte) 255;
        screen.arrive(PORT, allPadding);
        screen.land();
        assertEquals(bad.length + 1, unusable(screen));
        assertPaintedOutside(screen, 0, 0, 0, 0);
        screen.arrive(PORT, good);
        screen.land();
        assertEquals(1, screen.count("packets drawn"));
    }

    @ParameterizedTest
    @EnumSource(PixelFormat.class)
    void linesAndOffsetsOutsideTheFrameStayOutOfTheScreen(PixelFormat format) {
        for (PixelFormat stream : new PixelFormat[] {PixelFormat.UYVY, PixelFormat.RGB888}) {
            Screen screen = start(format);
            screen.make(0, PORT, stream);
            screen.grant(0, 8, 8, 16, 8, 4, 2);
            int group = stream == PixelFormat.UYVY ? 4 : 3;
            int[] lines = {0, 1, 2, 9, 10, 11, 100, 0x7FFF};
            int[] columns = {0, 2, 4, 18, 20, 22, 1000, 0x7FFE};
            for (int line : lines) {
                for (int column : columns) {
                    for (int groups : new int[] {0, 1, 2, 10, 300}) {
                        screen.arrive(PORT, screen.packet(new int[][] {{line, column, groups * group}}, (byte) 9));
                        screen.land();
                    }
                }
            }
            assertPaintedOutside(screen, 8, 8, 16, 8);
            assertEquals(0, unusable(screen));
        }
    }

    @Test
    void continuationBitsWithoutEndAreMalformed() {
        Screen screen = start(PixelFormat.UYVY);
        screen.make(0, PORT, PixelFormat.UYVY);
        screen.grant(0, 0, 0, 16, 8, 0, 0);
        byte[] packet = screen.packet(new int[][] {{0, 0, 1400}}, (byte) 0);
        for (int at = 56; at + 6 <= packet.length; at += 6) {
            packet[at + 4] = (byte) 0x80;
        }
        screen.arrive(PORT, packet);
        assertEquals(1, screen.count("packets malformed"));
    }

    @ParameterizedTest
    @EnumSource(PixelFormat.class)
    void everyLineOfAPacketOfManyLinesIsDrawn(PixelFormat format) {
        for (PixelFormat stream : new PixelFormat[] {PixelFormat.UYVY, PixelFormat.RGB888}) {
            Screen screen = start(format);
            screen.make(0, PORT, stream);
            screen.grant(0, 0, 0, Screen.WIDTH, Screen.HEIGHT, 0, 0);
            int[][] lines = new int[150][];
            int bytes = stream == PixelFormat.UYVY ? 4 : 6;
            for (int i = 0; i < lines.length; i++) {
                lines[i] = new int[] {i % Screen.HEIGHT, i / Screen.HEIGHT * 2, bytes};
            }
            screen.arrive(PORT, screen.packet(lines, (byte) 0x20));
            screen.land();
            assertEquals(1, screen.count("packets drawn"));
            for (int[] line : lines) {
                int at = line[0] * screen.stride() + line[1] * format.bytesPerPixel();
                assertFalse(screen.pixels[at] == Screen.PAINT, "line " + line[0] + " column " + line[1] + " from " + stream);
            }
        }
    }

    @Test
    void aLineThatIsLongerThanTheConversionMemoryIsDrawnInPieces() {
        Screen screen = start(PixelFormat.XRGB8888);
        screen.make(0, PORT, PixelFormat.RGB888);
        screen.grant(0, 0, 0, Screen.WIDTH, Screen.HEIGHT, 5_000, 0);
        screen.arrive(PORT, screen.packet(new int[][] {{0, 0, 3 * 5_064}}, (byte) 0x20));
        screen.land();
        assertEquals(1, screen.count("packets drawn"));
        assertEquals(0x20, screen.pixels[1]);
        screen.grant(0, 0, 0, Screen.WIDTH, Screen.HEIGHT, 0, 0);
        screen.arrive(PORT, screen.packet(new int[][] {{1, 0, 3 * 5_064}}, (byte) 0x20));
        screen.land();
        assertEquals(2, screen.count("packets drawn"));
    }

    @Test
    void randomPacketsNeverLeaveTheWindow() {
        long given = Long.getLong("spine.seed", 0);
        for (long seed = given == 0 ? 1 : given; seed <= (given == 0 ? 400 : given); seed++) {
            try {
                shoot(new SplittableRandom(seed));
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + " failed; run it again with -Dspine.seed=" + seed, e);
            }
        }
    }

    private static void shoot(SplittableRandom random) {
        Screen screen = start(PixelFormat.values()[random.nextInt(4)]);
        screen.maxTransfers = 1 + random.nextInt(6);
        PixelFormat stream = random.nextBoolean() ? PixelFormat.UYVY : PixelFormat.RGB888;
        int even = screen.format == PixelFormat.UYVY ? -2 : -1;
        int x = random.nextInt(32) & even;
        int y = random.nextInt(16);
        int width = 1 + random.nextInt(31) & even;
        int height = 1 + random.nextInt(15);
        screen.make(3, PORT, stream);
        screen.grant(3, x, y, width, height, random.nextInt(20) & even, random.nextInt(10));
        int packets = 60;
        for (int i = 0; i < packets; i++) {
            int[][] lines = new int[1 + random.nextInt(40)][];
            for (int j = 0; j < lines.length; j++) {
                int groups = random.nextInt(random.nextInt(20) == 0 ? 300 : 12);
                lines[j] = new int[] {random.nextInt(random.nextInt(9) == 0 ? 0x8000 : 30), random.nextInt(40) & -2,
                    groups * (stream == PixelFormat.UYVY ? 4 : 3)};
            }
            byte[] packet = screen.packet(lines, (byte) random.nextInt(0x60));
            for (int flips = random.nextInt(4); flips > 0; flips--) {
                packet[24 + random.nextInt(Math.min(packet.length - 24, 100))] ^= (byte) (1 << random.nextInt(8));
            }
            if (random.nextInt(10) == 0) {
                packet = Arrays.copyOf(packet, 38 + random.nextInt(packet.length - 38));
            }
            screen.arrive(PORT, packet);
            if (random.nextInt(3) == 0) {
                screen.land();
            }
        }
        screen.land();
        assertPaintedOutside(screen, x, y, width, height);
        assertEquals(packets, counted(screen));
    }

    @Test
    @Tag("SS-36")
    void aWindowThatChangesAThousandTimesUsesNoMoreMemoryThanOnce() {
        Screen screen = start(PixelFormat.XRGB8888);
        int most = 0;
        for (int i = 0; i < 1_000; i++) {
            PixelFormat stream = i % 2 == 0 ? PixelFormat.UYVY : PixelFormat.RGB888;
            screen.make(0, PORT, stream);
            screen.grant(0, 0, 0, 8, 8, 0, 0);
            screen.arrive(PORT, screen.packet(new int[][] {{0, 0, 12}}, (byte) i));
            screen.order(VideoProtocol.UPDATE, 0);
            screen.grant(0, 2, 2, 10, 10, 0, 0);
            screen.arrive(PORT, screen.packet(new int[][] {{0, 0, 12}}, (byte) i));
            most = Math.max(most, screen.blocks);
            screen.land();
        }
        assertEquals(2_000, screen.count("packets drawn"));
        assertTrue(most <= 8, most + " pieces of memory at a time");
        screen.grant(0, PixelFormat.RGB888, 0, 0, 8, 8, 0, 0);
        assertEquals(0, screen.blocks, "equal formats need no conversion");
    }

    @Test
    void aDroppedStreamGivesItsMemoryAndItsPacketsBack() {
        Screen screen = start(PixelFormat.XRGB8888);
        for (int slot = 0; slot < VideoProtocol.MAX_WINDOWS; slot++) {
            screen.make(slot, PORT + slot, PixelFormat.UYVY);
            screen.grant(slot, 0, 0, 8, 8, 0, 0);
            screen.arrive(PORT + slot, screen.packet(new int[][] {{0, 0, 8}}, (byte) slot));
        }
        screen.land();
        assertEquals(16, screen.count("packets drawn"), "sixteen windows with conversion at a time");
        for (int slot = 0; slot < VideoProtocol.MAX_WINDOWS; slot++) {
            screen.order(VideoProtocol.DROP, slot);
            assertFalse(screen.arrive(PORT + slot, screen.packet(new int[][] {{0, 0, 8}}, (byte) slot)));
        }
        assertEquals(0, screen.blocks);
        assertEquals(0, screen.listeners());
    }

    @Test
    void aStreamThatMovesFromPortToPortIsHeardOnOne() {
        Screen screen = start(PixelFormat.UYVY);
        for (int i = 0; i < 500; i++) {
            screen.make(0, PORT + i, PixelFormat.UYVY);
        }
        assertEquals(1, screen.listeners());
    }

    @Test
    void theEndOfAnOldConversionFreesNothingOfTheNew() {
        Screen screen = start(PixelFormat.XRGB8888);
        screen.make(0, PORT, PixelFormat.UYVY);
        screen.grant(0, 0, 0, 8, 8, 0, 0);
        for (int i = 0; i < 8; i++) {
            screen.arrive(PORT, screen.packet(new int[][] {{0, 0, 8}}, (byte) 1));
        }
        screen.make(0, PORT, PixelFormat.RGB888);
        screen.grant(0, 0, 0, 8, 8, 0, 0);
        int atOnce = 64 - 8;
        for (int i = 0; i < atOnce; i++) {
            screen.arrive(PORT, screen.packet(new int[][] {{0, 0, 6}}, (byte) 1));
        }
        // Reports as the old transfers make them, and made-up ones, before any of the new ones has ended.
        for (int i = -1; i < atOnce; i++) {
            screen.order(Route.NOWHERE, Message.Kind.TRANSFER, VideoProtocol.FIRST_TRANSFER_HANDLER, i);
        }
        screen.arrive(PORT, screen.packet(new int[][] {{0, 0, 6}}, (byte) 2));
        assertEquals(8 + atOnce, screen.count("packets drawn"), "all transfers are under way: the packet waits");
        screen.land();
        assertEquals(8 + atOnce + 1, screen.count("packets drawn"));
        assertEquals(0, screen.count("packets dropped for want of a transfer"));
    }

    @Test
    void packetsThatWaitWhileTheirRectangleIsRevokedGoIntoTheNext() {
        Screen screen = start(PixelFormat.XRGB8888);
        screen.make(0, PORT, PixelFormat.UYVY);
        screen.grant(0, 0, 0, 8, 8, 0, 0);
        for (int i = 0; i < 70; i++) {
            screen.arrive(PORT, screen.packet(new int[][] {{0, 0, 8}}, (byte) 1));
        }
        int asked = screen.surfacesAsked;
        RuntimeAccess.invalidate(Objects.requireNonNull(screen.granted));
        screen.land();
        assertEquals(asked + 1, screen.surfacesAsked, "no packet comes any more that could ask");
        screen.grant(0, 0, 0, 8, 8, 0, 0);
        assertEquals(70, screen.count("packets drawn"));
    }

    @Test
    void packetsThatWaitAreNotDrawnIntoTheWindowOfAnotherStream() {
        Screen screen = start(PixelFormat.XRGB8888);
        screen.make(0, PORT, PixelFormat.UYVY);
        screen.grant(0, 0, 0, 8, 8, 0, 0);
        for (int i = 0; i < 70; i++) {
            screen.arrive(PORT, screen.packet(new int[][] {{0, 0, 8}}, (byte) 1));
        }
        screen.make(0, PORT + 1, PixelFormat.UYVY);
        screen.grant(0, 0, 0, 8, 8, 0, 0);
        screen.land();
        assertEquals(64, screen.count("packets drawn"));
        assertEquals(6, screen.count("packets without a window"));
    }

    @Test
    void packetsThatWaitGoWithTheirWindow() {
        Screen screen = start(PixelFormat.XRGB8888);
        screen.make(0, PORT, PixelFormat.UYVY);
        screen.grant(0, 0, 0, 8, 8, 0, 0);
        for (int i = 0; i < 70; i++) {
            screen.arrive(PORT, screen.packet(new int[][] {{0, 0, 8}}, (byte) 1));
        }
        screen.order(VideoProtocol.DROP, 0);
        assertEquals(6, screen.count("packets without a window"));
        screen.land();
        assertEquals(64, screen.count("packets drawn"));
    }

    @Test
    void ordersThatNameWhatDoesNotExistAreRefused() {
        Screen screen = start(PixelFormat.UYVY);
        screen.make(0, PORT, PixelFormat.UYVY);
        screen.grant(0, 0, 0, 8, 8, 0, 0);
        int[][] makes = {{0, 1, 1, 1, PORT, 0}, {0, 1, 1, 1, PORT, 99}, {0, 1, 1, 1, PORT, -1}, {0, 1, 1, 1, PORT, 1},
            {0, 1, 1, 1, 0, 4}, {0, 1, 1, 1, 0x1_0000, 4}, {0, 1, 1, 1, -1, 4}, {16, 1, 1, 1, PORT, 4}, {-1, 1, 1, 1, PORT, 4}};
        for (int[] words : makes) {
            screen.order(VideoProtocol.MAKE, words);
        }
        screen.order(VideoProtocol.UPDATE, 16);
        screen.order(VideoProtocol.DROP, Integer.MIN_VALUE);
        assertEquals(makes.length + 2, screen.count("orders refused"));
        screen.arrive(PORT, screen.packet(new int[][] {{0, 0, 8}}, (byte) 1));
        assertEquals(1, screen.count("packets drawn"), "the stream goes on");
    }

    @Test
    @Tag("SS-38")
    void whatComesOverTheWireIsNoOrderAndNoAnswerOfADisplay() {
        Screen screen = start(PixelFormat.XRGB8888);
        screen.make(0, PORT, PixelFormat.UYVY);
        screen.grant(0, 0, 0, 8, 8, 0, 0);
        Route wire = RuntimeAccess.newRoute(Route.Way.NETWORK, 1, 7);
        screen.order(wire, Message.Kind.SMALL, VideoProtocol.MAKE, 0, 2, 9, 1, PORT, PixelFormat.RGB888.code());
        screen.order(wire, Message.Kind.SMALL, VideoProtocol.UPDATE, 0);
        screen.order(wire, Message.Kind.SMALL, VideoProtocol.DROP, 0);
        screen.order(wire, Message.Kind.SMALL, VideoProtocol.FIRST_SURFACE_HANDLER, 0);
        for (int number : new int[] {0, 8, 99, -1, 1 << 8 | 200, Integer.MAX_VALUE}) {
            screen.order(wire, Message.Kind.SMALL, VideoProtocol.FIRST_TRANSFER_HANDLER, number);
            screen.order(Route.NOWHERE, Message.Kind.TRANSFER, VideoProtocol.FIRST_TRANSFER_HANDLER, number);
        }
        screen.arrive(PORT, screen.packet(new int[][] {{0, 0, 8}}, (byte) 1));
        assertEquals(1, screen.count("packets drawn"));
        assertEquals(10, screen.count("orders refused"));
    }
}
