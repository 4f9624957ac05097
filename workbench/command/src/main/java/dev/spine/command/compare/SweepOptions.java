package dev.spine.command.compare;

import dev.spine.perf.forward.ForwardExperiment;
import dev.spine.perf.forward.ForwardInput;
import dev.spine.perf.move.MoveExperiment;
import dev.spine.perf.move.MoveWorkload;
import dev.spine.perf.report.MeasurementObserver;
import dev.spine.perf.video.VideoExperiment;
import dev.spine.perf.video.VideoStream;
import dev.spine.perf.whatif.SweptPath;
import dev.spine.perf.whatif.SweptWorkload;
import dev.spine.system.profile.ProfileRange;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said of a sweep, and what runs at each of its values. */
final class SweepOptions {
    /** Packets at each value when nothing is said: the modelled engine has no noise, and a sweep has many values. */
    static final long PACKETS = 2_000;

    private static final double PERCENT = 100;
    private static final double MIN_HOST_PERCENT = 0.1;

    @Option(names = "--sweep", paramLabel = "KEY=FROM..TO[/POINTS][:linear]", description = "Vary a value of the profile"
        + ", for example iop.clock=33MHz..1GHz/12: the modelled engine runs every path at each of them (9 unless told, each as many"
        + " times the one before it, or :linear), and finds where offload begins to pay.")
    private @Nullable String sweep;

    @Option(names = "--host-share", paramLabel = "PERCENT", description = "--sweep: also find where offload begins to pay when the host"
        + " gives at most so much of its processor to the paths through it, 0.1 to 100.")
    private @Nullable Double hostPercent;

    /** Made by picocli, which fills the fields. */
    SweepOptions() {}

    /** Whether a sweep was asked for. */
    boolean isGiven() {
        return sweep != null;
    }

    /** What is wrong with the options together; null when nothing is. */
    @Nullable String problem(@Nullable List<String> engines, boolean isSearch, boolean isRepeated, boolean isPictured) {
        if (sweep == null) {
            return hostPercent == null ? null : "--host-share is of a sweep: add --sweep";
        }
        if (engines != null && !engines.equals(List.of("modelled"))) {
            return "--sweep changes a described machine, which only the modelled engine can run: leave --engine away";
        }
        if (isSearch) {
            return "--sweep and --search: give one of them";
        }
        if (isRepeated) {
            return "--repeat is of live passes, and --sweep has none: leave --repeat away";
        }
        if (isPictured) {
            return "--png is of a screen, and --sweep shows none: leave --png away";
        }
        if (hostPercent != null && !(hostPercent >= MIN_HOST_PERCENT && hostPercent <= PERCENT)) {
            return "--host-share must be " + MIN_HOST_PERCENT + " to 100, not " + hostPercent;
        }
        return null;
    }

    /**
     * The range.
     *
     * @throws dev.spine.system.file.SystemFileException when it is none
     */
    ProfileRange range() {
        return ProfileRange.of(String.valueOf(sweep));
    }

    /** How much of its processor the host gives to paths through it, above 0 to 1. */
    double hostShare() {
        return hostPercent == null ? 1 : hostPercent / PERCENT;
    }

    static SweptWorkload video(VideoStream stream, List<String> paths, long packets, long seed) {
        return new SweptWorkload("video", "packet", paths.stream().map(path -> new SweptPath(path,
            profile -> VideoExperiment.read(profile, path, stream, packets, seed, MeasurementObserver.NONE))).toList());
    }

    static SweptWorkload forward(ForwardInput input, List<String> paths, long packets, long seed) {
        return new SweptWorkload(input.workload(), "packet", paths.stream().map(path -> new SweptPath(path,
            profile -> ForwardExperiment.read(profile, path, input, packets, seed, MeasurementObserver.NONE))).toList());
    }

    static SweptWorkload move(MoveWorkload workload, List<String> paths, long seed) {
        return new SweptWorkload(workload.title(), "chunk", paths.stream().map(path -> new SweptPath(path,
            profile -> MoveExperiment.read(profile, path, workload, seed, MeasurementObserver.NONE))).toList());
    }
}
