package dev.spine.perf.cluster;

import java.util.List;

/**
 * What came of a {@link Storm}. A copy. Any thread.
 *
 * @param seed of the run
 * @param sent messages, each once
 * @param received messages that a handler of their receiver got, each as often as it did
 * @param answers that receivers have sent
 * @param answered messages whose answer came in time for their sender
 * @param late answers to messages that were given up
 * @param givenUp messages that were not answered, or came back for good
 * @param returned how often a message came back from a full receiver, and was sent again
 * @param frames of the wire and what became of them
 * @param latencies from when a message was sent first until its answer's handler ran
 * @param inTime for each node that sends, its messages that were answered before the storm ended
 * @param durationNs how long the storm was, nanoseconds
 * @param digest of the run
 */
public record StormResult(long seed, long sent, long received, long answers, long answered, long late, long givenUp, long returned,
    Frames frames, Latencies latencies, List<Long> inTime, long durationNs, long digest) {
    private static final double SECOND_NS = 1e9;

    /**
     * Frames of all cards, and messages that were lost without one.
     *
     * @param sent that the wire has taken
     * @param received that the wire has placed in receive buffers
     * @param noBuffer that found no free receive buffer
     * @param lost unreliable messages that the sender's wire or the receiver's queue had no room for
     * @param repeated of those sent, again
     * @param nodesRefused frames of nodes for which the receiver had no place
     * @param answersDropped answers for which a receiver had no place while it could not send
     */
    public record Frames(long sent, long received, long noBuffer, long lost, long repeated, long nodesRefused, long answersDropped) {}

    /** Copies the list. */
    public StormResult {
        inTime = List.copyOf(inTime);
    }

    private long total() {
        return inTime.stream().mapToLong(Long::longValue).sum();
    }

    /** {@return messages of all nodes that were answered, of those under way when the storm ended none, per second} */
    public double goodput() {
        return total() * SECOND_NS / durationNs;
    }

    /** {@return messages that are neither answered nor given up} */
    public long unanswered() {
        return sent - answered - givenUp;
    }

    /** {@return frames and messages that were dropped for want of room, in percent of the frames sent} */
    public double dropPercent() {
        return frames.sent == 0 ? 0 : 100.0 * (frames.noBuffer + frames.lost) / frames.sent;
    }

    /**
     * {@return how evenly the senders were served: Jain's index of {@link #inTime}, 1 when all got the same, 1 by their number when one got
     * everything}
     */
    public double fairness() {
        double sum = total();
        double squares = inTime.stream().mapToDouble(count -> (double) count * count).sum();
        return squares == 0 ? 1 : sum * sum / (inTime.size() * squares);
    }

    /**
     * {@return the time that a share of the answers did not exceed, nanoseconds}
     *
     * @param share above 0, at most 1
     */
    public long quantileNs(double share) {
        return latencies.quantileNs(share);
    }
}
