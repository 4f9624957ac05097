package dev.spine.perf.video;

import dev.spine.perf.video.VideoRun.Pass;
import org.HdrHistogram.Histogram;

/**
 * The latency run of one path: packets at an even pace whether or not the path keeps up, in slices one after the other.
 *
 * <p>On a machine that it does not have to itself the live engine is stopped for milliseconds now and then, and loses what no buffer holds.
 * Lost packets are counted; behind them, and to the end of their slice, later packets are taken for earlier ones and so look later than
 * they are (see {@link CompletionLog}); the next slice starts with a clean count. The price: due times start anew with each slice, so a
 * backlog ends with its slice, and a stop of the machine between two slices is not seen.
 *
 * <p>Used by one thread, which is outside the engine.
 */
final class OpenLoop {
    private final VideoRun run;
    private final long packetsPerSecond;
    private final long packets;
    private final long slicePackets;
    private Histogram latencies = new Histogram(3);
    private long lost;
    private boolean verified;

    /**
     * A pass that has not run.
     *
     * @param run the path, set up
     * @param packetsPerSecond the pace, at least 1
     * @param packets how many in all, at least 1
     * @param slicePackets how many in one slice, at least 1
     */
    OpenLoop(VideoRun run, long packetsPerSecond, long packets, long slicePackets) {
        this.run = run;
        this.packetsPerSecond = packetsPerSecond;
        this.packets = packets;
        this.slicePackets = slicePackets;
    }

    /** Runs the pass; what an earlier run found is forgotten. */
    void run() {
        latencies = new Histogram(3);
        lost = 0;
        verified = true;
        for (long left = packets; left > 0; left -= slicePackets) {
            Pass slice = run.openLoop(packetsPerSecond, Math.min(left, slicePackets));
            // The modelled engine is exact or says nothing: here nobody knows which packet it was that completed.
            if (!run.isModelled() || slice.lostBehindWire() == 0) {
                latencies.add(slice.latencies());
            }
            lost += slice.lost();
            if (left <= slicePackets) {
                verified = slice.lost() > 0 || run.verify(slice.units());
            }
        }
    }

    /** {@return the pace} */
    long packetsPerSecond() {
        return packetsPerSecond;
    }

    /** {@return nanoseconds from the time at which a packet was due to its completion; of modelled packets none when some were dropped} */
    Histogram latencies() {
        return latencies;
    }

    /** {@return packets that did not arrive} */
    long lost() {
        return lost;
    }

    /** {@return whether the screen is right after the last slice; true when that one lost packets, because then nobody can say} */
    boolean verified() {
        return verified;
    }
}
