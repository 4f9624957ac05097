package dev.spine.perf.whatif;

import dev.spine.perf.report.PathReading;
import dev.spine.perf.whatif.Crossings.Crossing;
import dev.spine.system.output.Progress;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.profile.ProfileRange;
import dev.spine.system.scenario.BudgetExceededException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The paths of one workload over the values of a range. What a path gave at a value is asked once and kept. One thread.
 */
final class Sweep {
    /** All of the host's processor. */
    static final double WHOLE_HOST = 1;

    private final SweptWorkload workload;
    private final String profile;
    private final ProfileRange range;
    private final Progress progress;
    private final Map<String, Map<Double, PathReading>> readings = new HashMap<>();
    private final List<PathPair> pairs = new ArrayList<>();
    private int done;

    /**
     * A sweep that has not run.
     *
     * @param workload what runs
     * @param profile reference of the profile that is varied
     * @param range which number, and between which values
     * @param progress says how far it is
     */
    Sweep(SweptWorkload workload, String profile, ProfileRange range, Progress progress) {
        this.workload = workload;
        this.profile = profile;
        this.range = range;
        this.progress = progress;
    }

    /**
     * Two paths whose rates were held against each other.
     *
     * @param offload the path on which the cards work
     * @param through the path through the host
     * @param hostShare how much of its processor the host gives to the second path at most, 0 to 1
     * @param crossings where the first one overtakes
     */
    record PathPair(String offload, String through, double hostShare, Crossings crossings) {
        /** {@return what was found, for people, in a line} */
        String text(ProfileRange range) {
            String against = through + (hostShare < WHOLE_HOST ? String.format(Locale.ROOT, " with %.3g %% of the host's processor",
                hostShare * 100) : "");
            if (crossings.found().isEmpty()) {
                boolean always = crossings.least() > 1;
                return String.format(Locale.ROOT, "%s %s %s in this range: its rate is %s", offload,
                    always ? "always pays against" : "never pays against", against, times());
            }
            List<String> places = new ArrayList<>();
            for (Crossing crossing : crossings.found()) {
                places.add((crossing.rises() ? "pays against " + against + " from " : "no longer pays against " + against + " from ")
                    + range.showBriefly(crossing.above()) + " on (" + (crossing.rises() ? "not yet" : "it does") + " at "
                    + range.showBriefly(crossing.below()) + ")");
            }
            return offload + " " + String.join("; ", places) + ": its rate is " + times();
        }

        private String times() {
            String least = String.format(Locale.ROOT, "%.3g", crossings.least());
            String most = String.format(Locale.ROOT, "%.3g", crossings.most());
            return least.equals(most) ? least + " times that one's" : least + " to " + most + " times that one's";
        }
    }

    /**
     * Runs every path at every value, then looks for crossings.
     *
     * @param hostShares how much of the host's processor a path through it may take, each looked at by itself
     */
    void run(List<Double> hostShares) {
        try {
            for (double value : range.values()) {
                for (SweptPath path : workload.paths()) {
                    progress.show(workload.name() + ": " + done + " of " + range.values().size() * workload.paths().size()
                        + " points done, " + path.name() + " at " + range.show(value));
                    at(path, value);
                    done++;
                }
            }
            for (SweptPath offload : workload.paths()) {
                for (SweptPath through : workload.paths()) {
                    if (!offload.isThroughHost() && through.isThroughHost()) {
                        for (double share : hostShares) {
                            progress.show(workload.name() + ": where " + offload.name() + " overtakes " + through.name());
                            pairs.add(new PathPair(offload.name(), through.name(), share, Crossings.of(range,
                                value -> at(offload, value).rate() / rateWithin(at(through, value), share))));
                        }
                    }
                }
            }
        } finally {
            progress.clear();
        }
    }

    /** What a path gives when the host has something else to do too. */
    private static double rateWithin(PathReading reading, double share) {
        return reading.hostShare() > share ? reading.rate() * share / reading.hostShare() : reading.rate();
    }

    private PathReading at(SweptPath path, double value) {
        return readings.computeIfAbsent(path.name(), _ -> new HashMap<>())
            .computeIfAbsent(value, _ -> {
                String machine = ProfileFile.reference(profile, List.of(range.change(value)));
                return BudgetExceededException.during(machine, () -> path.run().apply(machine));
            });
    }

    SweptWorkload workload() {
        return workload;
    }

    /** {@return where which path overtakes which; empty before it has run} */
    List<PathPair> pairs() {
        return List.copyOf(pairs);
    }

    /** {@return what a path gave at each value of the range, rising} */
    Map<Double, PathReading> readings(SweptPath path) {
        Map<Double, PathReading> ordered = new LinkedHashMap<>();
        range.values().forEach(value -> ordered.put(value, at(path, value)));
        return ordered;
    }

    /** {@return whether no unit was lost} */
    boolean isSound() {
        return readings.values().stream().flatMap(each -> each.values().stream()).allMatch(reading -> reading.lost() == 0);
    }
}
