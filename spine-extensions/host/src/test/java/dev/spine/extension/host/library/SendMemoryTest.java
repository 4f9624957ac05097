package dev.spine.extension.host.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.driver.HostMemory;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Memory for data on their way to a card: given again, and bounded. */
class SendMemoryTest {
    private final Bus bus = new Bus(2);
    private final SendMemory memory = new SendMemory(new HostMemory(bus, BusAgent.host()));

    @Test
    void whatHasComeBackIsGivenToDataOfItsSize() {
        Region first = memory.take(65_536);
        assertNotSame(first, memory.take(65_536), "the first one is in use");
        memory.release(first);
        assertTrue(memory.take(32_768).length() < first.length(), "too large for that");
        assertSame(first, memory.take(32_769));
    }

    @Test
    void dataOfAnySizeHaveRoom() {
        for (int bytes : new int[] {1, 2, 1_023, 1_024, 1_025, (1 << 20) - 1, 1 << 20}) {
            assertTrue(memory.take(bytes).length() >= bytes, () -> bytes + " bytes");
        }
    }

    @Test
    void theOldestMakesRoomAndNothingIsKeptInTheEnd() {
        List<Region> all = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            all.add(memory.take(1_024));
        }
        all.forEach(memory::release);
        assertNull(bus.find(all.getFirst().base(), 1));
        assertEquals(all.getLast(), bus.find(all.getLast().base(), 1));
        memory.clear();
        assertNull(bus.find(all.getLast().base(), 1));
    }
}
