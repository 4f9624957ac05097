package dev.spine.extension.runtime.network;

/** How long a frame may take before it is sent again: smoothed round trips and their variation, doubled for each silence (RFC 6298). */
final class RoundTrip {
    private final NetworkSettings settings;
    private long smoothedNs;
    private long variationNs;
    private long timeoutNs;

    RoundTrip(NetworkSettings settings) {
        this.settings = settings;
        reset();
    }

    void reset() {
        smoothedNs = 0;
        variationNs = 0;
        timeoutNs = settings.firstTimeoutNs() + settings.answerDelayNs();
    }

    /**
     * A frame that was sent once has been acknowledged. One that was sent again says nothing: which of the two was it? So a time that was
     * doubled stays so until then, or whoever takes longer than was thought would get each frame twice, always (Karn).
     */
    void measured(long ns) {
        if (smoothedNs == 0) {
            smoothedNs = ns;
            variationNs = ns / 2;
        } else {
            variationNs += (Math.abs(smoothedNs - ns) - variationNs) / 4;
            smoothedNs += (ns - smoothedNs) / 8;
        }
        // The other end may keep an answer that long; after much data, which it answers at once, no trip has shown it.
        long delayNs = settings.answerDelayNs();
        timeoutNs = Math.clamp(smoothedNs + 4 * variationNs + delayNs, settings.leastTimeoutNs() + delayNs, settings.mostTimeoutNs());
    }

    void silent() {
        timeoutNs = Math.min(2 * timeoutNs, settings.mostTimeoutNs());
    }

    long timeoutNs() {
        return timeoutNs;
    }
}
