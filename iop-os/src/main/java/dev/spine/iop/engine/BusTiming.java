package dev.spine.iop.engine;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * How long things take on a bus. Immutable; any thread.
 *
 * @param clockHz bus clock, at least 1; 33,333,333 for the PCI of the papers
 * @param widthBytes bytes moved per data cycle, at least 1; 4 for 32-bit PCI
 * @param overheadCycles arbitration, address and turnaround cycles of one burst, at least 0
 * @param burstBytes the longest burst before the bus is arbitrated again, at least {@code widthBytes}
 * @param programmedCycles cycles of one programmed access of up to {@code widthBytes}, at least 1
 */
public record BusTiming(long clockHz, int widthBytes, int overheadCycles, int burstBytes, int programmedCycles) {
    private static final double PICOSECONDS_PER_SECOND = 1e12;

    /** Checks the ranges. */
    public BusTiming {
        checkArgument(clockHz >= 1 && widthBytes >= 1 && overheadCycles >= 0 && burstBytes >= widthBytes && programmedCycles >= 1,
            "a bus needs clock, width and programmed cycles of at least 1, overhead of at least 0 and bursts no shorter than its width");
    }

    /**
     * {@return picoseconds for which one DMA chunk holds the bus}
     *
     * @param bytes at least 1
     */
    public long chunkPs(int bytes) {
        long bursts = (bytes + burstBytes - 1L) / burstBytes;
        long words = (bytes + widthBytes - 1L) / widthBytes;
        return picoseconds(bursts * overheadCycles + words);
    }

    /**
     * {@return picoseconds for which programmed I/O holds the bus}
     *
     * @param bytes at least 1
     */
    public long programmedPs(int bytes) {
        return picoseconds((bytes + widthBytes - 1L) / widthBytes * programmedCycles);
    }

    private long picoseconds(long cycles) {
        return Math.round(cycles * PICOSECONDS_PER_SECOND / clockHz);
    }
}
