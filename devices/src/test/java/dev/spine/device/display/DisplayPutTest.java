package dev.spine.device.display;

import static dev.spine.device.display.DisplayRig.assertStatus;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.display.DisplayCounters.Counter;
import dev.spine.device.display.DisplayRig.Packet;
import dev.spine.device.display.DisplayRig.Run;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.display.DisplayFunction;
import dev.spine.i2o.message.display.DisplayStatus;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.PutReply;
import dev.spine.i2o.message.display.PutRuns;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.i2o.message.display.WindowDestroy;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.QueuePair;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DisplayPutTest {
    private static final long SEED = Long.getLong("spine.seed", 41);

    private final Random random = new Random(SEED);

    DisplayPutTest() {
        System.out.println("spine.seed=" + SEED);
    }

    private static void assertPut(int put, int refused, int firstRefused, MessageFrame reply) {
        assertEquals(put + " put, " + refused + " refused from " + firstRefused,
            PutReply.PUT.get(reply) + " put, " + PutReply.REFUSED.get(reply) + " refused from " + PutReply.FIRST_REFUSED.get(reply));
    }

    private void fill(DisplayRig rig) {
        for (long i = 0; i < rig.hostMemory.length(); i++) {
            byte value = (byte) random.nextInt();
            rig.hostMemory.memory().set(ValueLayout.JAVA_BYTE, i, value);
            rig.peerMemory.memory().set(ValueLayout.JAVA_BYTE, i, value);
        }
    }

    // --- borders

    /** Window of 30 x 20 at (40, 30) on 64 x 48: visible are columns 0 to 23 and lines 0 to 17. */
    @ParameterizedTest
    @CsvSource({"0, 0, 1, true", "0, 0, 24, true", "0, 17, 24, true", "23, 17, 1, true", "22, 0, 2, true",
        "0, 0, 25, false", "1, 0, 24, false", "24, 0, 1, false", "23, 0, 2, false", "0, 18, 1, false", "0, 19, 30, false",
        "30, 0, 1, false", "0, 0, 0, false", "5, 5, 0, false", "0, 65535, 1, false", "65535, 0, 1, false", "65535, 0, 65535, false",
        "0, 0, 65535, false"})
    void aRunLiesInTheVisibleRectangleOrIsRefused(int column, int line, int pixels, boolean good) {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        rig.hostMemory.memory().fill((byte) 7);
        int window = rig.window(40, 30, 30, 20);
        MessageFrame reply = rig.ask(rig.runs(window, PixelFormat.RGB888, new Run(column, line, pixels, rig.hostMemory.base())));
        byte[] screen = rig.screen();
        byte[] expected = new byte[screen.length];
        if (good) {
            assertStatus(RequestStatus.SUCCESS, 0, reply);
            assertPut(1, 0, -1, reply);
            Arrays.fill(expected, (30 + line) * 192 + (40 + column) * 3, (30 + line) * 192 + (40 + column + pixels) * 3, (byte) 7);
        } else {
            assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.RUNS_REFUSED, reply);
            assertPut(0, 1, 0, reply);
        }
        assertArrayEquals(expected, screen);
        rig.assertAtRest();
    }

    /** Window of 30 x 20 at (-4, -3): visible from column 4 and line 3. */
    @ParameterizedTest
    @CsvSource({"4, 3, 1, true", "3, 3, 2, false", "4, 2, 1, false", "3, 3, 1, false", "0, 0, 30, false", "29, 19, 1, true",
        "29, 19, 2, false", "29, 20, 1, false"})
    void whatIsHiddenLeftAndAboveIsRefusedToo(int column, int line, int pixels, boolean good) {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB565);
        int window = rig.window(-4, -3, 30, 20);
        MessageFrame reply = rig.ask(rig.runs(window, PixelFormat.RGB565, new Run(column, line, pixels, rig.hostMemory.base())));
        assertPut(good ? 1 : 0, good ? 0 : 1, good ? -1 : 0, reply);
    }

    @ParameterizedTest
    @CsvSource({"0, 2, true", "1, 2, false", "0, 1, false", "1, 1, false", "0, 3, false", "2, 6, true", "3, 5, false"})
    void inFourTwoTwoRunsAreOfWholePairs(int column, int pixels, boolean good) {
        for (PixelFormat screen : PixelFormat.values()) {
            DisplayRig rig = DisplayRig.of(screen);
            int window = rig.window(2, 2, 8, 8);
            MessageFrame reply = rig.ask(rig.runs(window, PixelFormat.UYVY, new Run(column, 0, pixels, rig.hostMemory.base())));
            assertPut(good ? 1 : 0, good ? 0 : 1, good ? -1 : 0, reply);
        }
    }

    @Test
    void goodRunsArePutInOneTransferAndTheFirstBadOneIsNamed() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        fill(rig);
        int window = rig.window(0, 0, 64, 48);
        int capacity = PutRuns.capacity(DisplayRig.FRAME_BYTES);
        assertEquals(48, capacity);
        Run[] runs = new Run[capacity];
        for (int i = 0; i < capacity; i++) {
            runs[i] = new Run(i % 5, i == 17 || i == 30 ? 48 : i, 1 + i, rig.hostMemory.base() + i * 1000L);
        }
        int context = rig.post(rig.runs(window, PixelFormat.RGB888, runs));
        rig.step();
        assertEquals(1, rig.agent.transfersUnderWay());
        rig.settle();
        MessageFrame reply = rig.reply(context);
        assertNotNull(reply);
        assertStatus(RequestStatus.ERROR_PARTIAL_TRANSFER, DisplayStatus.RUNS_REFUSED, reply);
        assertPut(46, 2, 17, reply);
        byte[] expected = new byte[64 * 48 * 3];
        for (int i = 0; i < capacity; i++) {
            if (runs[i].line() < 48) {
                MemorySegment.copy(rig.hostMemory.memory(), ValueLayout.JAVA_BYTE, i * 1000L, expected,
                    i * 192 + runs[i].column() * 3, runs[i].pixels() * 3);
            }
        }
        assertArrayEquals(expected, rig.screen());
        assertEquals(1, rig.agent.transfers());
        assertEquals(46, rig.display.counters().get(Counter.RUNS_PUT));
        assertEquals(2, rig.display.counters().get(Counter.RUNS_REFUSED));
    }

    // --- conversions

    /** The rules of the converter once more, pixel by pixel on a screen of triples. */
    private static void paint(byte[] screen, SurfaceGeometry geometry, int x, int y, byte[] source, int at, PixelFormat from, int index) {
        if (from == geometry.format() && from != PixelFormat.UYVY) {
            System.arraycopy(source, at + index * from.bytesPerPixel(), screen, geometry.offsetOf(x, y), from.bytesPerPixel());
            return;
        }
        int[] yuv = null;
        int[] rgb;
        if (from == PixelFormat.UYVY) {
            int pair = at + index / 2 * 4;
            yuv = new int[] {source[pair + 1 + index % 2 * 2] & 0xFF, source[pair] & 0xFF, source[pair + 2] & 0xFF};
            int c = 298 * (yuv[0] - 16);
            rgb = new int[] {clip(Math.floorDiv(c + 409 * (yuv[2] - 128) + 128, 256)),
                clip(Math.floorDiv(c - 100 * (yuv[1] - 128) - 208 * (yuv[2] - 128) + 128, 256)),
                clip(Math.floorDiv(c + 516 * (yuv[1] - 128) + 128, 256))};
        } else {
            int pixel = at + index * from.bytesPerPixel();
            rgb = switch (from) {
                case RGB888 -> new int[] {source[pixel] & 0xFF, source[pixel + 1] & 0xFF, source[pixel + 2] & 0xFF};
                case XRGB8888 -> new int[] {source[pixel + 2] & 0xFF, source[pixel + 1] & 0xFF, source[pixel] & 0xFF};
                default -> {
                    int half = source[pixel] & 0xFF | (source[pixel + 1] & 0xFF) << 8;
                    yield new int[] {(half >> 11) * 8 + (half >> 11) / 4, (half >> 5 & 63) * 4 + (half >> 5 & 63) / 16,
                        (half & 31) * 8 + (half & 31) / 4};
                }
            };
        }
        int to = geometry.offsetOf(x, y);
        switch (geometry.format()) {
            case RGB888 -> put(screen, to, rgb[0], rgb[1], rgb[2]);
            case XRGB8888 -> put(screen, to, rgb[2], rgb[1], rgb[0], 0xFF);
            case RGB565 -> {
                int half = rgb[0] / 8 * 2048 + rgb[1] / 4 * 32 + rgb[2] / 8;
                put(screen, to, half & 0xFF, half >> 8);
            }
            case UYVY -> {
                if (yuv == null) {
                    yuv = new int[] {Math.floorDiv(66 * rgb[0] + 129 * rgb[1] + 25 * rgb[2] + 128, 256) + 16,
                        Math.floorDiv(-38 * rgb[0] - 74 * rgb[1] + 112 * rgb[2] + 128, 256) + 128,
                        Math.floorDiv(112 * rgb[0] - 94 * rgb[1] - 18 * rgb[2] + 128, 256) + 128};
                }
                if (x % 2 == 0) {
                    put(screen, to, yuv[1], yuv[0], yuv[2]);
                } else {
                    put(screen, to + 3, yuv[0]);
                }
            }
        }
    }

    private static int clip(int value) {
        return Math.clamp(value, 0, 255);
    }

    private static void put(byte[] screen, int at, int... values) {
        for (int i = 0; i < values.length; i++) {
            screen[at + i] = (byte) values[i];
        }
    }

    private static int[] randomWindow(Random random, PixelFormat screen) {
        int step = screen.groupPixels();
        return new int[] {(random.nextInt(100) - 30) & -step, random.nextInt(80) - 20, Math.max(step, 1 + random.nextInt(90) & -step),
            1 + random.nextInt(70)};
    }

    @Test
    void runsOfEveryFormatGiveThePixelsOfTheRulesOnEveryScreen() {
        for (PixelFormat screenFormat : PixelFormat.values()) {
            SurfaceGeometry geometry = new SurfaceGeometry(64, 48, screenFormat, 64 * screenFormat.bytesPerPixel() + 8);
            DisplayRig rig = new DisplayRig(geometry);
            fill(rig);
            byte[] source = rig.hostMemory.memory().toArray(ValueLayout.JAVA_BYTE);
            byte[] expected = rig.screen();
            for (int round = 0; round < 60; round++) {
                int[] at = randomWindow(random, screenFormat);
                int window = rig.window(at[0], at[1], at[2], at[3]);
                PixelFormat from = PixelFormat.values()[random.nextInt(4)];
                List<Run> runs = new ArrayList<>();
                int good = 0;
                for (int i = 0; i < 20; i++) {
                    int group = from.groupPixels();
                    int pixels = 1 + random.nextInt(20) + group - 1 & -group;
                    int offset = random.nextInt(100_000);
                    Run run = new Run(random.nextInt(at[2] + 4) & -group, random.nextInt(at[3] + 4), pixels,
                        rig.hostMemory.base() + offset);
                    runs.add(run);
                    int left = Math.max(0, -at[0]) & -group;
                    int right = Math.min(at[2], 64 - at[0]) + group - 1 & -group;
                    boolean anyColumn = Math.max(0, -at[0]) < Math.min(at[2], 64 - at[0]);
                    boolean lineVisible = run.line() < at[3] && run.line() + at[1] >= 0 && run.line() + at[1] < 48;
                    if (lineVisible && anyColumn && run.column() >= left && run.column() + run.pixels() <= right) {
                        good++;
                        for (int p = 0; p < run.pixels(); p++) {
                            int column = run.column() + p;
                            int x = at[0] + column;
                            if (column < at[2] && x >= 0 && x < 64) {
                                paint(expected, geometry, x, at[1] + run.line(), source, offset, from, p);
                            }
                        }
                    }
                }
                MessageFrame reply = rig.ask(rig.runs(window, from, runs.toArray(Run[]::new)));
                assertEquals(good, PutReply.PUT.get(reply));
                assertEquals(20 - good, PutReply.REFUSED.get(reply));
                assertArrayEquals(expected, rig.screen(), from + " on " + screenFormat + ", round " + round);
                rig.ask(new WindowDestroy(window));
            }
            assertTrue(rig.display.counters().get(Counter.BYTES_CONVERTED) > 0);
            rig.assertAtRest();
        }
    }

    @Test
    void equalFormatsAreNeverTouchedByTheProcessor() {
        for (PixelFormat format : PixelFormat.values()) {
            DisplayRig rig = DisplayRig.of(format);
            int window = rig.window(0, 0, 64, 48);
            rig.ask(rig.runs(window, format, new Run(0, 0, 64, rig.hostMemory.base())));
            assertEquals(0, rig.display.counters().get(Counter.BYTES_CONVERTED));
            assertEquals(64L * format.bytesPerPixel(), rig.display.counters().get(Counter.BYTES_PULLED));
        }
    }

    @Test
    void moreThanFitsIntoStagingMemoryIsConvertedInSeveralRounds() {
        SurfaceGeometry geometry = SurfaceGeometry.packed(1000, 48, PixelFormat.RGB565);
        DisplayRig rig = new DisplayRig(geometry);
        fill(rig);
        byte[] source = rig.hostMemory.memory().toArray(ValueLayout.JAVA_BYTE);
        byte[] expected = rig.screen();
        int window = rig.window(0, 0, 1000, 48);
        Run[] runs = new Run[48];
        for (int line = 0; line < 48; line++) {
            runs[line] = new Run(0, line, 1000, rig.hostMemory.base() + line * 4000L);
            for (int x = 0; x < 1000; x++) {
                paint(expected, geometry, x, line, source, line * 4000, PixelFormat.XRGB8888, x);
            }
        }
        MessageFrame reply = rig.ask(rig.runs(window, PixelFormat.XRGB8888, runs));
        assertPut(48, 0, -1, reply);
        assertTrue(rig.agent.transfers() > 1);
        assertArrayEquals(expected, rig.screen());
        assertEquals(48 * 4000, rig.display.counters().get(Counter.BYTES_CONVERTED));
    }

    // --- sources and rights

    @Test
    void pixelsArePulledFromHostMemoryAndFromReceiveMemoryOfPeers() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        rig.hostMemory.memory().fill((byte) 1);
        rig.peerMemory.memory().fill((byte) 2);
        int window = rig.window(0, 0, 64, 48);
        rig.ask(rig.runs(window, PixelFormat.RGB888,
            new Run(0, 0, 1, rig.hostMemory.end() - 3), new Run(1, 0, 1, rig.peerMemory.end() - 3)));
        assertArrayEquals(new byte[] {1, 1, 1, 2, 2, 2, 0}, Arrays.copyOf(rig.screen(), 7));
        assertEquals(3, rig.bus.account(rig.card).dataBytes(rig.host, rig.card));
        assertEquals(3, rig.bus.account(rig.card).dataBytes(rig.peer, rig.card));
    }

    @Test
    void aSourceThatCannotBeReadRefusesItsMessageAndNothingElse() {
        for (PixelFormat screen : new PixelFormat[] {PixelFormat.RGB888, PixelFormat.RGB565}) {
            DisplayRig rig = DisplayRig.of(screen);
            int window = rig.window(0, 0, 64, 48);
            long[] bad = {0, 0xFFFF_FFFFL, 0xFFFF_FFFEL, rig.hostMemory.end() - 2, rig.hostMemory.base() - 1, rig.privateMemory.base()};
            for (long address : bad) {
                MessageFrame reply = rig.ask(rig.runs(window, PixelFormat.RGB888,
                    new Run(0, 0, 1, rig.hostMemory.base()), new Run(1, 0, 1, address)));
                assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.SOURCE_REFUSED, reply);
                assertPut(0, 2, 0, reply);
                assertArrayEquals(new byte[screen.bytesPerPixel() * 64 * 48], rig.screen());
            }
            assertEquals(bad.length, rig.display.counters().get(Counter.TRANSFERS_REFUSED));
            assertPut(1, 0, -1, rig.ask(rig.runs(window, PixelFormat.RGB888, new Run(0, 0, 1, rig.hostMemory.base()))));
            rig.assertAtRest();
        }
    }

    @Test
    void onlyTheClaimerAndTheIopThatTheWindowIsSharedWithDraw() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int shared = rig.window(0, 0, 8, 8, DisplayRig.PEER_IOP_ID);
        int own = rig.window(0, 0, 8, 8);
        Packet packet = new Packet(DisplayRig.header(new int[] {3, 0, 0}), rig.peerMemory.base(), 3);
        assertPut(1, 0, -1, rig.ask(rig.peerRequests, rig.packets(DisplayRig.PEER_ALIAS, shared, PixelFormat.RGB888, packet)));
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.NOT_SHARED,
            rig.ask(rig.peerRequests, rig.packets(DisplayRig.PEER_ALIAS, own, PixelFormat.RGB888, packet)));
        assertPut(1, 0, -1, rig.ask(rig.packets(Tid.HOST, own, PixelFormat.RGB888, packet)));
        rig.claim(Tid.NONE);
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.NOT_SHARED,
            rig.ask(rig.packets(Tid.HOST, shared, PixelFormat.RGB888, packet)));
        rig.assertAtRest();
    }

    // --- packets

    @ParameterizedTest
    @EnumSource(names = {"UYVY", "RGB888"})
    void packetsGiveThePixelsOfTheRulesOnEveryScreen(PixelFormat stream) {
        for (PixelFormat screenFormat : PixelFormat.values()) {
            DisplayRig rig = DisplayRig.of(screenFormat);
            SurfaceGeometry geometry = rig.display.surface().geometry();
            fill(rig);
            byte[] source = rig.peerMemory.memory().toArray(ValueLayout.JAVA_BYTE);
            byte[] expected = rig.screen();
            for (int round = 0; round < 40; round++) {
                int[] at = randomWindow(random, screenFormat);
                int window = rig.window(at[0], at[1], at[2], at[3], WindowCreate.SHARED_WITH_ANY);
                Packet[] packets = new Packet[8];
                for (int i = 0; i < packets.length; i++) {
                    int[][] lines = new int[1 + random.nextInt(3)][];
                    int address = random.nextInt(500_000);
                    int bytes = 0;
                    for (int l = 0; l < lines.length; l++) {
                        int group = stream.groupPixels();
                        lines[l] = new int[] {random.nextInt(60) * stream.groupBytes(), random.nextInt(60), random.nextInt(80) & -group};
                        for (int p = 0; p < lines[l][0] / stream.bytesPerPixel(); p++) {
                            int column = lines[l][2] + p;
                            int x = at[0] + column;
                            int y = at[1] + lines[l][1];
                            if (column < at[2] && lines[l][1] < at[3] && x >= 0 && x < 64 && y >= 0 && y < 48) {
                                paint(expected, geometry, x, y, source, address + bytes, stream, p);
                            }
                        }
                        bytes += lines[l][0];
                    }
                    packets[i] = new Packet(DisplayRig.header(lines), rig.peerMemory.base() + address, bytes + random.nextInt(3));
                }
                MessageFrame reply = rig.ask(rig.peerRequests, rig.packets(DisplayRig.PEER_ALIAS, window, stream, packets));
                assertPut(8, 0, -1, reply);
                assertArrayEquals(expected, rig.screen(), stream + " on " + screenFormat + ", round " + round);
                rig.ask(new WindowDestroy(window));
            }
            rig.assertAtRest();
        }
    }

    @Test
    void twentyPacketsOfTwoLinesFitIntoAFrame() {
        DisplayRig rig = DisplayRig.of(PixelFormat.UYVY);
        int window = rig.window(0, 0, 64, 48);
        Packet[] packets = new Packet[20];
        Arrays.fill(packets, new Packet(DisplayRig.header(new int[] {64, 1, 0}, new int[] {64, 2, 0}), rig.hostMemory.base(), 128));
        int context = rig.post(rig.packets(Tid.HOST, window, PixelFormat.UYVY, packets));
        rig.step();
        assertEquals(1, rig.agent.transfersUnderWay());
        rig.settle();
        MessageFrame reply = rig.reply(context);
        assertNotNull(reply);
        assertPut(20, 0, -1, reply);
    }

    @Test
    void aMalformedPacketIsRefusedAsAWholeAndItsNeighboursArePut() {
        DisplayRig rig = DisplayRig.of(PixelFormat.UYVY);
        rig.hostMemory.memory().fill((byte) 9);
        int window = rig.window(0, 0, 64, 48);
        long address = rig.hostMemory.base();
        byte[] secondField = DisplayRig.header(new int[] {4, 0x8005, 0});
        byte[] endless = DisplayRig.header(new int[] {4, 5, 0x8000});
        byte[] endsEarly = DisplayRig.header(new int[] {4, 5, 0}, new int[] {4, 5, 0});
        endsEarly[6] = 0;
        Packet good = new Packet(DisplayRig.header(new int[] {4, 1, 0}), address, 4);
        Packet[] bad = {
            new Packet(secondField, address, 4),
            new Packet(endless, address, 4),
            new Packet(endsEarly, address, 8),
            new Packet(DisplayRig.header(new int[] {8, 5, 0}), address, 7),
            new Packet(DisplayRig.header(new int[] {4, 5, 0}, new int[] {8, 6, 0}), address, 8),
            new Packet(DisplayRig.header(new int[] {6, 5, 0}), address, 8),
            new Packet(DisplayRig.header(new int[] {4, 5, 1}), address, 8),
            new Packet(new byte[] {0, 0}, address, 8),
            new Packet(new byte[9], address, 8),
            new Packet(new byte[1], address, 8)};
        for (Packet packet : bad) {
            rig.display.surface().clear();
            byte[] expected = rig.screen();
            MessageFrame reply = rig.ask(rig.packets(Tid.HOST, window, PixelFormat.UYVY, good, packet, good));
            assertStatus(RequestStatus.SUCCESS, 0, reply);
            assertPut(2, 1, 1, reply);
            Arrays.fill(expected, 128, 132, (byte) 9);
            assertArrayEquals(expected, rig.screen());
        }
        assertEquals(bad.length, rig.display.counters().get(Counter.PACKETS_REFUSED));
        // A line without pixels is allowed.
        assertPut(1, 0, -1, rig.ask(rig.packets(Tid.HOST, window, PixelFormat.UYVY,
            new Packet(DisplayRig.header(new int[] {0, 1, 0}), address, 0))));
    }

    @ParameterizedTest
    @EnumSource(names = {"RGB565", "XRGB8888"})
    void formatsThatNoStreamHasAreRefusedForPackets(PixelFormat format) {
        DisplayRig rig = DisplayRig.of(format);
        int window = rig.window(0, 0, 64, 48);
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.BAD_FORMAT, rig.ask(rig.packets(Tid.HOST, window, format)));
    }

    // --- hostile messages

    @Test
    void countsThatLeaveTheMessageAreRefused() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int window = rig.window(0, 0, 64, 48);
        for (int words = 4; words < 12; words++) {
            int size = words;
            int fits = words < 6 ? -1 : words < 9 ? 0 : words < 11 ? 1 : 2;
            for (int count : new int[] {0, 1, 2, 3, 100, 0xFFFF}) {
                MessageFrame reply = rig.ask(frame -> {
                    frame.header(size, 0, 0, DisplayFunction.PUT_RUNS, Tid.HOST, rig.tid);
                    frame.setWord(4, window);
                    frame.setWord(5, count << 16 | PixelFormat.RGB888.code());
                    for (int word = 6; word < size; word++) {
                        frame.setWord(word, 0);
                    }
                });
                // A frame that ends before its count has none.
                boolean refused = words < 6 || count > fits;
                assertEquals(refused, reply.requestStatus() == RequestStatus.TRANSACTION_ERROR, words + " words, " + count + " runs");
                if (refused) {
                    assertStatus(RequestStatus.TRANSACTION_ERROR, DetailedStatus.MESSAGE_TOO_SMALL, reply);
                }
            }
        }
        rig.assertAtRest();
    }

    @Test
    void aFormatThatDoesNotExistIsRefused() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int window = rig.window(0, 0, 64, 48);
        for (int code : new int[] {0, 5, 255}) {
            for (int function : new int[] {DisplayFunction.PUT_RUNS, DisplayFunction.PUT_PACKETS}) {
                assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.BAD_FORMAT, rig.ask(frame -> {
                    frame.header(6, 0, 0, function, Tid.HOST, rig.tid);
                    frame.setWord(4, window);
                    frame.setWord(5, code);
                }));
            }
        }
    }

    /** Messages of random words: all are answered, and not a byte lands outside the one window that there is. */
    @ParameterizedTest
    @EnumSource
    void noMessageWritesOutsideItsWindow(PixelFormat screenFormat) {
        DisplayRig rig = DisplayRig.of(screenFormat);
        rig.hostMemory.memory().fill((byte) 0x33);
        rig.peerMemory.memory().fill((byte) 0x33);
        int window = rig.window(20, 10, 16, 12, WindowCreate.SHARED_WITH_ANY);
        long[] addresses = {rig.hostMemory.base(), rig.peerMemory.base(), rig.hostMemory.end() - 40, rig.display.surface().region().base()};
        for (int i = 0; i < 4000; i++) {
            boolean runs = random.nextBoolean();
            int words = 6 + random.nextInt(123);
            int answers = rig.replies();
            rig.ask(random.nextBoolean() ? rig.hostRequests : rig.peerRequests, frame -> {
                int initiator = DisplayRig.PEER_ALIAS;
                frame.header(words, 0, 0, runs ? DisplayFunction.PUT_RUNS : DisplayFunction.PUT_PACKETS, initiator, rig.tid);
                for (int word = 6; word < words; word++) {
                    frame.setWord(word, switch (random.nextInt(5)) {
                        case 0 -> random.nextInt(20) << 16 | random.nextInt(20);
                        case 1 -> (int) addresses[random.nextInt(addresses.length)];
                        case 2 -> 8 << 16 | 4 * random.nextInt(20);
                        case 3 -> random.nextInt(64) << 8;
                        default -> random.nextInt();
                    });
                }
                frame.setWord(4, window);
                frame.setWord(5, random.nextInt(1 + PutRuns.capacity(words * 4)) << 16 | 1 + random.nextInt(4));
            });
            assertEquals(answers + 1, rig.replies());
        }
        assertOutsideIsBlank(rig, 20, 10, 16, 12);
        assertTrue(rig.display.counters().get(Counter.RUNS_PUT) > 0, "some runs were good");
        rig.assertAtRest();
    }

    private static void assertOutsideIsBlank(DisplayRig rig, int left, int top, int width, int height) {
        SurfaceGeometry geometry = rig.display.surface().geometry();
        byte[] screen = rig.screen();
        byte[] blank = DisplayRig.of(geometry.format()).screen();
        int bytes = geometry.format().bytesPerPixel();
        for (int i = 0; i < screen.length; i++) {
            int x = i % geometry.strideBytes() / bytes;
            int y = i / geometry.strideBytes();
            boolean inside = x >= left && x < left + width && y >= top && y < top + height;
            if (!inside) {
                assertEquals(blank[i], screen[i], "byte of pixel " + x + ", " + y);
            }
        }
    }

    // --- flow

    @Test
    void aFloodWaitsWithoutLosingAFrame() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int window = rig.window(0, 0, 64, 48);
        int before = rig.replies();
        for (int i = 0; i < DisplayRig.HOST_FRAMES; i++) {
            rig.post(rig.runs(window, PixelFormat.RGB888, new Run(0, 0, 1, rig.hostMemory.base())));
        }
        rig.step();
        assertEquals(DisplayDdm.JOBS, rig.agent.transfersUnderWay());
        assertEquals(before, rig.replies());
        rig.settle();
        assertEquals(before + DisplayRig.HOST_FRAMES, rig.replies());
        assertTrue(rig.display.counters().get(Counter.TIMES_HELD) > 0);
        rig.assertAtRest();
    }

    @Test
    void aMessageAllocatesNothing() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (PixelFormat from : new PixelFormat[] {PixelFormat.UYVY, PixelFormat.RGB888}) {
            DisplayRig rig = DisplayRig.of(PixelFormat.UYVY);
            int window = rig.window(0, 0, 64, 48);
            Run[] runs = new Run[40];
            for (int i = 0; i < runs.length; i++) {
                runs[i] = new Run(0, i, 8, rig.hostMemory.base() + 200L * i);
            }
            FrameLoop loop = new FrameLoop(rig, rig.runs(window, from, runs));
            FrameLoop packets = new FrameLoop(rig, rig.packets(Tid.HOST, window, from,
                new Packet(DisplayRig.header(new int[] {60, 1, 0}, new int[] {60, 2, 0}), rig.hostMemory.base(), 120)));
            loop.exchange(20_000);
            packets.exchange(20_000);
            long before = threads.getCurrentThreadAllocatedBytes();
            loop.exchange(10_000);
            packets.exchange(10_000);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(allocated < 10_000, allocated + " bytes were allocated for 20,000 messages of " + from);
        }
    }

    /** Exchanges the same message again and again without the rig's conveniences, which allocate. */
    private static final class FrameLoop {
        private final DisplayRig rig;
        private final byte[] message;
        private final MessageFrame view = new MessageFrame();

        FrameLoop(DisplayRig rig, Consumer<MessageFrame> writer) {
            this.rig = rig;
            byte[] bytes = new byte[DisplayRig.FRAME_BYTES];
            view.wrap(MemorySegment.ofArray(bytes), 0, bytes.length);
            writer.accept(view);
            message = Arrays.copyOf(bytes, view.sizeBytes());
            rig.agent.dma(HandAgent.Dma.AT_ONCE);
        }

        void exchange(int times) {
            QueuePair replies = rig.kernel.directory().unit().hostLink().outbound();
            for (int i = 0; i < times; i++) {
                Frame frame = Objects.requireNonNull(rig.hostRequests.take());
                MemorySegment.copy(message, 0, frame.memory(), ValueLayout.JAVA_BYTE, frame.offset(), message.length);
                rig.hostRequests.post(rig.agent, frame);
                while (rig.kernel.doWork(8) > 0) {
                    rig.agent.takeCharges();
                }
                Frame reply = Objects.requireNonNull(replies.poll());
                view.wrap(reply.memory(), reply.offset(), reply.slotBytes());
                assertEquals(RequestStatus.SUCCESS, view.requestStatus());
                replies.free(rig.agent, reply);
            }
        }
    }

    @Test
    void aMessageWithoutRunsIsAnsweredAtOnce() {
        DisplayRig rig = DisplayRig.of(PixelFormat.UYVY);
        int window = rig.window(0, 0, 64, 48);
        int context = rig.post(rig.runs(window, PixelFormat.UYVY));
        rig.step();
        assertEquals(0, rig.agent.transfersUnderWay());
        MessageFrame reply = rig.reply(context);
        assertNotNull(reply);
        assertStatus(RequestStatus.SUCCESS, 0, reply);
        assertPut(0, 0, -1, reply);
    }
}
