package dev.spine.perf.benchmarks.tunnel;

import java.lang.foreign.MemorySegment;

/** A way for whole frames between two ends, 0 and 1, both in the hand of the thread that measures. */
interface FrameWay extends AutoCloseable {
    /** {@return as it is printed} */
    String name();

    /**
     * {@return a frame that this way carries from an end, as long as asked for}
     *
     * @param end that sends it
     * @param bytes 60 to 1,514
     */
    MemorySegment frame(int end, int bytes);

    /** {@return whether an end has taken a frame; it takes no more for the moment otherwise} */
    boolean send(int end, MemorySegment frame);

    /** {@return how many frames have come at an end; their bytes were looked at} */
    int receive(int end);

    @Override
    void close();
}
