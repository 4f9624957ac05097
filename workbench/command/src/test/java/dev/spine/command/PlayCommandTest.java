package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.CaptureBuilder;
import dev.spine.device.wire.capture.CaptureClock;
import dev.spine.device.wire.capture.CaptureWriter;
import dev.spine.perf.reference.ReferenceFormat;
import dev.spine.perf.reference.ReferenceRenderer;
import dev.spine.perf.reference.ReferenceSurface;
import dev.spine.perf.reference.ReferenceWindow;
import dev.spine.system.capture.BundledCapture;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code spine play} of capture files, right ones and wrong ones. */
class PlayCommandTest {
    private static final int FILE_HEADER = 24;
    private static final int LINK_TYPE = 20;

    @TempDir
    private Path scratch;
    private Path png;
    private Path raw;

    @BeforeEach
    void nameTheFiles() {
        png = scratch.resolve("screen.png");
        raw = scratch.resolve("screen.raw");
    }

    private CommandRun play(Object... options) {
        List<Object> arguments = new ArrayList<>(List.of("play", "--png", png, "--raw", raw));
        arguments.addAll(List.of(options));
        return CommandRun.of(arguments.toArray());
    }

    /** The bytes of the colour bars as tcpdump wrote them. */
    private static byte[] bars() throws IOException {
        String name = BundledCapture.BARS.fileName() + ".pcap.gz";
        try (InputStream in = new GZIPInputStream(Objects.requireNonNull(BundledCapture.class.getResourceAsStream(name)))) {
            return in.readAllBytes();
        }
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(scratch.resolve("video.pcap"), bytes);
    }

    private static String name(BundledCapture bundled) {
        return bundled.name().toLowerCase(Locale.ROOT);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    @Tag("SS-34")
    void aBundledCaptureEndsOnTheScreenAsItsSenderMadeIt(BundledCapture bundled) throws IOException {
        CommandRun run = play("--input", name(bundled)).succeeded();

        int packets = bundled.frames() * bundled.packetsPerFrame();
        assertTrue(run.out().contains(bundled.frames() + " frames, " + packets + " packets: " + packets + " drawn, 0 lost, 0 malformed\n"),
            run::out);
        assertArrayEquals(bytes(bundled.lastFrame()), Files.readAllBytes(raw));
        Picture.assertShows(bundled.lastFrame(), ReferenceFormat.valueOf(bundled.stream().name()), bundled.width(), bundled.height(),
            png);
    }

    @Test
    void aFileOfOnesOwnIsPlayedLikeABundledOne() throws IOException {
        play("--input", file(bars())).succeeded();

        assertArrayEquals(bytes(BundledCapture.BARS.lastFrame()), Files.readAllBytes(raw));
    }

    @Test
    void theCountsAreWrittenAsJson() throws IOException {
        CommandRun run = play("--input", "bars", "--frames", 2, "--json", "-").succeeded();

        var counts = JsonRecords.object(run.out());
        assertEquals("spine", counts.get("path"));
        String route = String.valueOf(counts.get("route"));
        assertTrue(route.startsWith("device to device under a grant: ") && !route.contains("contradict"), route);
        assertEquals(2.0, counts.get("frames"));
        assertEquals(226.0, counts.get("packets"));
        assertEquals(226.0, counts.get("drawn"));
        for (String loss : List.of("lost", "malformed", "outside", "undrawn", "dropped")) {
            assertEquals(0.0, counts.get(loss), loss);
        }
    }

    @Test
    void aCaptureThatIsCutInMidPacketIsPlayedUpToTheLastWholeOne() throws IOException {
        byte[] whole = bars();
        CommandRun run = play("--input", file(Arrays.copyOf(whole, whole.length - 100))).succeeded();

        assertTrue(run.out().contains("5 frames, 677 packets: 677 drawn, 0 lost, 0 malformed\n"), run::out);
        assertTrue(run.out().contains(", cut in the record at byte "), run::out);
    }

    @Test
    void whereverACaptureIsCutItIsPlayedOrRefusedInOneLine() throws IOException {
        byte[] whole = bars();
        long seed = Long.getLong("spine.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 12; i++) {
            int length = i < 4 ? random.nextInt(1600) : random.nextInt(whole.length);
            CommandRun run = play("--input", file(Arrays.copyOf(whole, length)));
            boolean played = run.code() == 0 && run.out().contains(" drawn, 0 lost, 0 malformed");
            assertTrue(played || !run.refusal().isEmpty(), () -> "spine.seed=" + seed + ", length " + length + ": " + run);
        }
    }

    @Test
    void damagedPacketsAreCountedAndNeverThrown() throws IOException {
        byte[] whole = bars();
        long seed = Long.getLong("spine.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 8; round++) {
            byte[] damaged = whole.clone();
            // Only within packets: what the file says of them stays as it is.
            int at = FILE_HEADER;
            while (at < damaged.length) {
                int length = ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN).getInt(at + 8);
                if (random.nextInt(4) == 0) {
                    damaged[at + 16 + random.nextInt(Math.min(length, 80))] ^= (byte) (1 << random.nextInt(8));
                }
                at += 16 + length;
            }
            CommandRun run = play("--input", file(damaged));
            assertTrue(run.code() == 0 && run.err().isEmpty() && run.out().contains(" malformed"),
                () -> "spine.seed=" + seed + ": " + run);
        }
    }

