package dev.spine.perf.panic;

import dev.spine.node.Opened;
import dev.spine.perf.pair.WorkstationPair;
import java.util.function.Function;

/** Two workstations whose cards run programs of PANIC, and what is seen of them. One thread. */
final class PanicStations implements AutoCloseable {
    /** Paths of the cards' agents. */
    static final String NEAR_CARD = "node0/card";
    static final String FAR_CARD = "node1/card";

    private final CardWatch watch;
    private final WorkstationPair pair;
    private final PanicStation near;
    private final PanicStation far;

    /**
     * Builds and boots them, and loads the virtual machine.
     *
     * @param reference of the machine's profile
     * @param seed of all randomness
     */
    PanicStations(String reference, long seed) {
        this(new CardWatch(), watch -> WorkstationPair.observed(reference, seed, watch));
    }

    private PanicStations(CardWatch watch, Function<CardWatch, WorkstationPair> builds) {
        this.watch = watch;
        try (Opened starting = new Opened()) {
            pair = builds.apply(watch);
            starting.add(pair::close);
            near = new PanicStation(pair.near());
            far = new PanicStation(pair.far());
            starting.handOver();
        }
    }

    /** {@return two on this machine's clock, of which nothing is seen} */
    static PanicStations live(long seed) {
        return new PanicStations(new CardWatch(), _ -> WorkstationPair.live(seed));
    }

    CardWatch watch() {
        return watch;
    }

    /** {@return the one that begins} */
    PanicStation near() {
        return near;
    }

    /** {@return the one that answers} */
    PanicStation far() {
        return far;
    }

    /** Holds what has run to the laws of conservation. */
    void verify() {
        pair.verify();
    }

    @Override
    public void close() {
        pair.close();
    }
}
