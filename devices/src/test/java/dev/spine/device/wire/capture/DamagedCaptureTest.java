package dev.spine.device.wire.capture;

import static dev.spine.device.wire.capture.PcapBytes.gzip;
import static dev.spine.device.wire.capture.PcapBytes.ordinary;
import static dev.spine.device.wire.capture.PcapBytes.packet;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that must be refused, each with the place that the refusal must name and a word that its reason must have. */
class DamagedCaptureTest {
    private final CaptureReader reader = new CaptureReader();

    static Stream<Arguments> refusedFiles() {
        byte[] good = ordinary(LITTLE_ENDIAN).record(1, 0, packet(1, 60)).toBytes();
        byte[] badZip = gzip(good);
        Arrays.fill(badZip, 10, badZip.length, (byte) 0xFF);
        return Stream.of(
                Arguments.of("no bytes", new byte[0], 0, "empty"),
                Arguments.of("half a magic", Arrays.copyOf(good, 3), 0, "3 bytes"),
                Arguments.of("cut after the magic", Arrays.copyOf(good, 4), 4, "header"),
                Arguments.of("cut one byte before the end of the file header", Arrays.copyOf(good, 23), 23, "header"),
                Arguments.of("text", "this is not a capture at all\n".getBytes(StandardCharsets.UTF_8), 0, "0x74686973"),
                Arguments.of(
                        "pcapng of no byte order", new PcapBytes(BIG_ENDIAN).header(0x0A0D0D0A, 0, 28, 0).toBytes(), 8, "byte order"),
                Arguments.of("version 1.4", new PcapBytes(LITTLE_ENDIAN).header(0xA1B2C3D4, 1, 4, 1).toBytes(), 4, "version 1.4"),
                Arguments.of("version 2.3", new PcapBytes(BIG_ENDIAN).header(0xA1B2C3D4, 2, 3, 1).toBytes(), 4, "version 2.3"),
                Arguments.of("802.11", new PcapBytes(LITTLE_ENDIAN).header(0xA1B2C3D4, 2, 4, 127).toBytes(), 20, "127"),
                Arguments.of("link type 2^16-1", new PcapBytes(BIG_ENDIAN).header(0xA1B2C3D4, 2, 4, -1).toBytes(), 20, "65535"),
                Arguments.of(
                        "one byte more than any packet",
                        ordinary(LITTLE_ENDIAN).record(1, 0, 262_145, 262_145, packet(1, 60)).toBytes(), 24 + 8, "262145"),
                Arguments.of(
                        "2 GiB in the second packet",
                        ordinary(BIG_ENDIAN).record(1, 0, packet(1, 60)).record(1, 0, 0x8000_0000, -1, packet(1, 60)).toBytes(),
                        24 + 76 + 8, "2147483648"),
                Arguments.of("4 GiB", ordinary(LITTLE_ENDIAN).record(1, 0, -1, -1, packet(1, 60)).toBytes(), 24 + 8, "4294967295"),
                Arguments.of("more than was sent", ordinary(LITTLE_ENDIAN).record(1, 0, 60, 59, packet(1, 60)).toBytes(), 24 + 12, "59"),
                Arguments.of("gzip's two bytes and nothing else", new byte[] {0x1F, (byte) 0x8B}, 0, "compressed"),
                Arguments.of("damaged compressed data", badZip, 0, "cannot be read"),
                Arguments.of("compressed nothing", gzip(new byte[0]), 0, "empty"),
                Arguments.of("compressed twice", gzip(gzip(good)), 0, "0x1F8B"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusedFiles")
    void isRefusedWithOneLineThatNamesFilePositionReasonAndRemedy(String what, byte[] file, int place, String word) {
        CaptureException refused =
                assertThrows(CaptureException.class, () -> reader.read(what, new ByteArrayInputStream(file)));

        assertEquals(place, refused.byteOffset());
        assertEquals(what, refused.file());
        assertTrue(refused.reason().contains(word), refused.reason());
        assertFalse(refused.remedy().isBlank());
        assertEquals(what + ", byte " + place + ": " + refused.reason() + "; " + refused.remedy(), refused.getMessage());
        assertEquals(1, refused.getMessage().lines().count());
    }

    @Test
    void aMissingFileIsRefusedByName(@TempDir Path directory) {
        Path missing = directory.resolve("missing.pcap");

        CaptureException refused = assertThrows(CaptureException.class, () -> reader.read(missing));

        assertEquals(missing + ", byte 0: there is no such file; check the name", refused.getMessage());
    }

    @Test
    void aDirectoryIsRefused(@TempDir Path directory) {
        CaptureException refused = assertThrows(CaptureException.class, () -> reader.read(directory));

        assertEquals(directory.toString(), refused.file());
    }
}
