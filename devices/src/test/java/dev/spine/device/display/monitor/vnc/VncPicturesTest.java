package dev.spine.device.display.monitor.vnc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import dev.spine.device.display.surface.Surface;
import dev.spine.i2o.message.display.PixelFormat;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What viewers see is what the surface shows, to the bit. */
@Timeout(60)
class VncPicturesTest {
    private static final RfbClient.Format ALL = RfbClient.TRUE_COLOUR;
    private static final VncSettings FAST = VncSettings.STANDARD.withFramesPerSecond(VncSettings.MAX_FRAMES_PER_SECOND);

    private static final long SEED = Long.getLong("spine.seed", new Random().nextLong());

    private static final int WIDTH = 202;
    private static final int HEIGHT = 131;

    private final Random random = new Random(SEED);
    private Surface surface = Screens.surface(WIDTH, HEIGHT, PixelFormat.XRGB8888);
    private VncMonitor monitor = null;

    @BeforeAll
    static void printSeed() {
        System.out.println("spine.seed=" + SEED);
    }

    private RfbClient viewer() throws IOException {
        if (monitor == null) {
            monitor = Screens.monitor(surface, FAST);
        }
        return RfbClient.connected(monitor);
    }

    @AfterEach
    void closeMonitor() {
        if (monitor != null) {
            monitor.close();
        }
    }

    static List<RfbClient.Format> formats() {
        return Stream.of(false, true).flatMap(big -> Stream.of(
            new RfbClient.Format(32, 24, big, true, 255, 255, 255, 16, 8, 0),
            new RfbClient.Format(32, 24, big, true, 255, 255, 255, 0, 8, 16),
            new RfbClient.Format(32, 24, big, true, 255, 255, 255, 24, 16, 8),
            new RfbClient.Format(32, 30, big, true, 1023, 1023, 1023, 20, 10, 0),
            new RfbClient.Format(32, 32, big, true, 255, 255, 255, 16, 8, 0),
            new RfbClient.Format(32, 24, big, true, 255, 255, 255, 24, 12, 0),
            new RfbClient.Format(32, 15, big, true, 31, 31, 31, 10, 5, 0),
            new RfbClient.Format(16, 16, big, true, 31, 63, 31, 11, 5, 0),
            new RfbClient.Format(16, 15, big, true, 31, 31, 31, 10, 5, 0),
            new RfbClient.Format(8, 8, big, true, 7, 7, 3, 0, 3, 6),
            new RfbClient.Format(8, 6, big, true, 3, 3, 3, 4, 2, 0))).toList();
    }

