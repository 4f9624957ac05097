package dev.spine.perf.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.base.Splitter;
import dev.spine.perf.forward.ForwardExperiment;
import dev.spine.perf.video.VideoExperiment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Changing one number of a profile changes the figures that depend on it in the right direction, and no others. A figure that the number
 * has no part in is as before, to two in a thousand; one that is limited by something else stays where it was, within some percent.
 */
@Tag("SS-58")
@Tag("full")
class ParameterDirectionTest {
    private static final String BASE = "lanai-33";
    private static final long PACKETS = 300;
    private static final long FEW = 30;
    private static final double SLOW_STREAM = 1e6;
    /** Of a figure that a number does change. */
    private static final double MIN_CHANGE = 0.01;
    /** Of a figure that something else limits: a change of one part of the way may still make batches larger or smaller. */
    private static final double MAX_SIDE_EFFECT = 0.06;
    /** Of a figure that does not depend on a number: what building the system took decides at which poll of the cards its run begins. */
    private static final double MAX_OF_START = 2e-3;
    private static final Map<String, Map<Figure, Double>> BASES = new HashMap<>();

    /** What is asked of the model. */
    private enum Figure {
        /** Packets of 64 and of 1518 bytes that the cards forward, per second. */
        SPINE_64, SPINE_1518,
        /** The same over messages between the cards. */
        I2O_64,
        /** The same through an application on the host, and how long the host's processor is busy with one. */
        HOST_1518, HOST_BUSY,
        /** Video from card to card, and through the host, in bits per second. */
        VIDEO_SPINE, VIDEO_HOST,
        /** From the time at which a packet of video is due to its pixels, with nobody else under way. */
        LATENCY
    }

    private static Map<Figure, Double> figures(String profile) {
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        figures.put(Figure.SPINE_64, forward(profile, "spine", 64).packetsPerSecond());
        figures.put(Figure.SPINE_1518, forward(profile, "spine", 1518).packetsPerSecond());
        figures.put(Figure.I2O_64, forward(profile, "i2o", 64).packetsPerSecond());
        ForwardExperiment.Outcome host = forward(profile, "host", 1518);
        figures.put(Figure.HOST_1518, host.packetsPerSecond());
        figures.put(Figure.HOST_BUSY, host.hostShare() / host.packetsPerSecond());
        figures.put(Figure.VIDEO_SPINE, VideoExperiment.closedLoop(profile, "spine", PACKETS, 1).bitsPerSecond());
        figures.put(Figure.VIDEO_HOST, VideoExperiment.closedLoop(profile, "host", PACKETS, 1).bitsPerSecond());
        figures.put(Figure.LATENCY, (double) VideoExperiment.openLoop(profile, "spine", SLOW_STREAM, FEW, 1).latestNs());
        return figures;
    }

    private static ForwardExperiment.Outcome forward(String profile, String path, int bytes) {
        return ForwardExperiment.closedLoop(profile, path, bytes, PACKETS, 1);
    }

    private static Set<Figure> named(@Nullable String list) {
        Set<Figure> named = EnumSet.noneOf(Figure.class);
        if (list != null) {
            for (String name : Splitter.on(' ').split(list)) {
                named.add(Figure.valueOf(name.replace('-', '_').toUpperCase(Locale.ROOT)));
            }
        }
        return named;
    }

    @ParameterizedTest
    @CsvFileSource(resources = "directions.csv", delimiter = '|')
    void aNumberMovesWhatDependsOnItAndNothingElse(String change, @Nullable String in, @Nullable String rises, @Nullable String falls,
            @Nullable String same) {
        String base = in == null ? BASE : BASE + " with " + in;
        Map<Figure, Double> before = BASES.computeIfAbsent(base, ParameterDirectionTest::figures);
        Map<Figure, Double> after = figures(base + " with " + change);
        Set<Figure> risen = named(rises);
        Set<Figure> fallen = named(falls);
        Set<Figure> untouched = named(same);
        List<String> wrong = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            double was = Objects.requireNonNull(before.get(figure));
            double is = Objects.requireNonNull(after.get(figure));
            double factor = is / was;
            boolean right = risen.contains(figure) ? factor > 1 + MIN_CHANGE
                : fallen.contains(figure) ? factor < 1 - MIN_CHANGE
                : untouched.contains(figure) ? Math.abs(factor - 1) < MAX_OF_START
                : Math.abs(factor - 1) < MAX_SIDE_EFFECT;
            if (!right) {
                wrong.add(figure + ": " + was + " became " + is);
            }
        }
        assertEquals(List.of(), wrong, change);
    }
}
