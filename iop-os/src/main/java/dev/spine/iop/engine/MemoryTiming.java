package dev.spine.iop.engine;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The memory behind a processor, as its caches leave it: what a cycle of work waits for on the average. Immutable; any thread.
 *
 * <p>Three of four references are instructions, one is data, each with misses of its own. A reference that misses takes a time of
 * the memory, in nanoseconds: a processor with a faster clock waits as long. Writing back, the contents of the caches and whoever else uses
 * the memory play no part.
 *
 * @param referencesPerCycle references to memory in a cycle of work, instructions and data together, at least 0
 * @param instructionMissPercent of the instructions among them that the cache does not have, 0 to 100; 100 where there is no cache
 * @param dataMissPercent of the data among them that the cache does not have, 0 to 100; 100 where there is no cache
 * @param missNs what such a reference takes beside the cycle, at least 0; 0 where the memory keeps pace with the processor
 */
public record MemoryTiming(double referencesPerCycle, double instructionMissPercent, double dataMissPercent, long missNs) {
    /** Memory that keeps pace with its processor. */
    public static final MemoryTiming AS_FAST_AS_THE_PROCESSOR = new MemoryTiming(1, 100, 100, 0);

    /** As general programs have it: an instruction makes one reference to fetch it and a third of one for its data. */
    private static final double INSTRUCTION_SHARE = 0.75;
    private static final double PICOSECONDS_PER_NANOSECOND = 1_000;
    private static final double PERCENT = 100;

    /** Checks the ranges. */
    public MemoryTiming {
        checkArgument(referencesPerCycle >= 0 && isPercent(instructionMissPercent) && isPercent(dataMissPercent) && missNs >= 0,
            "a memory needs references per cycle and a time of a miss of at least 0, and from 0 to 100 %% of misses");
    }

    private static boolean isPercent(double number) {
        return number >= 0 && number <= PERCENT;
    }

    /** {@return picoseconds for which a cycle of work waits for the memory, on the average} */
    public double picosecondsPerCycle() {
        double missPercent = INSTRUCTION_SHARE * instructionMissPercent + (1 - INSTRUCTION_SHARE) * dataMissPercent;
        return referencesPerCycle * missPercent / PERCENT * missNs * PICOSECONDS_PER_NANOSECOND;
    }
}
