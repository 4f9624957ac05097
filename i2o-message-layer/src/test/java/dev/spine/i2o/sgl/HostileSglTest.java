package dev.spine.i2o.sgl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.Frames;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Seeded;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lists of random words: plausible types, lying counts, fragments that are as random as the list. */
class HostileSglTest {
    private static final int[] TYPES = {0x00, 0x04, 0x08, 0x48, 0x0C, 0x4C, 0x10, 0x14, 0x50, 0x54, 0x20, 0x60, 0x30, 0x38, 0x7C, 0x40,
        0x70, 0x71, 0x74, 0x75, 0x76, 0x77, 0x7B, 0x7D, 0x7E, 0x7F};
    private static final SglLimits LIMITS = new SglLimits(64, 1 << 20, 3, 256);

    private static int element(Random random) {
        int type = TYPES[random.nextInt(TYPES.length)];
        int flags = type | (random.nextInt(8) == 0 ? SglFlags.LAST : 0) | (random.nextInt(3) == 0 ? random.nextInt(4) : 0);
        int count = random.nextInt(6) == 0 ? random.nextInt(0x1000000) : random.nextInt(64);
        return flags << 24 | count;
    }

    private static int word(Random random) {
        return random.nextBoolean() ? element(random) : random.nextInt(4) * 0x40;
    }

    @Test
    void anyListEndsWithinItsLimitsAndNothingIsThrown() {
        Seeded.cases(50_000, random -> {
            MessageFrame frame = Frames.random(random);
            for (int i = 3; i < frame.sizeWords(); i++) {
                frame.setWord(i, word(random));
            }
            FragmentSource source = (address, space, into, byteCount) -> {
                assertTrue(byteCount >= 4 && byteCount <= into.byteSize());
                for (int i = 0; i < byteCount; i++) {
                    into.set(ValueLayout.JAVA_BYTE, i, (byte) word(random));
                }
                return random.nextInt(4) != 0;
            };
            SglReader reader = new SglReader(LIMITS, source);
            reader.hostPageBytes(random.nextBoolean() ? 512 : random.nextInt());
            reader.begin(frame, random.nextInt(16));
            int runs = 0;
            long bytes = 0;
            while (reader.next()) {
                runs++;
                bytes += reader.byteCount();
                if (reader.kind() == SglReader.Kind.IMMEDIATE) {
                    MemorySegment data = reader.dataMemory().asSlice(reader.dataOffset(), reader.byteCount());
                    assertEquals(reader.byteCount(), data.byteSize());
                }
                if (reader.kind() == SglReader.Kind.MEMORY) {
                    assertTrue(reader.address() >= 0 && reader.address() + reader.byteCount() >= 0);
                }
            }
            assertTrue(runs <= LIMITS.maxElements());
            assertTrue(bytes <= LIMITS.maxBytes());
            assertNotEquals(SglEnd.NOT_YET, reader.end());
        });
    }

    @Test
    void immediateDataNeverReachesBeyondTheMessage() {
        Seeded.cases(20_000, random -> {
            MessageFrame frame = Frames.random(random);
            int first = 4 + random.nextInt(4);
            frame.setWord(first, 0xCC << 24 | random.nextInt(600));
            SglReader reader = new SglReader(LIMITS, FragmentSource.NONE);
            reader.begin(frame.memory(), first * 4L, Math.max(0, frame.sizeBytes() - first * 4));
            if (reader.next()) {
                assertTrue(reader.dataOffset() + reader.byteCount() <= frame.sizeBytes());
            }
        });
    }
}
