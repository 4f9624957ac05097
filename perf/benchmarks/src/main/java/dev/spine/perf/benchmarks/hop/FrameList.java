package dev.spine.perf.benchmarks.hop;

/** A list of frame numbers between one thread that offers and one that polls, never offered more than its capacity. */
interface FrameList {
    void offer(int frame);

    /** Returns the oldest frame, or -1. */
    int poll();

    static FrameList of(HopOptions.List list, int capacity) {
        return switch (list) {
            case JCTOOLS -> new JcToolsFrames(capacity);
            case RING -> new SpscRingFrames(capacity);
            case INDEX_RING -> new IndexRingFrames(capacity);
        };
    }
}
