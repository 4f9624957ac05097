package dev.spine.device.os.netlink;

import dev.spine.device.os.SystemCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What poll(2) takes: descriptors, and that something to read is waited for. */
final class PollList {
    private static final int BYTES = 8;

    private PollList() {}

    static MemorySegment of(Arena arena, int... descriptors) {
        MemorySegment list = arena.allocate((long) BYTES * descriptors.length, 4);
        for (int index = 0; index < descriptors.length; index++) {
            list.set(ValueLayout.JAVA_INT, (long) BYTES * index, descriptors[index]);
            list.set(ValueLayout.JAVA_SHORT, (long) BYTES * index + 4, (short) SystemCalls.POLLIN);
        }
        return list;
    }
}