    @ParameterizedTest
    @MethodSource("formats")
    void rawPixelsAreExactInEveryFormat(RfbClient.Format format) throws IOException {
        Screens.drawEverything(surface, random);
        try (RfbClient viewer = viewer()) {
            viewer.format(format);
            viewer.encodings(RfbClient.RAW);
            Screens.assertShows(surface, format, viewer.look());
            assertTrue(viewer.rectangles.containsKey(RfbClient.RAW));
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void compressedPixelsAreExactInEveryFormatAndEachKindOfTileIsUsed(RfbClient.Format format) throws IOException {
        Screens.drawEverything(surface, random);
        try (RfbClient viewer = viewer()) {
            viewer.format(format);
            viewer.encodings(RfbClient.ZRLE, RfbClient.RAW);
            Screens.assertShows(surface, format, viewer.look());
            // The stream of the compressor goes on.
            Screens.drawEverything(surface, random);
            Screens.assertShows(surface, format, viewer.look());
            assertTrue(viewer.rectangles.containsKey(RfbClient.ZRLE), viewer.rectangles::toString);
            if (format == ALL) {
                assertTrue(viewer.rectangles.keySet().containsAll(List.of(1000, 1001, 1002, 1128, 1130)), viewer.rectangles::toString);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyFormatOfTheSurfaceIsShownExactly(PixelFormat format) throws IOException {
        surface = Screens.surface(WIDTH, HEIGHT, format);
        Screens.drawEverything(surface, random);
        try (RfbClient viewer = viewer()) {
            viewer.encodings(RfbClient.ZRLE, RfbClient.COPY);
            Screens.assertShows(surface, ALL, viewer.look());
            Screens.draw(surface, 31, 77, 100, 40, (x, y) -> random.nextInt(0x100_0000));
            viewer.request(true);
            viewer.update();
            Screens.assertShows(surface, ALL, viewer);
        }
    }

    @Test
    void aViewerWithoutTrueColourGetsAMapAndTheNearestColours() throws IOException {
        Screens.drawEverything(surface, random);
        try (RfbClient viewer = viewer()) {
            viewer.format(new RfbClient.Format(8, 8, false, false, 0, 0, 0, 0, 0, 0));
            viewer.look();
            assertEquals(256, viewer.map.length);
            for (int i = 0; i < viewer.pixels.length; i++) {
                int shown = viewer.map[viewer.pixels[i]];
                int meant = surface.rgbAt(i % viewer.width, i / viewer.width);
                for (int shift = 0; shift <= 16; shift += 8) {
                    int apart = Math.abs((shown >> shift & 0xFF) - (meant >> shift & 0xFF));
                    assertTrue(apart <= (shift == 0 ? 43 : 19), "pixel " + i + " is " + apart + " apart");
                }
            }
        }
    }

    @Test
    void anIncrementalUpdateHoldsOnlyTheTilesThatHaveChanged() throws IOException {
        Screens.drawEverything(surface, random);
        try (RfbClient viewer = viewer().look()) {
            viewer.rectangles.clear();
            Screens.draw(surface, 70, 70, 5, 5, (x, y) -> surface.rgbAt(x, y) ^ 0xFF_FFFF);
            viewer.request(true);
            viewer.update();
            assertEquals(1, viewer.rectangles.get(RfbClient.RAW));
            Screens.assertShows(surface, ALL, viewer);
        }
    }

    @Test
    void nothingIsSentUntilSomethingChanges() throws IOException {
        try (RfbClient viewer = viewer().look()) {
            viewer.request(true);
            Screens.awaitCount(monitor, Counter.UPDATE_REQUESTS, 2);
            assertEquals(1, monitor.counters().get(Counter.UPDATES));
            Screens.draw(surface, 0, 0, 10, 10, (x, y) -> 0x80_90_A0);
            viewer.update();
            Screens.await("the screen", () -> caughtUp(viewer));
        }
    }

    @Test
    void onlyTheWantedPartIsSent() throws IOException {
        Screens.drawEverything(surface, random);
        try (RfbClient viewer = viewer()) {
            viewer.request(false, 10, 20, 30, 40);
            viewer.update();
            for (int i = 0; i < viewer.pixels.length; i++) {
                int x = i % viewer.width;
                int y = i / viewer.width;
                boolean within = x >= 10 && x < 40 && y >= 20 && y < 60;
                assertEquals(within ? surface.rgbAt(x, y) : 0, viewer.pixels[i]);
            }
        }
    }

    @Test
    void aPartThatReachesBeyondTheScreenIsCut() throws IOException {
        Screens.drawEverything(surface, random);
        try (RfbClient viewer = viewer()) {
            viewer.request(false, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF);
            viewer.request(false, 0, 0, 0, 0);
            viewer.request(false, 0, 0, 0xFFFF, 0xFFFF);
            viewer.update();
            Screens.assertShows(surface, ALL, viewer);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatScrollsIsCopied(PixelFormat format) throws IOException {
        surface = Screens.surface(WIDTH, HEIGHT, format);
        Surface text = Screens.surface(WIDTH, HEIGHT + 200, format);
        Screens.draw(text, (x, y) -> random.nextInt(0x100_0000));
        Screens.draw(surface, text::rgbAt);
        try (RfbClient viewer = viewer()) {
            viewer.encodings(RfbClient.ZRLE, RfbClient.COPY);
            viewer.look();
            Screens.draw(surface, (x, y) -> text.rgbAt(x, y + 17));
            viewer.request(true);
            viewer.update();
            assertEquals(1, viewer.rectangles.get(RfbClient.COPY));
            Screens.await("the screen", () -> caughtUp(viewer));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWindowThatWasMovedIsCopied(PixelFormat format) throws IOException {
        surface = Screens.surface(640, 480, format);
        Surface window = Screens.surface(200, 150, format);
        Screens.draw(window, (x, y) -> random.nextInt(0x100_0000));
        Screens.draw(surface, (x, y) -> (x + y) / 2 & 0xFF);
        Screens.draw(surface, 100, 90, 200, 150, (x, y) -> window.rgbAt(x - 100, y - 90));
        try (RfbClient viewer = viewer()) {
            viewer.encodings(RfbClient.COPY, RfbClient.RAW);
            viewer.look();
            Screens.draw(surface, (x, y) -> (x + y) / 2 & 0xFF);
            Screens.draw(surface, 134, 73, 200, 150, (x, y) -> window.rgbAt(x - 134, y - 73));
            viewer.request(true);
            viewer.update();
            assertEquals(1, viewer.rectangles.get(RfbClient.COPY));
            Screens.await("the screen", () -> caughtUp(viewer));
        }
    }

    /** While a test draws, a monitor may look: what is torn then is put right by a later update. */
    private boolean caughtUp(RfbClient viewer) {
        if (Screens.isShown(surface, viewer)) {
            return true;
        }
        try {
            viewer.request(true);
            viewer.update();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return false;
    }

    @Test
    void copiesAreNotSentToAViewerThatDoesNotKnowThem() throws IOException {
        Screens.draw(surface, (x, y) -> random.nextInt(0x100_0000));
        try (RfbClient viewer = viewer().look()) {
            Surface before = Screens.surface(WIDTH, HEIGHT, PixelFormat.XRGB8888);
            before.memory().copyFrom(surface.memory());
            Screens.draw(surface, 0, 20, WIDTH, HEIGHT - 20, (x, y) -> before.rgbAt(x, y - 20));
            viewer.request(true);
            viewer.update();
            assertNull(viewer.rectangles.get(RfbClient.COPY));
            Screens.await("the screen", () -> caughtUp(viewer));
        }
    }

    @Test
    void anotherSizeIsToldToViewersThatCanFollowIt() throws IOException {
        try (RfbClient viewer = viewer(); RfbClient old = viewer()) {
            viewer.encodings(RfbClient.RAW, RfbClient.DESKTOP_SIZE);
            viewer.look();
            old.look();
            Surface larger = Screens.surface(400, 300, PixelFormat.RGB888);
            Screens.drawEverything(larger, random);
            monitor.show(larger);
            viewer.request(true);
            viewer.update();
            assertNotNull(viewer.rectangles.get(RfbClient.DESKTOP_SIZE));
            viewer.request(true);
            viewer.update();
            Screens.assertShows(larger, ALL, viewer);
            old.request(true);
            assertTrue(old.isClosedByMonitor());
            assertEquals(1, monitor.counters().get(Counter.VIEWERS_OUTGROWN));
        }
    }

    @Test
    void anotherSurfaceOfTheSameSizeIsSentWhole() throws IOException {
        try (RfbClient viewer = viewer().look()) {
            Surface other = Screens.surface(WIDTH, HEIGHT, PixelFormat.RGB565);
            Screens.drawEverything(other, random);
            monitor.show(other);
            viewer.request(true);
            viewer.update();
            Screens.assertShows(other, ALL, viewer);
        }
    }

    @Test
    void whileOthersDrawEveryViewerEndsUpWithTheScreen() throws IOException {
        try (RfbClient one = viewer(); RfbClient two = viewer(); RfbClient three = viewer()) {
            one.encodings(RfbClient.ZRLE, RfbClient.COPY);
            two.encodings(RfbClient.RAW, RfbClient.COPY);
            for (int round = 0; round < 20; round++) {
                Thread drawing = Thread.ofPlatform().start(() -> Screens.draw(surface, random.nextInt(80), random.nextInt(30), 120, 100,
                    (x, y) -> x * y * 0x01_0305 & 0xFF_FFFF));
                for (RfbClient viewer : List.of(one, two, three)) {
                    viewer.look();
                }
                join(drawing);
            }
            for (RfbClient viewer : List.of(one, two, three)) {
                Screens.assertShows(surface, ALL, viewer.look());
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
