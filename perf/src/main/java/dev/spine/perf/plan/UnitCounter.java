package dev.spine.perf.plan;

import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.perf.report.PathReading;
import dev.spine.system.profile.Profile;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.scenario.IncompleteRunException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts what a unit asks of each resource. Any thread.
 *
 * <p>How often a processor does something for a unit depends on what it finds when it looks: whoever is behind finds full batches and
 * looks seldom. So the work is counted three times, on a machine whose cards are all that limits, on one whose host is, and on the
 * described one, where both may be behind in turn; and of each resource the smallest count is taken: what it does when it is the one that
 * limits. Only clocks are changed for that, so that whatever a card decides by what things cost, it decides as on the described machine.
 * Times of buses and DMA engines are those of the described machine, and so are the prices of what was counted.
 */
public final class UnitCounter {
    private static final long SLOW_CARDS = 2_000_000;
    private static final long SLOW_HOST = 5_000_000;

    private UnitCounter() {}

    /**
     * {@return what a unit asks}
     *
     * @param workload what is moved
     * @param path by which path
     * @param profile reference of the machine's profile
     */
    public static UnitWork count(PlannedWorkload workload, String path, String profile) {
        Profile described = ProfileFile.load(profile);
        MachineProfile machine = described.machine();
        String cards = ProfileFile.reference(profile, List.of(slowed(described, "iop", SLOW_CARDS)));
        String host = ProfileFile.reference(profile, List.of(slowed(described, "host", SLOW_HOST)));
        return lesser(lesser(count(workload, path, cards, machine), count(workload, path, host, machine)),
            count(workload, path, profile, machine));
    }

    /** {@return of each resource the one of two counts in which it is busy for less} */
    private static UnitWork lesser(UnitWork one, UnitWork other) {
        Map<String, Double> seconds = new TreeMap<>(one.seconds());
        Map<String, Map<Op, Double>> operations = new TreeMap<>(one.operations());
        other.seconds().forEach((resource, less) -> {
            if (less < seconds.getOrDefault(resource, 0.0)) {
                seconds.put(resource, less);
                Map<Op, Double> fewer = other.operations().get(resource);
                if (fewer != null) {
                    operations.put(resource, fewer);
                }
            }
        });
        return new UnitWork(seconds, operations, one.payloadBytes(), one.crossings(), other.cardMemory());
    }

    /** Where operations are so long that a profile cannot have them at the slow clock, one that it can have is slow, too. */
    private static String slowed(Profile described, String processor, long clock) {
        return processor + ".clock-hz=" + Math.max(clock, described.slowestClock(processor));
    }

    private static UnitWork count(PlannedWorkload workload, String path, String profile, MachineProfile machine) {
        WorkCounter counter = new WorkCounter();
        PathReading reading = workload.pass().read(profile, path, counter);
        if (reading.units() == 0 || !(reading.seconds() > 0)) {
            throw new IncompleteRunException("nothing arrives");
        }
        Map<String, Double> seconds = new TreeMap<>();
        Map<String, Map<Op, Double>> operations = new TreeMap<>();
        reading.busyShares().forEach((resource, share) -> {
            // A wire may have an agent of the same name, which is nobody's processor.
            Map<Op, Long> counted = resource.equals(PathReading.WIRE) ? null : counter.counts().get(resource);
            if (counted == null) {
                seconds.put(resource, share * reading.seconds() / reading.units());
            } else {
                CostTable costs = (resource.equals(PathReading.HOST) ? machine.host() : machine.iop()).costs();
                Map<Op, Double> each = new EnumMap<>(Op.class);
                counted.forEach((op, times) -> each.put(op, times / (double) reading.units()));
                operations.put(resource, each);
                seconds.put(resource, each.entrySet().stream().mapToDouble(
                    entry -> entry.getValue() * costs.picoseconds(entry.getKey())).sum() * 1e-12);
            }
        });
        return new UnitWork(seconds, operations, reading.payloadBytes() / (double) reading.units(), reading.crossings(),
            reading.cardMemory());
    }
}
