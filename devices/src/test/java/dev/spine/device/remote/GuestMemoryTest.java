package dev.spine.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.device.remote.RemoteCounters.Counter;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it counts the process's mappings")
class GuestMemoryTest {
    private static final int BYTES = 8192;

    private final RemoteCounters counters = new RemoteCounters();
    private boolean drained = true;
    private final GuestMemory memory = new GuestMemory(counters, _ -> drained);

    private void replace(int descriptor) {
        memory.replace(List.of(new GuestRegion(0, BYTES, 0)), new int[] {descriptor});
    }

    @Test
    void memoryThatTheCardDoesNotLeaveInTimeStaysMappedUntilItHas() throws IOException {
        long before = RemoteRig.mappings();
        int one = NativeCalls.memory("spine-test", BYTES);
        int other = NativeCalls.memory("spine-test", BYTES);
        replace(one);
        drained = false;
        replace(other);
        assertEquals(1, counters.get(Counter.LATE_DRAINS));
        assertEquals(before + 2, RemoteRig.mappings(), "the card may still be in the first");
        assertEquals(2, memory.mappings());
        memory.clear();
        assertEquals(2, counters.get(Counter.LATE_DRAINS));
        assertEquals(before + 2, RemoteRig.mappings());
        drained = true;
        memory.clear();
        assertEquals(before, RemoteRig.mappings());
        assertEquals(0, memory.mappings());
        NativeCalls.close(one);
        NativeCalls.close(other);
    }
}
