package dev.spine.extension.runtime.quota;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.ServiceRights;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** What an instance keeps of the objects that it can make of the API weighs no less than it does. */
class HeapCountTest {
    private static final int MANY = 1_000;

    private static long weightOf(Object... held) {
        HeapCount count = new HeapCount(HeapCountTest.class.getClassLoader().getParent());
        count.root(held);
        long bytes = count.upTo(Long.MAX_VALUE);
        assertNull(count.uncountable());
        return bytes;
    }

    @Test
    void rightsWeighTheNamesThatTheyHold() {
        String[] names = new String[64];
        for (int i = 0; i < names.length; i++) {
            names[i] = "\u4e2d".repeat(MANY) + i;
        }
        assertTrue(weightOf(ServiceRights.named(names)) > 64 * 2 * MANY);
    }

    @Test
    void packetFiltersWeighWithAllTheirComparisons() {
        Object[] filters = Collections.nCopies(MANY, null).toArray();
        for (int i = 0; i < MANY; i++) {
            filters[i] = PacketFilter.udp(i).withSource(i, 32).withBytes(PacketFilter.Header.IP, i, 4, -1, i);
        }
        assertTrue(weightOf(filters) > MANY * 1024L);
    }
}
