package dev.spine.i2o.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.fuzz.Fuzz;
import dev.spine.i2o.Frames;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.sgl.FragmentSource;
import dev.spine.i2o.sgl.SglElement;
import dev.spine.i2o.sgl.SglEnd;
import dev.spine.i2o.sgl.SglLimits;
import dev.spine.i2o.sgl.SglReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any list ends within its limits, touches nothing outside itself and the fragments it was given, and is the same when written again. */
class SglFuzzTest {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final SglLimits LIMITS = new SglLimits(128, 1 << 22, 4, 256);
    private static final int MAX_BYTES = 400;

    private final Fuzz fuzz = Fuzz.over(SglFuzzTest.class, "sgl").generating(SglFuzzTest::list);

    @Test
    void anyListEndsWithinItsLimits() {
        fuzz.briefly(SglFuzzTest::target);
    }

    @Test
    @Tag("full")
    void anyListEndsWithinItsLimitsForLong() {
        fuzz.atLength(SglFuzzTest::target);
    }

    private static byte[] list(Random random) {
        byte[] bytes = new byte[4 * (1 + random.nextInt(40))];
        MemorySegment memory = MemorySegment.ofArray(bytes);
        for (int at = 0; at < bytes.length; at += 4) {
            int flags = random.nextInt(32) << 2 | (random.nextInt(4) == 0 ? random.nextInt(4) : 0) | (random.nextInt(8) == 0 ? 0x80 : 0);
            int count = switch (random.nextInt(4)) {
                case 0 -> random.nextInt(1 << 24);
                case 1 -> (2 + random.nextInt(6)) << 16 | random.nextInt(4) << 14 | random.nextInt(16);
                default -> random.nextInt(64);
            };
            memory.set(WORD, at, random.nextInt(3) > 0 ? flags << 24 | count : random.nextInt(8) << 12);
        }
        return bytes;
    }

    private static Object target(byte[] input) {
        int size = Math.min(input.length, MAX_BYTES) / 4 * 4;
        byte[] list = Arrays.copyOf(input, size);
        FragmentSource source = (address, space, into, byteCount) -> {
            assertTrue(byteCount >= 4 && byteCount <= into.byteSize());
            for (int i = 0; i < byteCount; i++) {
                into.set(ValueLayout.JAVA_BYTE, i, list[(int) ((address + i) % list.length)]);
            }
            return (address & 8) == 0;
        };
        SglReader reader = new SglReader(LIMITS, source);
        reader.hostPageBytes(4096);
        reader.begin(MemorySegment.ofArray(list), 0, list.length);
        Set<SglReader.Kind> kinds = EnumSet.noneOf(SglReader.Kind.class);
        int runs = 0;
        long bytes = 0;
        while (reader.next()) {
            kinds.add(reader.kind());
            runs++;
            bytes += reader.byteCount();
            if (reader.kind() == SglReader.Kind.IMMEDIATE) {
                assertEquals(reader.byteCount(), reader.dataMemory().asSlice(reader.dataOffset(), reader.byteCount()).byteSize());
            }
            assertTrue(reader.byteCount() >= 0 && reader.address() >= 0);
        }
        assertTrue(runs <= LIMITS.maxElements() && bytes <= LIMITS.maxBytes());
        assertNotEquals(SglEnd.NOT_YET, reader.end());
        return List.of(kinds, reader.end(), Math.min(8, runs), writtenAgain(list));
    }

    /** The same list as values; how many there are. */
    private static int writtenAgain(byte[] list) {
        MessageFrame frame = Frames.slot(512);
        frame.header(4 + list.length / 4, 0, 4, 0, 0, 0);
        MemorySegment.copy(MemorySegment.ofArray(list), 0, frame.memory(), 16, list.length);
        List<SglElement> elements = SglElement.readAll(frame, 4);
        MessageFrame written = Frames.slot(1024);
        written.header(4 + SglElement.words(elements), 0, 4, 0, 0, 0);
        SglElement.writeAll(written, 4, elements);
        assertEquals(elements, SglElement.readAll(written, 4));
        return Math.min(8, elements.size());
    }
}
