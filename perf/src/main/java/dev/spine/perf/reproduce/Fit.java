package dev.spine.perf.reproduce;

import dev.spine.system.profile.ProfileFile;
import dev.spine.system.profile.ProfileKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * One number of the profiles, found so that the model gives published figures: by halving, until what is too much in one figure is as much
 * as what is too little in others. With one figure, that one is reached. Any thread.
 *
 * @param key which number
 * @param number what it has to be, in the key's unit
 * @param before what the profile of the first point has
 * @param reached what the model gives with it, by the figure's id, in the order of the points
 * @param assumed what the model gives with the numbers that the profiles have
 * @param runs how often the number was tried
 */
public record Fit(ProfileKey key, double number, double before, Map<String, Double> reached, Map<String, Double> assumed, int runs) {
    private static final double MIN = 0.01;
    private static final double MAX = 1_000;
    /** How far from balance it may end, as a part of a figure. */
    private static final double CLOSE = 0.001;
    private static final int MAX_RUNS = 40;

    /**
     * A point that was left out of the fit, and what the others say of it.
     *
     * @param id of the figure
     * @param number what was found without it
     * @param modelled what the model gives with that number
     * @param error modelled by published, less 1
     */
    public record LeftOut(String id, double number, double modelled, double error) {}

    /**
     * Fits; ends out of balance where no number gives the wanted figures.
     *
     * @param key which number may change, in the profiles of all points
     * @param points the figures, at least one, none twice
     */
    static Fit of(ProfileKey key, List<FittedPoint> points) {
        double least = MIN;
        double most = MAX;
        double before = ProfileFile.load(points.getFirst().profile()).number(key);
        double number = before;
        Map<String, Double> assumed = new LinkedHashMap<>();
        points.forEach(point -> assumed.put(point.id(), point.model().applyAsDouble(point.profile())));
        Map<String, Double> reached = assumed;
        int runs = 1;
        while (!isBalanced(points, reached) && runs < MAX_RUNS) {
            if (excess(points, reached) > 0) {
                least = number;
            } else {
                most = number;
            }
            // A cost is found between its powers of ten sooner than between its multiples.
            number = Math.sqrt(least * most);
            reached = model(points, key, number);
            runs++;
        }
        return new Fit(key, number, before, Map.copyOf(reached), Map.copyOf(assumed), runs);
    }

    /**
     * {@return for each point what a fit to the others says of it, in order; nothing of a point that is alone}
     *
     * @param points those of this fit, and any that it could have been made with
     */
    List<LeftOut> leftOut(List<FittedPoint> points) {
        List<LeftOut> results = new ArrayList<>();
        for (FittedPoint point : points) {
            List<FittedPoint> others = points.stream().filter(other -> !other.id().equals(point.id())).toList();
            if (others.isEmpty()) {
                continue;
            }
            boolean known = others.stream().map(FittedPoint::id).collect(Collectors.toSet()).equals(reached.keySet());
            double found = known ? number : of(key, others).number();
            double modelled = point.model().applyAsDouble(with(point.profile(), key, found));
            results.add(new LeftOut(point.id(), found, modelled, modelled / point.published() - 1));
        }
        return results;
    }

    /** {@return whether the points are so near to balance that the search ends} */
    static boolean isBalanced(List<FittedPoint> points, Map<String, Double> reached) {
        return Math.abs(excess(points, reached)) <= CLOSE;
    }

    private static double excess(List<FittedPoint> points, Map<String, Double> reached) {
        return points.stream().mapToDouble(point -> point.excess(Objects.requireNonNull(reached.get(point.id())))).sum();
    }

    private static Map<String, Double> model(List<FittedPoint> points, ProfileKey key, double number) {
        Map<String, Double> figures = new LinkedHashMap<>();
        points.forEach(point -> figures.put(point.id(), point.model().applyAsDouble(with(point.profile(), key, number))));
        return figures;
    }

    private static String with(String profile, ProfileKey key, double number) {
        return ProfileFile.reference(profile, List.of(key.path() + "=" + String.format(Locale.ROOT, "%.6f", number)));
    }

    /** {@return a reference to a profile with what was found: another processor keeps its ratio to that of the first point} */
    String on(String profile) {
        return with(profile, key, number * ProfileFile.load(profile).number(key) / before);
    }
}
