package dev.spine.device.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** What a thread that sleeps in poll knows of the descriptors that are watched there. */
class DescriptorWaitTest {
    private static final long LONG_NS = 5_000_000_000L;

    private static void put(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment one = arena.allocate(ValueLayout.JAVA_LONG);
            one.set(ValueLayout.JAVA_LONG, 0, 1);
            assertEquals(Long.BYTES, SystemCalls.write(descriptor, one.address(), Long.BYTES));
        }
    }

    @Test
    void whoFoundNothingLooksAgainAfterASleepThatItsInputEnded() {
        int full = SystemCalls.eventDescriptor();
        int empty = SystemCalls.eventDescriptor();
        try {
            DescriptorWait wait = new DescriptorWait();
            DescriptorWait.Input here = wait.watch(full, () -> true);
            DescriptorWait.Input there = wait.watch(empty, () -> true);
            assertTrue(here.isLikely());
            here.wasEmpty();
            there.wasEmpty();
            assertFalse(here.isLikely());

            put(full);
            wait.await(LONG_NS);
            assertTrue(here.isLikely());
            assertFalse(there.isLikely(), "nothing has come there");
            wait.forget(full);
            wait.forget(empty);
        } finally {
            SystemCalls.close(full);
            SystemCalls.close(empty);
        }
    }

    @Test
    void aThreadThatNeverSleepsLooksAgainAfterSomeCycles() {
        int descriptor = SystemCalls.eventDescriptor();
        try {
            DescriptorWait wait = new DescriptorWait();
            DescriptorWait.Input input = wait.watch(descriptor, () -> true);
            input.wasEmpty();
            int passedOver = 0;
            while (!input.isLikely()) {
                assertTrue(++passedOver < 100, "what comes while a thread is busy must be found");
            }
            assertTrue(passedOver > 0);
            assertTrue(input.isLikely(), "until a look finds nothing again");
            wait.forget(descriptor);
        } finally {
            SystemCalls.close(descriptor);
        }
    }
}
