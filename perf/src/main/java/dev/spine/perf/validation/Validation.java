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
    /** Passes for the compiler: until so many were no better, or there were so many. */
    private static final int ENOUGH_WARM_UPS = 8;
    private static final int MAX_WARM_UPS = 40;
    private static final double BETTER = 1.03;
    private static final int PASSES = 4;
    private static final long FIRST_UNITS = 2_000;
    private static final int GROWTH = 10;
    private static final double MS_PER_SECOND = 1e3;

    private final List<ValidatedWorkload> workloads;
    private final List<MachineMeasurement> machine = new ArrayList<>();
    private final Map<String, List<LiveRun>> live = new LinkedHashMap<>();
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
     * Measures this machine and runs every path on it. The paths of a workload are set up side by side, and take turns.
     *
     * @param runs how often everything is measured, at least 1
     * @param blocks of a millisecond for each figure of the machine, at least 1
     * @param passMs milliseconds of a pass, at least 1
     */
    public void run(int runs, int blocks, int passMs) {
        for (int i = 0; i < workloads.size(); i++) {
            // The machine is looked at in between, so that its moods meet both.
            while (machine.size() * workloads.size() < (i + 1) * runs) {
                machine.add(MachineMeasurement.measure(blocks, progress));
            }
            run(workloads.get(i), runs, passMs);
        }
    }

    private void run(ValidatedWorkload workload, int runs, int passMs) {
        String name = workload.modelled().name();
        List<Prepared> prepared = new ArrayList<>();
        try {
            for (String path : workload.paths()) {
                progress.show(name + ", live: " + path + ", warming up");
                prepared.add(new Prepared(key(workload, path), ThreadTime.of(() -> workload.live().apply(path)), passMs));
                prepared.getLast().warmUp();
            }
            for (int run = 1; run <= runs; run++) {
                for (Prepared path : prepared) {
                    progress.show(path.key + ", live: run " + run + " of " + runs);
                    live.computeIfAbsent(path.key, _ -> new ArrayList<>()).add(path.run());
                }
            }
        } finally {
            prepared.forEach(path -> path.path.close());
        }
    }

    /** A path that is set up. */
    private static final class Prepared {
        private final String key;
        private final LivePath path;
        private final ThreadTime time;
        private final int passMs;
        private long units = FIRST_UNITS;

        Prepared(String key, ThreadTime.Timed<LivePath> timed, int passMs) {
            this.key = key;
            this.path = timed.made();
            this.time = timed.time();
            this.passMs = passMs;
        }

        void warmUp() {
            double best = 0;
            int noBetter = 0;
            for (int i = 0; i < MAX_WARM_UPS && noBetter < ENOUGH_WARM_UPS; i++) {
                double rate = path.pass(units).unitsPerSecond();
                noBetter = rate > BETTER * best ? 0 : noBetter + 1;
                best = Math.max(best, rate);
                units = Math.clamp(Math.round(rate * passMs / MS_PER_SECOND), 1, GROWTH * units);
            }
        }

        /** The best of some passes: others may use the machine, too. */
        LiveRun run() {
            double rate = 0;
            double threadNs = Double.POSITIVE_INFINITY;
            long lost = 0;
            for (int i = 0; i < PASSES; i++) {
                long before = time.ns();
                LivePath.MeasuredRate pass = path.pass(units);
                threadNs = Math.min(threadNs, (time.ns() - before) / (double) Math.max(1, pass.units()));
                rate = Math.max(rate, pass.unitsPerSecond());
                lost += pass.lost();
            }
            return new LiveRun(rate, threadNs, lost);
        }
    }

    private static String key(ValidatedWorkload workload, String path) {
        return workload.modelled().name() + ' ' + path;
    }

    /** {@return what was measured of this machine, as often as there were runs} */
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
                paths.add(ValidatedPath.of(workload, path, live.getOrDefault(key(workload, path), List.of()), reading, counter, described));
            }
        }
        progress.clear();
    }

    /** {@return the paths of all workloads, once they were modelled} */
    public List<ValidatedPath> paths() {
        return List.copyOf(paths);
    }
}
