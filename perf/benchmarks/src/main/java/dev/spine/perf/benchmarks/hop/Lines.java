package dev.spine.perf.benchmarks.hop;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Memory outside the heap on whole cache lines, and the accesses that the variants share. */
final class Lines {
    /** A 64-bit word at a byte offset. */
    static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final int SCRATCH = 16;
    private static final long PAGE = 4096;

    private Lines() {}

    static MemorySegment allocate(long bytes) {
        return Arena.global().allocate(bytes, PAGE).fill((byte) 0);
    }

    /** Writes 64 bytes, the first word of which is {@code first}. Word by word: a slice per message would be allocated. */
    static void write64(MemorySegment memory, long offset, long first) {
        WORD.set(memory, offset, first);
        WORD.set(memory, offset + 8, first + 1);
        WORD.set(memory, offset + 16, first + 2);
        WORD.set(memory, offset + 24, first + 3);
        WORD.set(memory, offset + 32, first + 4);
        WORD.set(memory, offset + 40, first + 5);
        WORD.set(memory, offset + 48, first + 6);
        WORD.set(memory, offset + 56, first + 7);
    }

    /** Reads 64 bytes into a thread's scratch and returns the first word. */
    static long read64(MemorySegment memory, long offset, long[] scratch) {
        long first = (long) WORD.get(memory, offset);
        scratch[SCRATCH] = first;
        scratch[SCRATCH + 1] = (long) WORD.get(memory, offset + 8);
        scratch[SCRATCH + 2] = (long) WORD.get(memory, offset + 16);
        scratch[SCRATCH + 3] = (long) WORD.get(memory, offset + 24);
        scratch[SCRATCH + 4] = (long) WORD.get(memory, offset + 32);
        scratch[SCRATCH + 5] = (long) WORD.get(memory, offset + 40);
        scratch[SCRATCH + 6] = (long) WORD.get(memory, offset + 48);
        scratch[SCRATCH + 7] = (long) WORD.get(memory, offset + 56);
        return first;
    }
}
