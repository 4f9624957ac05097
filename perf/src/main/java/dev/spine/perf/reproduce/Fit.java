package dev.spine.perf.reproduce;

import dev.spine.perf.profile.ProfileFile;
import dev.spine.perf.profile.ProfileKey;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Finds a number of a profile so that the model gives a published figure: by halving, as the figure falls where the number rises.
 *
 * @param key which number
 * @param number what it has to be, in the key's unit
 * @param reached what the model gives with it
 * @param assumed what the model gives with the number that the profile has
 * @param runs how often the model was run
 */
record Fit(ProfileKey key, double number, double reached, double assumed, int runs) {
    private static final double LEAST = 0.01;
    private static final double MOST = 1_000;
    /** How far from the figure it may end, as a part of the figure. */
    private static final double CLOSE = 0.001;
    private static final int MOST_RUNS = 40;

    /**
     * Fits; ends with another figure where no number gives the wanted one.
     *
     * @param profile name of the profile
     * @param key which number may change
     * @param wanted the published figure, above 0
     * @param model gives the figure for a profile's reference; it falls where the number rises
     */
    static Fit of(String profile, ProfileKey key, double wanted, ToDoubleFunction<String> model) {
        double least = LEAST;
        double most = MOST;
        double number = ProfileFile.load(profile).number(key);
        double assumed = model.applyAsDouble(profile);
        double reached = assumed;
        int runs = 1;
        while (!isReached(reached, wanted) && runs < MOST_RUNS) {
            if (reached > wanted) {
                least = number;
            } else {
                most = number;
            }
            // A cost is found between its powers of ten sooner than between its multiples.
            number = Math.sqrt(least * most);
            reached = model.applyAsDouble(with(profile, key, number));
            runs++;
        }
        return new Fit(key, number, reached, assumed, runs);
    }

    /** {@return whether a figure is so near to the wanted one that the search ends} */
    static boolean isReached(double reached, double wanted) {
        return Math.abs(reached / wanted - 1) <= CLOSE;
    }

    private static String with(String profile, ProfileKey key, double number) {
        return ProfileFile.reference(profile, List.of(key.path() + "=" + String.format(Locale.ROOT, "%.6f", number)));
    }

    /** {@return a reference to a profile with what was found} */
    String on(String profile) {
        return with(profile, key, number);
    }
}
