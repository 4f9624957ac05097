package dev.spine.extension.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SO-14")
@Tag("SS-24")
@Tag("SN-06")
class CardMemoryTest {
    private static final int BYTES = 64 << 10;
    private static final int PIECES = 20_000;

    private final CardMemory memory = new CardMemory(new Bus(1).allocate("test", BusAgent.host(), Access.OWNER, BYTES));

    private CardMemory.Block allocate(int bytes) {
        return Objects.requireNonNull(memory.allocate(bytes));
    }

    private static void fill(CardMemory.Block block, byte value) {
        block.memory().asSlice(block.offset(), block.length()).fill(value);
    }

    private static boolean isFilled(CardMemory.Block block, byte value) {
        for (int i = 0; i < block.length(); i++) {
            if (block.memory().get(ValueLayout.JAVA_BYTE, block.offset() + i) != value) {
                return false;
            }
        }
        return true;
    }

    @Test
    void whatIsLentInTurnIsDescribedByOneObject() {
        CardMemory.Block first = allocate(1_000);
        first.free();
        CardMemory.Block second = allocate(2_000);
        assertSame(first, second);
        assertEquals(2_000, second.length());
        assertNotSame(second, allocate(1_000), "two that are lent at the same time are two");
    }

    @Test
    void whatIsGivenBackTwiceIsADefect() {
        CardMemory.Block block = allocate(1_000);
        block.free();
        assertThrows(IllegalStateException.class, block::free);
        assertTrue(memory.isWhole());
    }

    @Test
    void nobodySeesWhatAnotherHasWritten() {
        CardMemory.Block block = allocate(1_000);
        fill(block, (byte) 7);
        block.free();
        assertTrue(isFilled(allocate(1_000), (byte) 0));
    }

    @Test
    void whoFillsAllOfItFindsItAsItWas() {
        CardMemory.Block block = allocate(1_000);
        fill(block, (byte) 7);
        block.free();
        assertTrue(isFilled(Objects.requireNonNull(memory.allocateToFill(1_000)), (byte) 7));
        assertNull(memory.allocateToFill(BYTES));
    }

    @Test
    void piecesThatComeAndGoNeverShareABit() {
        long seed = Long.getLong("spine.seed", 1);
        Random random = new Random(seed);
        List<CardMemory.Block> lent = new ArrayList<>();
        List<Byte> values = new ArrayList<>();
        for (int i = 0; i < PIECES; i++) {
            CardMemory.Block block = random.nextInt(3) == 0 ? null : memory.allocate(1 + random.nextInt(4_000));
            if (block != null) {
                byte value = (byte) (1 + random.nextInt(100));
                fill(block, value);
                lent.add(block);
                values.add(value);
            } else if (!lent.isEmpty()) {
                int which = random.nextInt(lent.size());
                assertTrue(isFilled(lent.get(which), values.remove(which)));
                lent.remove(which).free();
            }
        }
        lent.forEach(CardMemory.Block::free);
        assertTrue(memory.isWhole());
    }
}
