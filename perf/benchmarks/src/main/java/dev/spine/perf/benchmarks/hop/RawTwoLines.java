package dev.spine.perf.benchmarks.hop;

import java.lang.foreign.MemorySegment;

/** Calibration {@code twoLine}: 64 bytes on one line and then a slot on another, each way. One thread at a time. */
public final class RawTwoLines implements HopVariant {
    private static final long REQUEST_SLOT = 0;
    private static final long REQUEST = 512;
    private static final long REPLY_SLOT = 1024;
    private static final long REPLY = 1536;

    private final MemorySegment memory = Lines.allocate(4096);
    private final ThreadState initiator = new ThreadState();
    private final ThreadState target = new ThreadState();

    /**
     * The calibration.
     *
     * @param options not used
     */
    public RawTwoLines(HopOptions options) {}

    @Override
    public void exchange() {
        long number = ++initiator.position;
        Lines.write64(memory, REQUEST, number);
        Lines.WORD.setRelease(memory, REQUEST_SLOT, number);
        while ((long) Lines.WORD.getAcquire(memory, REPLY_SLOT) != number) {
            // Spin.
        }
        initiator.seen += Lines.read64(memory, REPLY, initiator.scratch);
    }

    @Override
    public int serve() {
        long number = (long) Lines.WORD.getAcquire(memory, REQUEST_SLOT);
        if (number == target.position) {
            return 0;
        }
        target.position = number;
        target.seen += Lines.read64(memory, REQUEST, target.scratch);
        Lines.write64(memory, REPLY, number);
        Lines.WORD.setRelease(memory, REPLY_SLOT, number);
        return 1;
    }
}
