package dev.spine.perf.latency;

import dev.spine.extension.experiment.latency.RoundTripProtocol;
import java.util.ArrayList;
import java.util.List;

/**
 * How long messages and passes by DMA take between two workstations, by the size of the data: microseconds, each the mean of
 * {@link #EXCHANGES}. Any thread.
 *
 * @param sizes of the data, bytes, in rising order
 * @param cards round trips from card to card, from the card's clock
 * @param memories the same with the data fetched from the host's memory and delivered there, at both ends
 * @param applications the same with each host's application told of what has come and having the next sent, from the host's clock
 * @param passes of the data over the bus by DMA with what the card's extension does for it
 */
public record RoundTrips(List<Double> sizes, List<Double> cards, List<Double> memories, List<Double> applications, List<Double> passes) {
    /** As many exchanges make one point, as in PANIC. */
    public static final int EXCHANGES = 100;
    private static final List<Integer> SIZES = List.of(16, 64, 128, 256, 512, 1_024, 2_048, RoundTripProtocol.MAX_BYTES);
    private static final double NS_PER_US = 1e3;

    /** Keeps its own lists. */
    public RoundTrips {
        sizes = List.copyOf(sizes);
        cards = List.copyOf(cards);
        memories = List.copyOf(memories);
        applications = List.copyOf(applications);
        passes = List.copyOf(passes);
    }

    /**
     * Runs all of them.
     *
     * @param profile reference of the machine's profile
     * @param seed of all randomness
     * @return the times
     * @throws IllegalStateException when a law of conservation does not hold, which is a defect of the model
     */
    public static RoundTrips run(String profile, long seed) {
        List<Double> cards = new ArrayList<>();
        List<Double> memories = new ArrayList<>();
        List<Double> applications = new ArrayList<>();
        List<Double> passes = new ArrayList<>();
        try (Workstations stations = new Workstations(profile, seed)) {
            for (int bytes : SIZES) {
                cards.add(stations.ofCards(RoundTripProtocol.OF_CARDS, bytes, EXCHANGES) / NS_PER_US);
                memories.add(stations.ofCards(RoundTripProtocol.OF_MEMORIES, bytes, EXCHANGES) / NS_PER_US);
                applications.add(stations.ofApplications(bytes, EXCHANGES) / NS_PER_US);
                passes.add(stations.ofCards(RoundTripProtocol.PASSES, bytes, EXCHANGES) / NS_PER_US);
            }
            stations.verify();
        }
        return new RoundTrips(SIZES.stream().map(Integer::doubleValue).toList(), cards, memories, applications, passes);
    }

    /**
     * {@return microseconds of a round trip from application to application, the mean of {@link #EXCHANGES}}
     *
     * @param profile reference of the machine's profile
     * @param bytes of the data, 1 to 4,096
     * @param seed of all randomness
     */
    public static double applicationsUs(String profile, int bytes, long seed) {
        try (Workstations stations = new Workstations(profile, seed)) {
            double roundTrip = stations.ofApplications(bytes, EXCHANGES) / NS_PER_US;
            stations.verify();
            return roundTrip;
        }
    }

    /**
     * {@return microseconds that an extension takes for reading the clock into a variable}
     *
     * @param profile reference of the machine's profile
     * @param seed of all randomness
     */
    public static double clockReadUs(String profile, long seed) {
        try (Workstations stations = new Workstations(profile, seed)) {
            double read = stations.ofClockRead() / NS_PER_US;
            stations.verify();
            return read;
        }
    }
}
