package dev.spine.perf.cluster;

/**
 * An exchange of all with all: each node sends to all others in turn, beginning with its neighbour, so that each step is a permutation. Any
 * thread. What is no permutation is a {@link Storm}.
 *
 * @param nodes how many, at least 2
 * @param messages how many each sends
 * @param window how many of them are unanswered at a time
 */
public record ClusterPlan(int nodes, int messages, int window) {
    /** {@return to which node a message goes: never to its sender} */
    int target(int sender, int message) {
        return (sender + 1 + message % (nodes - 1)) % nodes;
    }

    /** {@return what each node has to add up: the numbers of all messages that it is sent, and of their senders} */
    long[] expectedSums() {
        long[] sums = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            for (int message = 0; message < messages; message++) {
                sums[target(node, message)] += node + message;
            }
        }
        return sums;
    }

    /** {@return messages of all nodes: each that is sent, and the answer to it} */
    public long allMessages() {
        return 2L * nodes * messages;
    }
}
