package dev.spine.perf.panic;

import dev.spine.perf.pair.WorkstationPair;
import dev.spine.perf.panic.LanRoundTrips.Cards;
import java.util.ArrayList;
import java.util.List;

/**
 * The series of PANIC's experiments on this machine's clock, all agents on one thread: how fast this program is, and nothing of a card.
 * Microseconds of a round trip, each the mean of {@link ProgramRoundTrips#EXCHANGES}. Any thread.
 *
 * @param sizes of the data, bytes, in rising order
 * @param cards mcp2mcp
 * @param memories GetDeliver
 * @param applications app2app
 * @param api through the LAN OSM, with an idle virtual machine on the cards
 */
public record LiveRoundTrips(List<Double> sizes, List<Double> cards, List<Double> memories, List<Double> applications, List<Double> api) {
    private static final double NS_PER_US = 1e3;
    private static final int WARM_UPS = 5;

    /** Keeps its own lists. */
    public LiveRoundTrips {
        sizes = List.copyOf(sizes);
        cards = List.copyOf(cards);
        memories = List.copyOf(memories);
        applications = List.copyOf(applications);
        api = List.copyOf(api);
    }

    /**
     * Runs all of them, some times over before they are timed.
     *
     * @param sizes of the data, bytes, in rising order, each 0 to 4,096
     * @param seed of all randomness
     * @return the times
     * @throws IllegalStateException when a program has a fault
     */
    public static LiveRoundTrips run(List<Integer> sizes, long seed) {
        List<Double> cards = new ArrayList<>();
        List<Double> memories = new ArrayList<>();
        List<Double> applications = new ArrayList<>();
        try (PanicStations stations = PanicStations.live(seed)) {
            ProgramExchanges exchanges = new ProgramExchanges(stations);
            for (int i = 0; i < WARM_UPS; i++) {
                exchanges.cardsNs(0);
                exchanges.memoriesNs(0);
                exchanges.applications(0, ProgramRoundTrips.EXCHANGES, 0);
            }
            for (int bytes : sizes) {
                cards.add(exchanges.cardsNs(bytes) / NS_PER_US);
                memories.add(exchanges.memoriesNs(bytes) / NS_PER_US);
                applications.add(exchanges.applications(bytes, ProgramRoundTrips.EXCHANGES, 0).us());
            }
        }
        try (WorkstationPair pair = WorkstationPair.live(seed)) {
            return new LiveRoundTrips(sizes.stream().map(Integer::doubleValue).toList(), cards, memories, applications,
                LanRoundTrips.run(pair, Cards.WITH_IDLE_MACHINE, sizes, WARM_UPS).us());
        }
    }
}
