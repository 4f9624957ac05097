package dev.spine.device.wire.capture;

import static dev.spine.device.wire.capture.PcapBytes.packet;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CaptureWriterTest {
    private static final long NEWEST_NS = 0xFFFF_FFFFL * 1_000_000_000L + 999_999_999L;

    @ParameterizedTest
    @EnumSource(CaptureClock.class)
    void whatIsWrittenIsReadBackToTheUnitOfTheClock(CaptureClock clock) throws IOException {
        long seed = Long.getLong("spine.seed", new Random().nextLong());
        Random random = new Random(seed);
        CaptureBuilder builder = new CaptureBuilder("made");
        for (int number = 0; number < 1_000; number++) {
            builder.add(packet(number, random.nextInt(1_600)), random.nextLong(NEWEST_NS + 1));
        }
        Capture made = builder.add(packet(3, 262_144), NEWEST_NS).build();

        Capture read = read(write(made, clock));

        String rerun = "run again with -Dspine.seed=" + seed;
        assertEquals(made.packetCount(), read.packetCount());
        for (int index = 0; index < made.packetCount(); index++) {
            assertEquals(-1, made.packet(index).mismatch(read.packet(index)), rerun);
            assertEquals(made.timestampNs(index) / clock.nsPerTick() * clock.nsPerTick(), read.timestampNs(index), rerun);
        }
    }

    @Test
    void theBytesAreThoseOfTheFormat() throws IOException {
        Capture made = new CaptureBuilder("made").add(packet(1, 60), 5_000_007_000L).build();

        byte[] expected = new PcapBytes(ByteOrder.LITTLE_ENDIAN).header(0xA1B2C3D4, 2, 4, 1).record(5, 7, packet(1, 60)).toBytes();
        byte[] written = write(made, CaptureClock.MICROSECONDS);
        System.arraycopy(written, 16, expected, 16, 4);     // the longest packet is the writer's own choice
        assertArrayEquals(expected, written);
    }

    @Test
    void lengthsAndTimesThatTheFormatCannotHoldAreMisuseAndNothingIsWritten() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CaptureWriter writer = new CaptureWriter(out, CaptureClock.NANOSECONDS)) {
            MemorySegment memory = MemorySegment.ofArray(new byte[300_000]);

            assertThrows(IllegalArgumentException.class, () -> writer.write(memory, 0, 262_145, 0));
            assertThrows(IllegalArgumentException.class, () -> writer.write(memory, 0, -1, 0));
            assertThrows(IllegalArgumentException.class, () -> writer.write(memory, 0, 60, -1));
            assertThrows(IllegalArgumentException.class, () -> writer.write(memory, 0, 60, NEWEST_NS + 1));
            assertThrows(IndexOutOfBoundsException.class, () -> writer.write(memory, 299_999, 60, 0));
            assertEquals(24, out.size());
            writer.write(memory, 299_940, 60, NEWEST_NS);
        }
        assertEquals(1, read(out.toByteArray()).packetCount());
    }

    @Test
    void closingClosesTheStream() throws IOException {
        AtomicBoolean closed = new AtomicBoolean();
        OutputStream out = new ByteArrayOutputStream() {
            @Override
            public void close() {
                closed.set(true);
            }
        };
        new CaptureWriter(out, CaptureClock.MICROSECONDS).close();

        assertTrue(closed.get());
    }

    @Test
    void aBuilderRefusesAPacketThatNoFileCouldHoldAndMayGoOnAfterBuilding() {
        CaptureBuilder builder = new CaptureBuilder("made").add(packet(1, 64), 1);

        assertThrows(IllegalArgumentException.class, () -> builder.add(new byte[262_145], 2));
        Capture first = builder.build();
        Capture second = builder.add(packet(2, 65), 3).build();

        assertEquals(1, first.packetCount());
        assertEquals(2, second.packetCount());
        assertArrayEquals(packet(2, 65), second.packet(1).toArray(ValueLayout.JAVA_BYTE));
        assertEquals("made: 2 packets, 129 bytes", second.toString());
    }

    private static byte[] write(Capture capture, CaptureClock clock) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CaptureWriter writer = new CaptureWriter(out, clock)) {
            writer.write(capture);
        }
        return out.toByteArray();
    }

    private static Capture read(byte[] file) throws CaptureException {
        return new CaptureReader().read("written", new ByteArrayInputStream(file));
    }
}
