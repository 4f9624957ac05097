package dev.spine.perf.validation;

import dev.spine.iop.engine.MachineProfile;
import dev.spine.perf.calibration.MachineMeasurement;
import dev.spine.perf.calibration.MeasuredProfile;
import dev.spine.perf.plan.WorkCounter;
import dev.spine.perf.report.LivePath;
import dev.spine.perf.report.PathReading;
import dev.spine.system.output.Progress;
import dev.spine.system.profile.ProfileFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The same workloads on the live engine and, in virtual time, on a profile of the same machine. Nothing of the profile is made from the
 * rates. One thread.
 */
public final class Validation {
    private static final int MAX_PASSES = 30;
    private static final int ENOUGH_PASSES = 5;
    private static final double BETTER = 1.02;
    private static final long FIRST_UNITS = 2_000;
    private static final int GROWTH = 10;
    private static final double MS_PER_SECOND = 1e3;

    private final List<ValidatedWorkload> workloads;
    private final List<MachineMeasurement> machine = new ArrayList<>();
    private final Map<String, List<Double>> live = new LinkedHashMap<>();
    private final Map<String, Long> lost = new LinkedHashMap<>();
    private final List<ValidatedPath> paths = new ArrayList<>();
    private final Progress progress;

    /**
     * A validation.
     *
     * @param seed of all randomness
     * @param progress says how far it is
     */
    public Validation(long seed, Progress progress) {
        this.workloads = ValidatedWorkload.all(seed);
        this.progress = progress;
    }

    /**
     * Measures this machine and runs every path on it, set up anew.
     *
     * @param blocks of a millisecond for each figure of the machine, at least 1
     * @param passMs milliseconds of a live pass, at least 1; a path has 6 to 30
     */
    public void run(int blocks, int passMs) {
        machine.add(MachineMeasurement.measure(blocks, progress));
        for (ValidatedWorkload workload : workloads) {
            for (String path : workload.paths()) {
                progress.show("run " + machine.size() + ", live: " + workload.modelled().name() + " " + path);
                try (LivePath set = workload.live().apply(path)) {
                    live.computeIfAbsent(key(workload, path), _ -> new ArrayList<>())
                        .add(rate(set, key(workload, path), passMs));
                }
            }
        }
        progress.clear();
    }

    /** The best pass, once several were no better: the compiler has seen the code, and others may use the machine, too. */
    private double rate(LivePath path, String key, int passMs) {
        double best = 0;
        int noBetter = 0;
        long units = FIRST_UNITS;
        for (int i = 0; i < MAX_PASSES && noBetter < ENOUGH_PASSES; i++) {
            LivePath.MeasuredRate rate = path.pass(units);
            lost.merge(key, rate.lost(), Long::sum);
            noBetter = rate.unitsPerSecond() > BETTER * best ? 0 : noBetter + 1;
            best = Math.max(best, rate.unitsPerSecond());
            units = Math.clamp(Math.round(rate.unitsPerSecond() * passMs / MS_PER_SECOND), 1, GROWTH * units);
        }
        return best;
    }

    private static String key(ValidatedWorkload workload, String path) {
        return workload.modelled().name() + ' ' + path;
    }

    /** {@return what was measured of this machine in each run} */
    public List<MachineMeasurement> machine() {
        return List.copyOf(machine);
    }

    /**
     * Runs the workloads in virtual time.
     *
     * @param profile file of the profile
     */
    public void model(String profile) {
        String reference = ProfileFile.reference(profile, MeasuredProfile.LIVE);
        MachineProfile described = ProfileFile.find(reference);
        for (ValidatedWorkload workload : workloads) {
            for (String path : workload.paths()) {
                progress.show("modelled: " + workload.modelled().name() + " " + path);
                WorkCounter counter = new WorkCounter();
                PathReading reading = workload.modelled().pass().read(reference, path, counter);
                String key = key(workload, path);
                paths.add(ValidatedPath.of(workload, path, live.getOrDefault(key, List.of()), lost.getOrDefault(key, 0L), reading, counter,
                    described));
            }
        }
        progress.clear();
    }

    /** {@return the paths of all workloads, once they were modelled} */
    public List<ValidatedPath> paths() {
        return List.copyOf(paths);
    }
}
