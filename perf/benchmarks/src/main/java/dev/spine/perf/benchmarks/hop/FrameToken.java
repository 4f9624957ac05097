package dev.spine.perf.benchmarks.hop;

/** A preallocated object that stands for a frame. */
record FrameToken(int frame) {
    static FrameToken[] make(int count) {
        FrameToken[] tokens = new FrameToken[count];
        for (int i = 0; i < count; i++) {
            tokens[i] = new FrameToken(i);
        }
        return tokens;
    }
}
