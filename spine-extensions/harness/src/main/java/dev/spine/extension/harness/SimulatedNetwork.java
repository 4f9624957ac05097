package dev.spine.extension.harness;

import java.util.List;
import java.util.stream.Stream;

/**
 * Several nodes, each with a card, at one switch or crossbar, for tests of extensions that talk to those of other nodes. Closing it
 * checks and closes
 * all cards, as closing one of them does. One thread at a time.
 */
public final class SimulatedNetwork implements AutoCloseable {
    private final Machine machine;

    private SimulatedNetwork(Machine machine) {
        this.machine = machine;
    }

    /**
     * Builds and boots nodes that are alike.
     *
     * @param nodes how many, 2 to 16
     * @param engine what runs them
     * @param seed of all random streams
     * @param each what each card is; its engine and its seed do not count
     * @return the network; to be closed
     */
    public static SimulatedNetwork of(int nodes, HarnessEngine engine, long seed, CardBuilder each) {
        return new SimulatedNetwork(new Machine(engine, seed, Stream.generate(each::plan).limit(nodes).toList()));
    }

    /**
     * Builds and boots nodes that are alike, at a crossbar in virtual time: for many nodes.
     *
     * @param nodes how many, 2 to 64
     * @param seed of all random streams
     * @param each what each card is; its engine and its seed do not count
     * @return the network; to be closed
     */
    public static SimulatedNetwork atCrossbar(int nodes, long seed, CardBuilder each) {
        return new SimulatedNetwork(Machine.atCrossbar(seed, Stream.generate(each::plan).limit(nodes).toList()));
    }

    /**
     * {@return a card}
     *
     * @param node 0 for the first
     */
    public SimulatedCard card(int node) {
        return machine.cards().get(node);
    }

    /** {@return all cards, in order} */
    public List<SimulatedCard> cards() {
        return machine.cards();
    }

    /** Lets everything happen that is in flight. */
    public void settle() {
        machine.settle();
    }

    @Override
    public void close() {
        machine.closeAndCheck();
    }
}