    @Test
    void recordsShorterThanAnEthernetHeaderAreLeftOutAndNothingIsPlayedTwice() throws IOException {
        ByteBuffer whole = ByteBuffer.wrap(bars()).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer odd = ByteBuffer.allocate(2 * whole.capacity()).order(ByteOrder.LITTLE_ENDIAN).put(whole.array(), 0, FILE_HEADER);
        long seed = Long.getLong("spine.seed", System.nanoTime());
        Random random = new Random(seed);
        int runts = 0;
        for (int at = FILE_HEADER; at < whole.capacity(); at += 16 + whole.getInt(at + 8)) {
            for (; random.nextInt(3) == 0; runts++) {
                int length = random.nextInt(14);
                odd.putInt(whole.getInt(at)).putInt(whole.getInt(at + 4)).putInt(length).putInt(length).put(new byte[length]);
            }
            odd.put(whole.array(), at, 16 + whole.getInt(at + 8));
        }
        CommandRun run = play("--input", file(Arrays.copyOf(odd.array(), odd.position()))).succeeded();

        String rerun = "run again with -Dspine.seed=" + seed + ": " + run.out();
        assertTrue(run.out().contains(", " + runts + " packets shorter than an Ethernet header left out"), rerun);
        assertTrue(run.out().contains("6 frames, 678 packets: 678 drawn, 0 lost, 0 malformed\n"), rerun);
        assertArrayEquals(bytes(BundledCapture.BARS.lastFrame()), Files.readAllBytes(raw), rerun);
    }

    @Test
    void anotherLinkTypeIsRefused() throws IOException {
        byte[] wireless = bars();
        wireless[LINK_TYPE] = 127;
        assertRefused(wireless, "byte 20: link type 127 is neither Ethernet (1), Linux cooked (113, 276) nor raw IP (101);"
            + " record on an Ethernet interface, or on \"any\"");
    }

    @Test
    void aDamagedPcapngFileIsRefused() throws IOException {
        byte[] next = bars();
        ByteBuffer.wrap(next).putInt(0x0A0D0D0A);
        assertRefused(next, "byte 8: a section of no byte order; the file is damaged here, record it again");
    }

