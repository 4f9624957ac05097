package dev.spine.perf.reproduce;

import dev.spine.perf.forward.ForwardExperiment;
import dev.spine.perf.profile.ProfileKey;
import dev.spine.perf.race.RaceExperiment;
import dev.spine.perf.race.RaceOutcome;
import dev.spine.perf.race.RaceVariant;
import dev.spine.perf.video.VideoExperiment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;

/**
 * How each published figure is asked of the model. Results of experiments that several figures need are kept. One thread.
 */
final class Experiments {
    /** The figure that the fit is of. */
    static final String FITTED = "router-card";

    private static final String CARDS = "lanai-33";
    private static final String NEXT = "iop-250";
    private static final String SPINE = "spine";
    private static final int SMALL_FRAME = 64;
    private static final long PACKETS = 2_000;
    private static final double STREAM = 40e6;
    private static final double PERCENT = 100;
    private static final double MEGA = 1e6;

    private final long seed;
    private final Map<String, DoubleSupplier> known = new LinkedHashMap<>();
    private final Map<String, ForwardExperiment.Outcome> forwarded = new LinkedHashMap<>();
    private final Map<String, VideoExperiment.Outcome> shown = new LinkedHashMap<>();
    private final Fit fit;

    /** Fits, and has run nothing else. */
    Experiments(long seed, double routerPacketsPerSecond) {
        this.seed = seed;
        fit = Fit.of(CARDS, ProfileKey.named("iop.cycles.fuel").orElseThrow(), routerPacketsPerSecond,
            profile -> forward(profile, SPINE).packetsPerSecond());
        String cards = fit.on(CARDS);
        known.put(FITTED, fit::reached);
        known.put("router-card-host", () -> PERCENT * forward(cards, SPINE).hostShare());
        known.put("router-host", () -> forward(cards, "host-header").packetsPerSecond());
        known.put("router-projection", () -> forward(fit.on(NEXT), SPINE).packetsPerSecond() / forward(cards, SPINE).packetsPerSecond());
        known.put("video-stream", () -> stream(cards).bitsPerSecond() / MEGA);
        known.put("video-stream-host", () -> PERCENT * stream(cards).hostShare());
        known.put("video-aggregate", () -> video(cards, SPINE).bitsPerSecond() / MEGA);
        known.put("crossings-card", () -> video(cards, SPINE).crossings());
        known.put("window-race-none", () -> race(cards, RaceVariant.UNSYNCHRONISED).strayLines());
        known.put("window-race-pause", () -> race(cards, RaceVariant.PAUSE).strayPixels());
        known.put("window-race", () -> race(cards, RaceVariant.AGREEMENT).strayPixels());
        known.put("crossings-host", () -> video(cards, "host").crossings());
    }

    /** {@return a reference to the cards' profile as it was fitted} */
    String cards() {
        return fit.on(CARDS);
    }

    Fit fit() {
        return fit;
    }

    /** {@return what the model gives; empty when there is no experiment for it yet} */
    OptionalDouble modelled(String id) {
        DoubleSupplier experiment = known.get(id);
        return experiment == null ? OptionalDouble.empty() : OptionalDouble.of(experiment.getAsDouble());
    }

    private ForwardExperiment.Outcome forward(String profile, String path) {
        return forwarded.computeIfAbsent(profile + ' ' + path,
            _ -> ForwardExperiment.closedLoop(profile, path, SMALL_FRAME, PACKETS, seed));
    }

    private RaceOutcome race(String profile, RaceVariant variant) {
        return RaceExperiment.drag(profile, variant, seed, RaceExperiment.Picture.LEFT_OUT).outcome();
    }

    private VideoExperiment.Outcome video(String profile, String path) {
        return shown.computeIfAbsent(profile + ' ' + path, _ -> VideoExperiment.closedLoop(profile, path, PACKETS, seed));
    }

    private VideoExperiment.Outcome stream(String profile) {
        return shown.computeIfAbsent(profile + " stream", _ -> VideoExperiment.openLoop(profile, SPINE, STREAM, PACKETS, seed));
    }
}
