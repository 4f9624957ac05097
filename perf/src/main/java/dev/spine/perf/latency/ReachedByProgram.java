package dev.spine.perf.latency;

import dev.spine.extension.experiment.latency.RoundTripProtocol;
import java.util.List;

/** What programs reach: an extension on the card, and a program of the host that has to ask the card for it. Any thread. */
public final class ReachedByProgram {
    private static final int TIMES = 100;
    private static final int WORD = Integer.BYTES;
    private static final int SMALL = 64;

    private ReachedByProgram() {}

    /**
     * What is reached.
     *
     * @param title for people
     * @param cardNs nanoseconds that it takes an extension
     * @param hostNs nanoseconds that it takes a program of the host, from its asking to its being told
     */
    public record Place(String title, double cardNs, double hostNs) {}

    /**
     * {@return what it takes}
     *
     * @param profile reference of the machine's profile
     * @param seed of all randomness
     */
    public static List<Place> of(String profile, long seed) {
        try (Workstations stations = new Workstations(profile, seed)) {
            Place clock = new Place("program: the card's clock", stations.ofClockRead(),
                stations.ofHost(RoundTripProtocol.CLOCK_READS, 1, 1));
            Place handler = new Place("program: a handler of the card", stations.ofLocalMessage(),
                stations.ofHost(RoundTripProtocol.NO_CLOCK_READS, 1, 0));
            Place engine = new Place("program: a word by the card's DMA engine",
                stations.ofCards(RoundTripProtocol.PASSES, WORD, TIMES), stations.ofHost(RoundTripProtocol.PASSES, WORD, 1));
            Place wire = new Place("program: " + SMALL + " bytes to another card and back",
                stations.ofCards(RoundTripProtocol.OF_CARDS, SMALL, TIMES), stations.ofHost(RoundTripProtocol.OF_CARDS, SMALL, 1));
            stations.verify();
            return List.of(clock, handler, engine, wire);
        }
    }
}