    /** Puts each packet of the bars into a record of another making. */
    private byte[] eachOfTheBars(UnaryOperator<byte[]> change) throws IOException {
        ByteBuffer whole = ByteBuffer.wrap(bars()).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer odd = ByteBuffer.allocate(2 * whole.capacity()).order(ByteOrder.LITTLE_ENDIAN).put(whole.array(), 0, FILE_HEADER);
        for (int at = FILE_HEADER; at < whole.capacity(); at += 16 + whole.getInt(at + 8)) {
            byte[] packet = change.apply(Arrays.copyOfRange(whole.array(), at + 16, at + 16 + whole.getInt(at + 8)));
            odd.putLong(whole.getLong(at)).putInt(packet.length).putInt(packet.length).put(packet);
        }
        return Arrays.copyOf(odd.array(), odd.position());
    }

    @Test
    void taggedPacketsAreShownAndToldWithTheirCure() throws IOException {
        byte[] tagged = eachOfTheBars(packet -> ByteBuffer.allocate(packet.length + 4).put(packet, 0, 12).putInt(0x8100_0005)
            .put(packet, 12, packet.length - 12).array());
        CommandRun run = play("--input", file(tagged)).succeeded();

        assertTrue(run.out().contains("6 frames, 678 packets: 678 drawn, 0 lost, 0 malformed\n"), run::out);
        assertTrue(run.out().contains("678 packets had VLAN tags, which were taken off: record on the VLAN's own interface"), run::out);
        assertArrayEquals(bytes(BundledCapture.BARS.lastFrame()), Files.readAllBytes(raw));
    }

    @Test
    void aVideoThatIsWiderThanItsWindowIsNamedWithItsCure() {
        CommandRun run = play("--input", "bars", "--frames", 1, "--width", 160).succeeded();
        assertTrue(run.out().contains(" lines reach beyond the picture and were cut off: give the sender's --width"), run::out);
        assertFalse(play("--input", "bars", "--frames", 1).succeeded().out().contains("beyond the picture"));
    }

    @Test
    void fragmentsAreNamedWithTheirCure() throws IOException {
        byte[] fragments = eachOfTheBars(packet -> {
            packet[20] = 0x20;
            return packet;
        });
        assertRefused(fragments, "video.pcap holds no RTP, but 678 packets that are IP fragments, which are not put together:"
            + " send smaller ones: rtpvrawpay mtu=1400");
    }

