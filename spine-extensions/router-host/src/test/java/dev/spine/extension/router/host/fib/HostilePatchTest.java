package dev.spine.extension.router.host.fib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.router.fib.FibLayout;
import dev.spine.extension.router.fib.PatchAnswer;
import dev.spine.extension.router.host.address.Prefix;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A card survives whatever is sent to it as a patch, and each lookup ends with a number. */
class HostilePatchTest {
    private static final long SEED = Long.getLong("spine.seed", 1);
    private static final int BYTES = 64 << 10;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final CardTable card = new CardTable(BYTES);

    private static ByteBuffer part(int number, int flags, int records, int... words) {
        ByteBuffer part = ByteBuffer.allocate(FibLayout.PART_BODY + words.length * 4);
        part.putShort((short) FibLayout.MAGIC).putShort((short) flags).putInt(number).putInt(records);
        for (int word : words) {
            part.putInt(word);
        }
        return part;
    }

    private PatchAnswer take(ByteBuffer part) {
        byte[] bytes = new byte[part.capacity()];
        part.get(0, bytes);
        return card.take(bytes, bytes.length);
    }

    private byte[] memory() {
        return card.memory().toArray(ValueLayout.JAVA_BYTE);
    }

    private void refused(PatchAnswer why, ByteBuffer part) {
        byte[] before = memory();
        int expected = card.fib().expectedPart();
        assertEquals(why, take(part));
        assertArrayEquals(before, memory());
        assertEquals(expected, card.fib().expectedPart());
        lookups();
    }

    private void lookups() {
        for (int i = 0; i < 20; i++) {
            int four = card.lookup4(random.nextInt());
            int six = card.fib().lookup6(random.nextLong(), random.nextLong());
            assertTrue(four >= 0 && four <= 0xFFFF && six >= 0 && six <= 0xFFFF);
        }
    }

    @Test
    void aPartThatIsNotWellFormedIsRefusedWhole() {
        ByteBuffer other = part(0, 0, 0);
        other.putShort(0, (short) 0);
        refused(PatchAnswer.MALFORMED, other);
        refused(PatchAnswer.MALFORMED, ByteBuffer.allocate(FibLayout.PART_BODY - 1));
        refused(PatchAnswer.MALFORMED, ByteBuffer.allocate(FibLayout.MAX_PART_BYTES + 1));
        refused(PatchAnswer.MALFORMED, part(0, 4, 0));
        refused(PatchAnswer.MALFORMED, part(0, 0, 1));
        refused(PatchAnswer.MALFORMED, part(0, 0, 1, 64));
        refused(PatchAnswer.MALFORMED, part(0, 0, 1, 64, 8, 1));
        refused(PatchAnswer.MALFORMED, part(0, 0, 1, 64, 0, 1));
        refused(PatchAnswer.MALFORMED, part(0, 0, 1, 64, -4, 1));
        refused(PatchAnswer.MALFORMED, part(0, 0, 2, 64, 4, 1));
        refused(PatchAnswer.OUT_OF_ORDER, part(1, 0, 1, 64, 4, 1));
    }

    @Test
    void aRecordThatLeavesTheTableIsRefusedWithAllThatComeWithIt() {
        refused(PatchAnswer.OUT_OF_BOUNDS, part(0, 0, 2, 64, 4, 1, BYTES, 4, 1));
        refused(PatchAnswer.OUT_OF_BOUNDS, part(0, 0, 2, 64, 4, 1, BYTES - 2, 4, 1));
        refused(PatchAnswer.OUT_OF_BOUNDS, part(0, 0, 1, -4, 4, 1));
        refused(PatchAnswer.OUT_OF_BOUNDS, part(0, 0, 1, Integer.MAX_VALUE & -4, 4, 1));
        refused(PatchAnswer.OUT_OF_BOUNDS, part(0, 0, 1, 66, 4, 1));
    }

