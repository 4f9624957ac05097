package dev.spine.perf.panic;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.panic.card.PanicExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.host.driver.Pending;
import dev.spine.perf.pair.Workstation;
import dev.spine.perf.pair.WorkstationPair;
import java.util.ArrayList;
import java.util.List;

/**
 * Round trips between the hosts through the LAN OSM, no extension on the way: the series api. Any thread.
 *
 * @param sizes of the data, bytes, in rising order; the first is 0
 * @param us microseconds of a round trip, each the mean of all packets
 */
public record LanRoundTrips(List<Double> sizes, List<Double> us) {
    /** So many packets make one experiment. */
    public static final int PACKETS = 100;
    private static final double NS_PER_US = 1e3;

    /** Keeps its own lists. */
    public LanRoundTrips {
        sizes = List.copyOf(sizes);
        us = List.copyOf(us);
    }

    /** What is on the cards. */
    public enum Cards {
        /** Nothing but the runtime. */
        BARE,
        /** The virtual machine, which runs no program. */
        WITH_IDLE_MACHINE
    }

    /**
     * Runs all sizes.
     *
     * @param profile reference of the machine's profile
     * @param cards what is on them
     * @param experiments how many of {@link #PACKETS} packets, at least 1
     * @param seed of all randomness
     * @return the times
     */
    public static LanRoundTrips run(String profile, Cards cards, int experiments, long seed) {
        try (WorkstationPair pair = new WorkstationPair(profile, seed)) {
            return run(pair, cards, ProgramRoundTrips.SIZES, experiments);
        }
    }

    /** The same on two workstations that have just been built. */
    static LanRoundTrips run(WorkstationPair pair, Cards cards, List<Integer> sizes, int experiments) {
        List<Double> us = new ArrayList<>();
        if (cards == Cards.WITH_IDLE_MACHINE) {
            load(pair.near());
            load(pair.far());
        }
        LanApplication near = application(pair.near(), pair.far().address(), true);
        LanApplication far = application(pair.far(), pair.near().address(), false);
        for (int bytes : sizes) {
            pair.near().tasks().run(() -> near.size(bytes));
            pair.far().tasks().run(() -> far.size(bytes));
            long tookNs = 0;
            for (int i = 0; i < experiments; i++) {
                pair.near().tasks().runAndAwait("the last packet of an experiment", () -> near.begin(PACKETS), near::hasEnded);
                tookNs += pair.near().tasks().call(near::tookNs);
            }
            us.add(tookNs / NS_PER_US / experiments / PACKETS);
        }
        pair.verify();
        return new LanRoundTrips(sizes.stream().map(Integer::doubleValue).toList(), us);
    }

    private static void load(Workstation station) {
        station.client().load(PackagedExtension.image("panic", PanicExtension.class), LoadOptions.OF_NODE);
    }

    private static LanApplication application(Workstation of, long peer, boolean begins) {
        LanApplication made = of.tasks().call(() -> new LanApplication(of, peer, begins));
        Pending.await(of.tasks(), "the network port", made.lan()::open);
        return made;
    }
}
