package dev.spine.system.profile;

import dev.spine.system.file.FilePosition;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The values of one number of a profile between two ends, for a what-if that asks from where on something is so. Immutable.
 *
 * @param key which number
 * @param from the lower end, in the key's unit
 * @param to the upper end, above the lower one
 * @param points how many values are tried, 2 to {@link #MAX_POINTS}; both ends are among them
 * @param scale how the values lie between the ends
 */
public record ProfileRange(ProfileKey key, double from, double to, int points, Scale scale) {
    /** How many values are tried when nothing is said of them. */
    public static final int STANDARD_POINTS = 9;
    /** How many values can be tried at most. */
    public static final int MAX_POINTS = 200;

    private static final int MIN_DIGITS = 6;
    private static final int MAX_DIGITS = 17;
    private static final MathContext BRIEFLY = new MathContext(4);
    private static final Pattern WRITTEN = Pattern.compile("(.*?)\\.\\.(.*?)(?:/([0-9]+))?(?::([A-Za-z]+))?");
    private static final String EXAMPLE = "write KEY=FROM..TO[/POINTS][:linear], for example iop.clock=33MHz..1GHz/12";

    /** How values lie between two ends. */
    public enum Scale {
        /** Each is as many times the one before it. */
        GEOMETRIC {
            @Override
            public double between(double low, double high, double part) {
                // By logarithms: the quotient of two ends may be more than any number.
                return Math.exp(Math.log(low) + (Math.log(high) - Math.log(low)) * part);
            }
        },
        /** Each is as much more than the one before it. */
        LINEAR {
            @Override
            public double between(double low, double high, double part) {
                return low + (high - low) * part;
            }
        };

        /**
         * {@return a value between two others}
         *
         * @param low the lower one; above 0 for a geometric scale
         * @param high the upper one
         * @param part how far from the lower to the upper one, 0 to 1
         */
        public abstract double between(double low, double high, double part);
    }

    /**
     * Reads one.
     *
     * @param written a key of a profile, an equals sign and two numbers with two dots between them, with units if they are not the
     *     profile's; then, if wanted, a slash and how many values to try, and a colon and the scale
     * @return the range
     * @throws dev.spine.system.file.SystemFileException for a key that no profile has, or a range that it cannot have
     */
    public static ProfileRange of(String written) {
        int sign = written.indexOf('=');
        Matcher range = WRITTEN.matcher(written.substring(sign + 1).strip());
        if (sign < 1 || !range.matches()) {
            throw wrong(written, "is no sweep: " + EXAMPLE);
        }
        String name = written.substring(0, sign).strip();
        ProfileChange from = ProfileChange.of(name + "=" + range.group(1));
        ProfileChange to = ProfileChange.of(name + "=" + range.group(2));
        Scale scale = scale(written, range.group(4));
        int points = points(written, range.group(3));
        if (from.number() == to.number()) {
            throw wrong(written, "begins where it ends: give two values, for one use --set");
        }
        if (from.number() > to.number()) {
            throw wrong(written, "ends below its beginning: write the smaller value first");
        }
        if (from.key().unit().isWord()) {
            throw wrong(written, "is no sweep of numbers: '" + from.key().path() + "' is given by " + from.key().unit().examples()
                + ": use --set for each of them");
        }
        if (scale == Scale.GEOMETRIC && from.number() == 0) {
            throw wrong(written, "begins at 0, of which nothing is a multiple: begin above 0, or add :linear");
        }
        return new ProfileRange(from.key(), from.number(), to.number(), points, scale);
    }

    private static RuntimeException wrong(String written, String problem) {
        return FilePosition.of(written).wrong(problem);
    }

    private static Scale scale(String written, @Nullable String word) {
        if (word == null) {
            return Scale.GEOMETRIC;
        }
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "linear" -> Scale.LINEAR;
            case "geometric" -> Scale.GEOMETRIC;
            default -> throw wrong(written, "knows no scale '" + word + "': geometric, which is usual, or linear");
        };
    }

    private static int points(String written, @Nullable String digits) {
        if (digits == null) {
            return STANDARD_POINTS;
        }
        // More than four digits are too many whatever they are.
        int points = digits.length() > 4 ? MAX_POINTS + 1 : Integer.parseInt(digits);
        if (points < 2 || points > MAX_POINTS) {
            throw wrong(written, "tries " + digits + " values: try 2 to " + MAX_POINTS);
        }
        return points;
    }

    /**
     * Finds out whether a number that takes many values is also given one.
     *
     * @param changes of the profile, as people write them
     * @throws dev.spine.system.file.SystemFileException when one is of the key of this range, or is no change
     */
    public void checkUnchangedBy(List<String> changes) {
        for (String change : changes) {
            if (ProfileChange.of(change).key() == key) {
                throw wrong(change, "--sweep changes '" + key.path() + "' too: leave one of --set and --sweep away");
            }
        }
    }

    /** {@return the values, rising; fewer than were asked for where there are not so many whole ones} */
    public List<Double> values() {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < points - 1; i++) {
            double value = i == 0 ? from : shown(scale.between(from, to, i / (points - 1.0)));
            // Ends that are nearer to each other than a value is written have nothing between them.
            if (values.isEmpty() || value > values.getLast() && value < to) {
                values.add(value);
            }
        }
        values.add(to);
        return List.copyOf(values);
    }

    /**
     * {@return a value between two others of the range}
     *
     * @param low the lower one
     * @param high the upper one
     */
    public double middle(double low, double high) {
        return shown(scale.between(low, high, 0.5));
    }

    /** Whole where it has to be; otherwise with no more digits than a change of a profile should be written with. */
    private double shown(double value) {
        return key.isWhole() ? Math.rint(value) : Double.parseDouble(String.format(Locale.ROOT, "%.6g", value));
    }

    /**
     * {@return the change of a profile to one of the values, as people write it}
     *
     * @param value within the range
     */
    public String change(double value) {
        return new ProfileChange("", key, value).canonical();
    }

    /**
     * {@return a value as tables show it, with its unit}
     *
     * @param value within the range
     */
    public String show(double value) {
        return key.unit().show(value, digits());
    }

    /** Six as everywhere, and more where two values would look the same. */
    private MathContext digits() {
        List<Double> values = values();
        for (int digits = MIN_DIGITS; digits < MAX_DIGITS; digits++) {
            MathContext shown = new MathContext(digits);
            if (values.stream().map(value -> key.unit().show(value, shown)).distinct().count() == values.size()) {
                return shown;
            }
        }
        return new MathContext(MAX_DIGITS);
    }

    /**
     * {@return a value that was searched, as people are told it: to three or four digits}
     *
     * @param value within the range
     */
    public String showBriefly(double value) {
        return key.unit().show(BigDecimal.valueOf(value).round(BRIEFLY).doubleValue());
    }

    /** {@return both ends as people read them} */
    @Override
    public String toString() {
        return key.path() + " from " + show(from) + " to " + show(to);
    }
}
