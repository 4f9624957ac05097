package dev.spine.perf.cluster;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Who sends to whom in a storm. {@link #parse} reads a pattern as people write it, and its text is that again. Immutable.
 */
public sealed interface Traffic {
    /** How many destinations are drawn for a node where chance draws them; then they come again from the first on. */
    int DRAWN = 240;
    /** The most nodes: an extension is told its destinations by a parameter, which has at most 1,024 characters. */
    int MAX_NODES = 256;

    /**
     * {@return the nodes that one node sends to, in turn and then from the first on again; never itself; empty when it sends nothing}
     *
     * @param node which, 0 to {@code nodes - 1}
     * @param nodes how many there are
     * @param seed from which chance is derived; the same for all nodes of a run
     */
    int[] destinations(int node, int nodes, long seed);

    /** {@return whether a node sends a message only when it has been sent all those that have the numbers of its earlier ones} */
    default boolean isInStep() {
        return false;
    }

    /** {@return how many nodes the pattern needs} */
    default int leastNodes() {
        return 2;
    }

    /** {@return how many nodes the pattern has when nobody says how many} */
    default int ownNodes() {
        return MAX_NODES;
    }

    /** Each node sends to all others in turn and begins with its neighbour: two nodes that are equally far never send to the same one. */
    record Permutation() implements Traffic {
        @Override
        public int[] destinations(int node, int nodes, long seed) {
            return IntStream.range(0, nodes - 1).map(message -> (node + 1 + message) % nodes).toArray();
        }

        @Override
        public String toString() {
            return "permutation";
        }
    }

    /** Each message goes to one of the other nodes, all with equal chance. */
    record Uniform() implements Traffic {
        @Override
        public int[] destinations(int node, int nodes, long seed) {
            SplittableRandom random = randomOf(node, seed);
            return IntStream.range(0, DRAWN).map(_ -> another(random, node, nodes)).toArray();
        }

        @Override
        public String toString() {
            return "uniform";
        }
    }

    /**
     * So many nodes, from node 1 on, send to node 0 all the time; others send nothing.
     *
     * @param senders how many, at least 1
     */
    record Incast(int senders) implements Traffic {
        /** Checks the range. */
        public Incast {
            if (senders < 1 || senders >= MAX_NODES) {
                throw new IllegalArgumentException("an incast has 1 to " + (MAX_NODES - 1) + " senders, not " + senders);
            }
        }

        @Override
        public int[] destinations(int node, int nodes, long seed) {
            return node >= 1 && node <= senders ? new int[1] : new int[0];
        }

        @Override
        public int leastNodes() {
            return senders + 1;
        }

        @Override
        public int ownNodes() {
            return leastNodes();
        }

        @Override
        public String toString() {
            return "incast:" + senders;
        }
    }

    /**
     * A share of all messages goes to node 0, the others go to one of the other nodes with equal chance; so do all of node 0.
     *
     * @param percent the share, 1 to 100
     */
    record HotSpot(int percent) implements Traffic {
        /** Checks the range. */
        public HotSpot {
            if (percent < 1 || percent > 100) {
                throw new IllegalArgumentException("a hot spot takes 1 to 100 percent, not " + percent);
            }
        }

        @Override
        public int[] destinations(int node, int nodes, long seed) {
            SplittableRandom random = randomOf(node, seed);
            return IntStream.range(0, DRAWN).map(_ -> node != 0 && random.nextInt(100) < percent ? 0 : another(random, node, nodes))
                .toArray();
        }

        @Override
        public String toString() {
            return "hot-spot:" + percent;
        }
    }

    /**
     * All-reduce by recursive doubling, again and again: in step r a node exchanges with the one whose number differs in bit r, and goes on
     * when it has got what that one has sent. The nodes are a power of two.
     */
    record AllReduce() implements Traffic {
        @Override
        public int[] destinations(int node, int nodes, long seed) {
            if (Integer.bitCount(nodes) != 1) {
                throw new IllegalArgumentException("all-reduce by recursive doubling needs a power of two of nodes, not " + nodes);
            }
            return IntStream.range(0, Integer.numberOfTrailingZeros(nodes)).map(step -> node ^ 1 << step).toArray();
        }

        @Override
        public boolean isInStep() {
            return true;
        }

        @Override
        public String toString() {
            return "all-reduce";
        }
    }

    /**
     * {@return a pattern from its text}
     *
     * @param text {@code permutation}, {@code uniform}, {@code incast:SENDERS}, {@code hot-spot:PERCENT} or {@code all-reduce}
     * @throws IllegalArgumentException when it is none; the message says what there is
     */
    static Traffic parse(String text) {
        int colon = text.indexOf(':') + 1;
        try {
            return switch (text.substring(0, colon)) {
                case "incast:" -> new Incast(Integer.parseInt(text.substring(colon)));
                case "hot-spot:" -> new HotSpot(Integer.parseInt(text.substring(colon)));
                default -> switch (text) {
                    case "permutation" -> new Permutation();
                    case "uniform" -> new Uniform();
                    case "all-reduce" -> new AllReduce();
                    default -> throw unknown(text);
                };
            };
        } catch (NumberFormatException e) {
            throw unknown(text);
        }
    }

    private static IllegalArgumentException unknown(String text) {
        return new IllegalArgumentException("'" + text + "' is no pattern: permutation, uniform, incast:SENDERS, hot-spot:PERCENT,"
            + " all-reduce");
    }

    private static SplittableRandom randomOf(int node, long seed) {
        // Neighbouring seeds and nodes must not share their sequences: both are mixed before they are used.
        return new SplittableRandom(new SplittableRandom(seed).nextLong() ^ new SplittableRandom(~(long) node).nextLong());
    }

    private static int another(SplittableRandom random, int node, int nodes) {
        return (node + 1 + random.nextInt(nodes - 1)) % nodes;
    }
}
