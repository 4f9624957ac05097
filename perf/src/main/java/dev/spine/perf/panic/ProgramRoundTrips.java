package dev.spine.perf.panic;

import java.util.ArrayList;
import java.util.List;

/**
 * Round trips by programs of PANIC between two workstations, by the size of the data: microseconds, each the mean of {@link #EXCHANGES}.
 * Any thread.
 *
 * @param sizes of the data, bytes, in rising order
 * @param cards mcp2mcp: from card to card, by the card's clock
 * @param memories GetDeliver: the same with the data fetched from the host's memory and delivered there, at both ends
 * @param applications app2app: the same with each host's application starting what goes back, by the host's clock
 * @param locks of these: from the flags' being in the hosts' memories to the applications' having read and reset them, both hosts together
 * @param passes of the data over the bus, a statement GET or DELIVER: nothing for 0 bytes, which move nothing
 */
public record ProgramRoundTrips(List<Double> sizes, List<Double> cards, List<Double> memories, List<Double> applications,
    List<Double> locks, List<Double> passes) {
    /** As many exchanges make one point. */
    public static final int EXCHANGES = 100;
    /** The published sizes of the data, bytes. */
    public static final List<Integer> SIZES = List.of(0, 16, 64, 128, 256, 512, 1_024, 2_048, PanicStation.MAX_BYTES);
    private static final double NS_PER_US = 1e3;

    /** Keeps its own lists. */
    public ProgramRoundTrips {
        sizes = List.copyOf(sizes);
        cards = List.copyOf(cards);
        memories = List.copyOf(memories);
        applications = List.copyOf(applications);
        locks = List.copyOf(locks);
        passes = List.copyOf(passes);
    }

    /**
     * A round trip from application to application. Any thread.
     *
     * @param us microseconds of it
     * @param lockUs of these: from the flags' being in the hosts' memories to their having been read and reset, both hosts together
     */
    public record OfApplications(double us, double lockUs) {}

    /**
     * Runs all of them.
     *
     * @param profile reference of the machine's profile
     * @param sizes of the data, bytes, in rising order, each 0 to 4,096
     * @param seed of all randomness
     * @return the times
     * @throws IllegalStateException when a program has a fault, or a law of conservation does not hold, which is a defect of the model
     */
    public static ProgramRoundTrips run(String profile, List<Integer> sizes, long seed) {
        List<Double> cards = new ArrayList<>();
        List<Double> memories = new ArrayList<>();
        List<Double> applications = new ArrayList<>();
        List<Double> locks = new ArrayList<>();
        List<Double> passes = new ArrayList<>();
        try (PanicStations stations = new PanicStations(profile, seed)) {
            ProgramExchanges exchanges = new ProgramExchanges(stations);
            double clock = exchanges.clockNs();
            for (int bytes : sizes) {
                cards.add(exchanges.cardsNs(bytes) / NS_PER_US);
                memories.add(exchanges.memoriesNs(bytes) / NS_PER_US);
                passes.add(bytes == 0 ? 0 : (exchanges.passNs(bytes) - clock) / NS_PER_US);
                OfApplications found = exchanges.applications(bytes, EXCHANGES, 0);
                applications.add(found.us());
                locks.add(found.lockUs());
            }
            stations.verify();
        }
        return new ProgramRoundTrips(sizes.stream().map(Integer::doubleValue).toList(), cards, memories, applications, locks, passes);
    }

    /**
     * {@return microseconds that a program takes for a statement that reads the clock into a variable, the mean of {@link #EXCHANGES}}
     *
     * @param profile reference of the machine's profile
     * @param seed of all randomness
     */
    public static double clockReadUs(String profile, long seed) {
        try (PanicStations stations = new PanicStations(profile, seed)) {
            double us = new ProgramExchanges(stations).clockNs() / NS_PER_US;
            stations.verify();
            return us;
        }
    }

    /**
     * {@return a round trip from application to application on hosts that take more time for each message, the mean of some}
     *
     * @param profile reference of the machine's profile
     * @param bytes of the data, 0 to 4,096
     * @param delayNs nanoseconds that each host takes more
     * @param exchanges how many
     * @param seed of all randomness
     */
    public static OfApplications delayed(String profile, int bytes, long delayNs, int exchanges, long seed) {
        try (PanicStations stations = new PanicStations(profile, seed)) {
            OfApplications found = new ProgramExchanges(stations).applications(bytes, exchanges, delayNs);
            stations.verify();
            return found;
        }
    }
}
