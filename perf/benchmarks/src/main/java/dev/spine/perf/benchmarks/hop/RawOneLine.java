package dev.spine.perf.benchmarks.hop;

import java.lang.foreign.MemorySegment;

/** Calibration {@code oneLine}: one cache line there and back. One thread at a time. */
public final class RawOneLine implements HopVariant {
    private static final long REQUEST = 0;
    private static final long REPLY = 256;

    private final MemorySegment memory = Lines.allocate(4096);
    private final ThreadState initiator = new ThreadState();
    private final ThreadState target = new ThreadState();

    /**
     * The calibration.
     *
     * @param options not used
     */
    public RawOneLine(HopOptions options) {}

    @Override
    public void exchange() {
        long number = ++initiator.position;
        Lines.WORD.setRelease(memory, REQUEST, number);
        while ((long) Lines.WORD.getAcquire(memory, REPLY) != number) {
            // Spin.
        }
    }

    @Override
    public int serve() {
        long number = (long) Lines.WORD.getAcquire(memory, REQUEST);
        if (number == target.position) {
            return 0;
        }
        target.position = number;
        Lines.WORD.setRelease(memory, REPLY, number);
        return 1;
    }
}
