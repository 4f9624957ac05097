package dev.spine.perf.ruler.bridge;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** A packet as a native module sees it: a view of memory, as {@link dev.spine.i2o.MessageFrame} is one of a message's. One agent. */
final class NativeHead {
    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private MemorySegment memory = MemorySegment.NULL;
    private long base;
    private int length;

    void point(MemorySegment to, long offset, int bytes) {
        memory = to;
        base = offset;
        length = bytes;
    }

    int length() {
        return length;
    }

    int u8(int offset) {
        return memory.get(ValueLayout.JAVA_BYTE, base + offset) & 0xFF;
    }

    int u16(int offset) {
        return memory.get(U16, base + offset) & 0xFFFF;
    }

    int i32(int offset) {
        return memory.get(U32, base + offset);
    }
}
