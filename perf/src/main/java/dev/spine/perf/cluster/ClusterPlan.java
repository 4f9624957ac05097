package dev.spine.perf.cluster;

/**
 * What the nodes of a cluster do. Any thread.
 *
 * @param nodes how many, at least 2
 * @param messages how many each sends
 * @param window how many of them are unanswered at a time
 * @param pattern to whom
 */
public record ClusterPlan(int nodes, int messages, int window, Pattern pattern) {
    /** To whom messages go one after the other. */
    public enum Pattern {
        /** All to all: to each node in turn, every node beginning with its neighbour. */
        ROUND("all-to-all"),
        /** To and fro over the cluster, several nodes often to one at a time. */
        STORM("storm");

        private final String word;

        Pattern(String word) {
            this.word = word;
        }

        /** {@return the word in tables and arguments} */
        public String word() {
            return word;
        }
    }

    private static final int STORM_STEP = 7_919;

    /** Of two messages of one node, the second goes so many nodes further than the first. */
    int step() {
        return pattern == Pattern.ROUND ? 1 : STORM_STEP;
    }

    /** {@return to which node a message goes: never to its sender} */
    int target(int sender, int message) {
        return (int) ((sender + 1L + (long) message * step() % (nodes - 1)) % nodes);
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