    @Test
    void aCaptureOfShortenedPacketsSaysSo() throws IOException {
        ByteBuffer whole = ByteBuffer.wrap(bars()).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = FILE_HEADER; at < whole.capacity(); at += 16 + whole.getInt(at + 8)) {
            whole.putInt(at + 12, whole.getInt(at + 8) + 1);
        }
        assertRefused(whole.array(), "video.pcap holds no RTP, but 678 packets shortened by the recorder and left out: record them whole:"
            + " tcpdump -s 0");
    }

    @Test
    void aCutCaptureSaysSoWithItsCure() throws IOException {
        byte[] whole = bars();
        CommandRun run = play("--input", file(Arrays.copyOf(whole, whole.length - 100))).succeeded();

        assertTrue(run.out().contains("the file ends in the record at byte "), run::out);
        assertTrue(run.out().contains("end the recorder with Ctrl-C"), run::out);
    }

    @Test
    void anEmptyCaptureOfANamedPortIsOneLine() throws IOException {
        String refusal = play("--port", 5004, "--input", file(Arrays.copyOf(bars(), FILE_HEADER))).refusal();
        assertTrue(refusal.contains("video.pcap holds no RTP over UDP over IPv4"), refusal);
    }

    @Test
    void aScreenThatNothingWasPaintedOnIsBlack() throws IOException {
        CommandRun run = play("--port", 9, "--input", "bars");

        assertEquals(1, run.code());
        BufferedImage picture = ImageIO.read(png.toFile());
        for (int y = 0; y < picture.getHeight(); y++) {
            for (int x = 0; x < picture.getWidth(); x++) {
                assertEquals(0, picture.getRGB(x, y) & 0xFFFFFF);
            }
        }
    }

    @Test
    void anEmptyFileIsRefused() throws IOException {
        assertRefused(new byte[0], "byte 0: the file is empty; record it again");
    }

    @Test
    void aFileThatEndsInItsHeaderIsRefused() throws IOException {
        assertRefused(Arrays.copyOf(bars(), 20), "byte 20: the file ends in its header of 24 bytes; record it again");
    }

    @Test
    void randomBytesAreRefused() throws IOException {
        byte[] bytes = new byte[10_000];
        new Random(1).nextBytes(bytes);
        assertRefused(bytes, "this is no pcap or pcapng file (it begins with 0x");
    }

    @Test
    void aPacketThatIsLongerThanAnyIsRefusedWithItsPlace() throws IOException {
        byte[] bytes = bars();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(FILE_HEADER + 8, 1 << 30);
        assertRefused(bytes, "byte 32: a packet of 1073741824 bytes, but none is longer than ");
    }

    @Test
    void aCaptureWithoutPacketsHoldsNoVideo() throws IOException {
        assertRefused(Arrays.copyOf(bars(), FILE_HEADER), "video.pcap holds no RTP over UDP over IPv4");
    }

    @Test
    void aCaptureWithoutRtpHoldsNoVideo() throws IOException {
        CaptureBuilder builder = new CaptureBuilder("other");
        Random random = new Random(1);
        for (int i = 0; i < 50; i++) {
            byte[] packet = new byte[60 + random.nextInt(1000)];
            random.nextBytes(packet);
            // ARP and IPv6 by turns.
            packet[12] = (byte) (i % 2 == 0 ? 0x08 : 0x86);
            packet[13] = (byte) (i % 2 == 0 ? 0x06 : 0xDD);
            builder.add(packet, i);
        }
        Path file = scratch.resolve("other.pcap");
        try (CaptureWriter writer = new CaptureWriter(Files.newOutputStream(file), CaptureClock.NANOSECONDS)) {
            writer.write(builder.build());
        }
        String refusal = play("--input", file).refusal();
        assertTrue(refusal.contains("other.pcap holds no RTP over UDP over IPv4: record what a video sender sends"), refusal);
        assertFalse(Files.exists(png));
    }

    private void assertRefused(byte[] bytes, String reason) throws IOException {
        String refusal = play("--input", file(bytes)).refusal();
        assertTrue(refusal.contains("video.pcap") && refusal.contains(reason), refusal);
        assertFalse(Files.exists(png) || Files.exists(raw), "nothing is written");
    }

    @Test
    void aFileThatIsNotThereAndADirectoryAreRefused() {
        String missing = play("--input", scratch.resolve("nowhere.pcap")).refusal();
        assertTrue(missing.contains("nowhere.pcap") && missing.contains("there is no such file; check the name"), missing);
        String directory = play("--input", scratch).refusal();
        assertTrue(directory.contains(scratch.toString()), directory);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "--frames 0 | --frames 0: play at least 1",
        "--seconds 0 | --seconds 0.0: play more than 0",
        "--seconds NaN | --seconds NaN: play more than 0",
        "--width 8 | --width and --height ask for 8 x 240 pixels: give 16 to 8192 each",
        "--width 321 | --width and --height ask for lines of 321 pixels: give an even number with UYVY",
        "--height 100000 | --width and --height ask for 320 x 100000 pixels: give 16 to 8192 each",
        "--size 10x10 | --size ask for 10 x 10 pixels: give 16 to 8192 each",
        "--size large | 'large' is no size: write WIDTHxHEIGHT, for example 640x480",
        "--format BGR | expected one of [UYVY, RGB] (case-insensitive) but was 'BGR'",
        "--screen-format GREY | expected one of [RGB565, RGB888, XRGB8888, UYVY] (case-insensitive) but was 'GREY'",
        "--vnc 0 --vnc-viewers 65 | --vnc-viewers 65: let 1 to 64 look",
        "--vnc-viewers 2 | --vnc-viewers is for viewers: give --vnc PORT, too",
        "--port 0 | --port 0: UDP ports are 1 to 65535",
        "--udp 70000 | '70000' is no place to listen at: write PORT (0 to 65535) or ADDRESS:PORT",
        "--udp 5004 --port 5004 | --port is for captures: --udp names its port itself",
        "--udp 5004 --input bars | --input=FILE, --udp=[ADDRESS:]PORT are mutually exclusive (specify only one)",
        "--udp 192.0.2.1:0 | UDP port 0 at 192.0.2.1 cannot be opened",
        "--loop | spine play has no option '--loop'",
    })
    void aWrongOptionIsAnsweredInOneLineWithCodeTwo(String options, String expected) {
        String refusal = play((Object[]) options.split(" ")).refusal();
        assertTrue(refusal.contains(expected), refusal);
    }

    @Test
    void withoutAPlaceForThePictureNothingIsPlayed() {
        String refusal = CommandRun.of("play").refusal();
        assertTrue(refusal.contains("name a file for the picture: --png FILE, or --raw FILE"), refusal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--png", "--raw", "--json"})
    void anOutputThatCannotBeWrittenIsRefusedBeforeThePlaying(String option) {
        Path bad = scratch.resolve("no/such/directory/output");
        String refusal = CommandRun.of("play", option.equals("--png") ? "--raw" : "--png", raw, option, bad).refusal();
        assertEquals(bad + " cannot be written: its directory does not exist; name another file", refusal);
        assertFalse(Files.exists(raw));
    }

    @Test
    void aScreenOfAnotherFormatAndSizeShowsTheVideoAtItsUpperLeft() throws IOException {
        CommandRun run = play("--input", "wheel", "--size", "400x300", "--screen-format", "XRGB8888").succeeded();

        assertTrue(run.out().contains("4 frames, 672 packets: 672 drawn, 0 lost, 0 malformed\n"), run::out);
        byte[] screen = Files.readAllBytes(raw);
        byte[] frame = bytes(BundledCapture.WHEEL.lastFrame());
        assertEquals(400 * 300 * 4, screen.length);
        for (int y = 0; y < 300; y++) {
            for (int x = 0; x < 400; x++) {
                boolean inside = x < 320 && y < 240;
                for (int colour = 0; colour < 3; colour++) {
                    // Blue, green, red, nothing: the little-endian word 0x00RRGGBB.
                    byte expected = inside ? frame[(y * 320 + x) * 3 + 2 - colour] : 0;
                    if (expected != screen[(y * 400 + x) * 4 + colour]) {
                        assertEquals(expected, screen[(y * 400 + x) * 4 + colour], "pixel " + x + ", " + y);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"bars, RGB565", "bars, RGB888", "ball, XRGB8888", "wheel, UYVY", "wheel, RGB565"})
    void noPacketIsLostWhereTheCardConverts(String input, String screenFormat) throws IOException {
        CommandRun run = play("--input", input, "--screen-format", screenFormat).succeeded();

        BundledCapture bundled = BundledCapture.valueOf(input.toUpperCase(Locale.ROOT));
        int packets = bundled.frames() * bundled.packetsPerFrame();
        assertTrue(run.out().contains(packets + " packets: " + packets + " drawn, 0 lost, 0 malformed\n"), run::out);
        ReferenceRenderer renderer = new ReferenceRenderer(
            ReferenceSurface.packed(bundled.width(), bundled.height(), ReferenceFormat.valueOf(screenFormat)));
        renderer.paint(bundled.read(), List.of(
            new ReferenceWindow(bundled.udpPort(), ReferenceFormat.valueOf(bundled.stream().name()), 0, 0, bundled.width(),
                bundled.height())));
        assertArrayEquals(bytes(renderer.pixels().duplicate()), Files.readAllBytes(raw));
    }
}
