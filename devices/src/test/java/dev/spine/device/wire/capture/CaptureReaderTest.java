package dev.spine.device.wire.capture;

import static dev.spine.device.wire.capture.PcapBytes.gzip;
import static dev.spine.device.wire.capture.PcapBytes.ordinary;
import static dev.spine.device.wire.capture.PcapBytes.packet;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureReaderTest {
    private final CaptureReader reader = new CaptureReader();

    static Stream<Arguments> everyKindOfFile() {
        return Stream.of(
                Arguments.of(LITTLE_ENDIAN, 0xA1B2C3D4, 1_000L),
                Arguments.of(LITTLE_ENDIAN, 0xA1B23C4D, 1L),
                Arguments.of(BIG_ENDIAN, 0xA1B2C3D4, 1_000L),
                Arguments.of(BIG_ENDIAN, 0xA1B23C4D, 1L));
    }

    @ParameterizedTest
    @MethodSource("everyKindOfFile")
    void packetsAndTimesAreReadInBothByteOrdersAndBothUnits(ByteOrder order, int magic, long nsPerTick) throws IOException {
        byte[] file = new PcapBytes(order).header(magic, 2, 4, 1)
                .record(1_700_000_000, 123_456, packet(1, 60))
                .record(0xFFFF_FFFF, 7, packet(2, 1514))
                .toBytes();

        Capture capture = read(file);

        assertEquals(2, capture.packetCount());
        assertEquals(60 + 1514, capture.packetBytes());
        assertArrayEquals(packet(1, 60), bytesOf(capture, 0));
        assertArrayEquals(packet(2, 1514), bytesOf(capture, 1));
        assertEquals(1_700_000_000L * 1_000_000_000L + 123_456 * nsPerTick, capture.timestampNs(0));
        assertEquals(0xFFFF_FFFFL * 1_000_000_000L + 7 * nsPerTick, capture.timestampNs(1));
        assertFalse(capture.isCut());
        assertEquals(Capture.NOT_CUT, capture.cutAtByte());
        assertEquals(0, capture.count(CaptureOddity.SHORTENED));
    }

    @Test
    void everyPacketBeginsAtAMultipleOf64BytesAndTheGapsAreZero() throws IOException {
        PcapBytes file = ordinary(LITTLE_ENDIAN);
        List<Integer> lengths = List.of(14, 15, 63, 64, 65, 127, 128, 1514, 262_144);
        for (int length : lengths) {
            file.record(1, 1, packet(length, length));
        }

        Capture capture = read(file.toBytes());

        assertEquals(0, capture.packets().address() % Capture.PACKET_ALIGNMENT);
        long end = 0;
        for (int index = 0; index < lengths.size(); index++) {
            assertEquals(0, capture.packetOffset(index) % Capture.PACKET_ALIGNMENT);
            assertArrayEquals(packet(lengths.get(index), lengths.get(index)), bytesOf(capture, index));
            for (long gap = end; gap < capture.packetOffset(index); gap++) {
                assertEquals(0, capture.packets().get(ValueLayout.JAVA_BYTE, gap));
            }
            end = capture.packetOffset(index) + capture.packetBytes(index);
        }
    }

    @Test
    void aCaptureCannotBeWrittenTo() throws IOException {
        Capture capture = read(ordinary(LITTLE_ENDIAN).record(1, 1, packet(1, 60)).toBytes());

        assertThrows(IllegalArgumentException.class, () -> capture.packets().set(ValueLayout.JAVA_BYTE, 0, (byte) 1));
        assertThrows(IllegalArgumentException.class, () -> capture.packet(0).fill((byte) 1));
    }

    @Test
    void aPacketBeyondTheLastIsRefused() throws IOException {
        Capture capture = read(ordinary(LITTLE_ENDIAN).record(1, 1, packet(1, 60)).toBytes());

        assertThrows(IndexOutOfBoundsException.class, () -> capture.packet(1));
        assertThrows(IndexOutOfBoundsException.class, () -> capture.packetOffset(1));
        assertThrows(IndexOutOfBoundsException.class, () -> capture.packetBytes(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> capture.timestampNs(1));
    }

    @Test
    void aFileWithNoPacketsIsAnEmptyCapture() throws IOException {
        Capture capture = read(ordinary(BIG_ENDIAN).toBytes());

        assertEquals(0, capture.packetCount());
        assertFalse(capture.isCut());
    }

    @Test
    void compressedFilesAreUnpackedWhateverTheirName(@TempDir Path directory) throws IOException {
        byte[] plain = ordinary(BIG_ENDIAN).record(1, 1, packet(1, 60)).record(2, 2, packet(2, 70)).toBytes();
        Path file = directory.resolve("no-telling-name");
        Files.write(file, gzip(plain));

        Capture capture = reader.read(file);

        assertEquals(2, capture.packetCount());
        assertArrayEquals(packet(2, 70), bytesOf(capture, 1));
        assertEquals(file.toString(), capture.name());
    }

    @Test
    void aFileCutAnywhereGivesTheWholePacketsBeforeTheCut() throws IOException {
        int packets = 3;
        int recordBytes = 16 + 60;
        PcapBytes whole = ordinary(LITTLE_ENDIAN);
        for (int number = 0; number < packets; number++) {
            whole.record(number, 0, packet(number, 60));
        }
        byte[] file = whole.toBytes();
        for (int cut = 24; cut <= file.length; cut++) {
            Capture capture = read(Arrays.copyOf(file, cut));

            int expected = (cut - 24) / recordBytes;
            assertEquals(expected, capture.packetCount(), "cut at " + cut);
            boolean between = (cut - 24) % recordBytes == 0;
            assertEquals(between ? Capture.NOT_CUT : 24L + (long) expected * recordBytes, capture.cutAtByte(), "cut at " + cut);
            assertEquals(!between, capture.isCut());
            for (int index = 0; index < expected; index++) {
                assertArrayEquals(packet(index, 60), bytesOf(capture, index));
            }
        }
    }

    @Test
    void aCompressedFileCutAnywhereGivesWholePacketsOrARefusalAndAlwaysSaysThatItIsCut() throws IOException {
        PcapBytes whole = ordinary(LITTLE_ENDIAN);
        for (int number = 0; number < 20; number++) {
            whole.record(number, 0, packet(number * number, 100));
        }
        byte[] file = gzip(whole.toBytes());
        int mostPackets = 0;
        // The last 8 bytes are check sum and length: without them every packet is there, but the end is still missing.
        for (int length = 2; length < file.length; length++) {
            try {
                Capture capture = read(Arrays.copyOf(file, length));
                assertTrue(capture.isCut(), "cut at " + length);
                mostPackets = Math.max(mostPackets, capture.packetCount());
                for (int index = 0; index < capture.packetCount(); index++) {
                    assertArrayEquals(packet(index * index, 100), bytesOf(capture, index));
                }
            } catch (CaptureException e) {
                assertFalse(e.remedy().isEmpty());
            }
        }
        assertEquals(20, mostPackets);
    }

    @Test
    void aPacketThatTheRecorderShortenedIsLeftOutAndCounted() throws IOException {
        byte[] file = ordinary(LITTLE_ENDIAN)
                .record(1, 0, packet(1, 60))
                .record(2, 0, 96, 1514, packet(2, 96))
                .record(3, 0, packet(3, 60))
                .toBytes();

        Capture capture = read(file);

        assertEquals(2, capture.packetCount());
        assertArrayEquals(packet(3, 60), bytesOf(capture, 1));
        assertEquals(1, capture.count(CaptureOddity.SHORTENED));
        assertFalse(capture.isCut());
        assertTrue(capture.toString().contains("1 packet shortened"), capture.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {119, 120, 121})
    void theLimitIsOnTheUnpackedBytes(int limit) throws IOException {
        byte[] file = gzip(ordinary(LITTLE_ENDIAN).record(1, 0, packet(1, 80)).toBytes());   // 120 bytes unpacked
        CaptureReader limited = new CaptureReader(limit, VlanTags.KEEP);

        if (limit < 120) {
            CaptureException refused =
                    assertThrows(CaptureException.class, () -> limited.read("bomb", new ByteArrayInputStream(file)));
            assertEquals(limit, refused.byteOffset());
        } else {
            assertEquals(1, limited.read("small", new ByteArrayInputStream(file)).packetCount());
        }
    }

    @Test
    void aLimitBelowOneIsMisuse() {
        assertThrows(IllegalArgumentException.class, () -> new CaptureReader(0, VlanTags.KEEP));
    }

    private Capture read(byte[] file) throws CaptureException {
        return reader.read("test", new ByteArrayInputStream(file));
    }

    private static byte[] bytesOf(Capture capture, int index) {
        return capture.packet(index).toArray(ValueLayout.JAVA_BYTE);
    }
}
