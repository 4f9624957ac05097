package dev.spine.perf.benchmarks.hop;

/** The words that {@link ThreadState} keeps apart from those of other threads. */
abstract class ThreadStateFields extends ThreadStatePadding {
    /** Next position in a ring, or number of the last message. */
    long position;
    /** Sum of what was read, so that reading is not optimised away. */
    long seen;
    /** How many frames of {@link #hand} were taken beforehand, from entry 32. */
    int handCount;
    final int[] hand = new int[96];
    /** Where messages are read to: words 16 to 23. */
    final long[] scratch = new long[40];
}