    @Test
    void theHeaderIsWrittenOnlyWholeAndOnlyWithWhatLiesInTheTable() {
        refused(PatchAnswer.BAD_HEADER, part(0, 0, 1, 0, 16, 32, 32, 0, 0));
        refused(PatchAnswer.BAD_HEADER, part(0, FibLayout.COMMIT, 1, 0, 4, 32));
        refused(PatchAnswer.BAD_HEADER, part(0, FibLayout.COMMIT, 1, 16, 4, 32));
        refused(PatchAnswer.BAD_HEADER, part(0, FibLayout.COMMIT, 1, 28, 8, 1, 1));
        refused(PatchAnswer.BAD_HEADER, part(0, FibLayout.COMMIT, 1, 0, 16, BYTES, 0, 0, 0));
        refused(PatchAnswer.BAD_HEADER, part(0, FibLayout.COMMIT, 1, 0, 16, 0, BYTES - 4, 0, 0));
        refused(PatchAnswer.BAD_HEADER, part(0, FibLayout.COMMIT, 1, 0, 16, -32, 0, 0, 0));
        refused(PatchAnswer.BAD_HEADER, part(0, FibLayout.COMMIT, 1, 0, 16, 16, 0, 0, 0));
        refused(PatchAnswer.BAD_HEADER, part(0, FibLayout.COMMIT, 1, 0, 16, 33, 0, 0, 0));
        refused(PatchAnswer.BAD_HEADER, part(0, FibLayout.COMMIT, 1, 0, 16, 0, 0, 65536, 0));
        refused(PatchAnswer.BAD_HEADER, part(0, FibLayout.COMMIT, 1, 0, 16, 0, 0, 0, -1));
        assertEquals(PatchAnswer.TAKEN, take(part(0, FibLayout.COMMIT, 1, 0, 16, 32, 32, 7, 8)));
        assertEquals(7, card.lookup4(1));
        assertEquals(8, card.fib().lookup6(1, 1));
    }

    @Test
    void aCardThatBeginsAnewFindsNothingUntilTheLastPart() {
        assertEquals(PatchAnswer.TAKEN, take(part(0, FibLayout.COMMIT, 1, 0, 16, 0, 0, 7, 8)));
        assertEquals(7, card.lookup4(1));
        assertEquals(PatchAnswer.TAKEN, take(part(99, FibLayout.ANEW, 1, 64, 4, 5)));
        assertEquals(0, card.lookup4(1));
        assertEquals(0, card.fib().lookup6(1, 1));
        assertEquals(100, card.fib().expectedPart());
    }

    @Test
    void nodesThatLeadInCirclesEndALookup() {
        int node = 32 << 10;
        assertEquals(PatchAnswer.TAKEN, take(part(0, FibLayout.COMMIT, 2, node, 20, -1, -1, 0, 0, node, 0, 16, 32, 32, 0, 0)));
        for (int slot = 0; slot < 64; slot++) {
            card.memory().set(ValueLayout.JAVA_INT_UNALIGNED, node + 16 + 4L * slot, Integer.reverseBytes(node));
        }
        for (int i = 0; i < 1 << 12; i++) {
            card.memory().set(ValueLayout.JAVA_INT_UNALIGNED, 32 + 4L * i, Integer.reverseBytes(node | FibLayout.NODE));
        }
        assertEquals(0, card.lookup4(random.nextInt()));
        assertEquals(0, card.fib().lookup6(random.nextLong(), random.nextLong()));
    }

    @Test
    void anyBytesAreTakenOrRefusedAndNeverHarmALookup() {
        List<byte[]> corpus = new ArrayList<>();
        RouteTable table = new RouteTable(BYTES, 1 << 10, (bytes, length) -> corpus.add(Arrays.copyOf(bytes, length)));
        for (int i = 0; i < 60; i++) {
            table.set(Prefix.v4(random.nextInt(), 1 + random.nextInt(32)), 1 + random.nextInt(9));
        }
        int taken = 0;
        for (int i = 0; i < 60_000; i++) {
            byte[] part = corpus.get(random.nextInt(corpus.size())).clone();
            int flips = random.nextInt(4);
            for (int j = 0; j < flips; j++) {
                part[random.nextInt(part.length)] = (byte) random.nextInt();
            }
            if (random.nextInt(8) != 0) {
                ByteBuffer.wrap(part).putInt(FibLayout.PART_NUMBER, card.fib().expectedPart());
            }
            taken += card.take(part, random.nextInt(8) == 0 ? random.nextInt(part.length + 1) : part.length) == PatchAnswer.TAKEN ? 1 : 0;
            lookups();
        }
        assertTrue(taken > 1000, "some were taken");
        for (int i = 0; i < 3_000; i++) {
            int place = FibLayout.BODY + 4 * random.nextInt((BYTES - FibLayout.BODY) / 4 - 16);
            int[] words = random.ints(18).toArray();
            words[0] = place;
            words[1] = 64;
            for (int j = 2; j < words.length; j++) {
                words[j] = random.nextInt(3) == 0 ? words[j] : FibLayout.NODE * random.nextInt(2) | random.nextInt(BYTES + 500);
            }
            assertEquals(PatchAnswer.TAKEN, take(part(card.fib().expectedPart(), FibLayout.COMMIT, 1, words)));
            lookups();
        }
    }
}
