package dev.spine.perf.benchmarks.block;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What lies on the medium: each 8 bytes follow from their place, so that every block can be checked wherever it was read to. */
final class ReadPattern {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private ReadPattern() {
    }

    private static long word(long address) {
        return (address + 1) * MULTIPLIER;
    }

    /** Fills the medium. */
    static void fill(MemorySegment medium) {
        for (long at = 0; at < medium.byteSize(); at += Long.BYTES) {
            medium.set(WORD, at, word(at));
        }
    }

    /** Whether the first and the last 8 bytes of a block are right. */
    static boolean endsAreRight(MemorySegment memory, long at, long address, int bytes) {
        return memory.get(WORD, at) == word(address)
            && memory.get(WORD, at + bytes - Long.BYTES) == word(address + bytes - Long.BYTES);
    }

    /** Whether all bytes of a block are right. */
    static boolean isRight(MemorySegment memory, long at, long address, int bytes) {
        for (int i = 0; i < bytes; i += Long.BYTES) {
            if (memory.get(WORD, at + i) != word(address + i)) {
                return false;
            }
        }
        return true;
    }
}
