package dev.spine.device.wire.capture;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.fuzz.Fuzz;
import java.io.ByteArrayInputStream;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random and randomly damaged files, and mutations of the files in {@code corpus/pcap}.
 *
 * <p>A failure prints its seed; {@code -Dspine.seed=SEED} runs it again.
 */
class CaptureFuzzTest {
    private static final int FILES = 3_000;

    private final long seed = Long.getLong("spine.seed", new Random().nextLong());
    private final CaptureReader reader = new CaptureReader(1 << 20, VlanTags.TAKE_OFF);

    @Test
    void randomBytesAreRefusedOrReadButNothingElseIsThrown() {
        Random random = new Random(seed);
        for (int number = 0; number < FILES; number++) {
            byte[] file = new byte[random.nextInt(200)];
            random.nextBytes(file);
            readOrRefuse(file, number);
        }
    }

    @Test
    void randomRecordsAfterAGoodFileHeaderAreRefusedOrRead() {
        Random random = new Random(seed);
        for (int number = 0; number < FILES; number++) {
            byte[] records = new byte[random.nextInt(400)];
            random.nextBytes(records);
            // Small lengths, so that more than the first record is reached.
            for (int index = 8; index + 8 <= records.length; index += 16 + random.nextInt(40)) {
                records[index + 1] = 0;
                records[index + 2] = 0;
                records[index + 3] = 0;
                System.arraycopy(records, index, records, index + 4, 4);
            }
            byte[] header = PcapBytes.ordinary(ByteOrder.LITTLE_ENDIAN).toBytes();
            byte[] file = Arrays.copyOf(header, header.length + records.length);
            System.arraycopy(records, 0, file, header.length, records.length);
            readOrRefuse(file, number);
        }
    }

    @Test
    void aGoodFileWithAFewBytesChangedIsRefusedOrRead() {
        Random random = new Random(seed);
        for (int number = 0; number < FILES; number++) {
            PcapBytes good = PcapBytes.ordinary(random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            int packets = random.nextInt(6);
            for (int packet = 0; packet < packets; packet++) {
                good.record(random.nextInt(), random.nextInt(1_000_000), PcapBytes.packet(packet, random.nextInt(300)));
            }
            byte[] file = random.nextInt(3) == 0 ? PcapBytes.gzip(good.toBytes()) : good.toBytes();
            int changes = random.nextInt(5);
            for (int change = 0; change < changes; change++) {
                file[random.nextInt(file.length)] = (byte) random.nextInt();
            }
            readOrRefuse(Arrays.copyOf(file, random.nextInt(file.length + 1)), number);
        }
    }

    @Test
    void mutationsOfRecordedFilesAreRefusedOrRead() {
        Fuzz.over(CaptureFuzzTest.class, "pcap").briefly(this::outcome);
    }

    @Test
    @Tag("full")
    void mutationsOfRecordedFilesAreRefusedOrReadForLong() {
        Fuzz.over(CaptureFuzzTest.class, "pcap").atLength(this::outcome);
    }

    private Object outcome(byte[] file) {
        try {
            Capture capture = reader.read("fuzz", new ByteArrayInputStream(file));
            long end = 0;
            for (int index = 0; index < capture.packetCount(); index++) {
                assertTrue(capture.packetOffset(index) >= end);
                end = capture.packetOffset(index) + capture.packetBytes(index);
            }
            assertTrue(end <= capture.packets().byteSize());
            return Math.min(capture.packetCount(), 20);
        } catch (CaptureException expected) {
            assertTrue(expected.byteOffset() >= 0 && expected.getMessage().lines().count() == 1);
            return expected.getMessage().replaceAll("[0-9]+", "N");
        }
    }

    private void readOrRefuse(byte[] file, int number) {
        try {
            Capture capture = reader.read("fuzz", new ByteArrayInputStream(file));
            long end = 0;
            for (int index = 0; index < capture.packetCount(); index++) {
                assertTrue(capture.packetOffset(index) >= end, () -> rerun(number));
                end = capture.packetOffset(index) + capture.packetBytes(index);
            }
            assertTrue(end <= capture.packets().byteSize(), () -> rerun(number));
        } catch (CaptureException expected) {
            assertTrue(expected.byteOffset() >= 0 && expected.getMessage().lines().count() == 1, () -> rerun(number));
        } catch (RuntimeException | Error e) {
            throw new AssertionError(rerun(number), e);
        }
    }

    private String rerun(int number) {
        return "file " + number + ", run again with -Dspine.seed=" + seed;
    }
}
