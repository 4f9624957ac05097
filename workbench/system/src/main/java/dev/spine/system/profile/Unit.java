package dev.spine.system.profile;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the number of a profile's value is of, and how people write it. Any thread. */
public enum Unit {
    HERTZ("Hz", steps("Hz", 1, "kHz", 1e3, "MHz", 1e6, "GHz", 1e9)),
    /** Powers of 1,024, as sizes of memory are. */
    BYTES("bytes", steps("B", 1, "K", 1024, "M", 1 << 20, "G", 1 << 30)),
    NANOSECONDS("ns", steps("ns", 1, "us", 1e3, "ms", 1e6, "s", 1e9)),
    BITS_PER_SECOND("bit/s", steps("b/s", 1, "kb/s", 1e3, "Mb/s", 1e6, "Gb/s", 1e9)),
    BYTES_PER_SECOND("bytes/s", steps("B/s", 1, "kB/s", 1e3, "MB/s", 1e6, "GB/s", 1e9)),
    CYCLES("cycles", ImmutableMap.of()),
    /** About one instruction of class files each. */
    UNITS("units", ImmutableMap.of()),
    BUS_CYCLES("bus cycles", ImmutableMap.of()),
    REFERENCES("references/cycle", ImmutableMap.of()),
    PERCENT("%", ImmutableMap.of()),
    COUNT("", ImmutableMap.of()),
    /** No number for people: a word, whose place in the list is the number. */
    TOPOLOGY("", ImmutableList.of("shared", "switched")),
    /** As {@link #TOPOLOGY}. */
    PLACEMENT("", ImmutableList.of("card", "host")),
    /** As {@link #TOPOLOGY}. */
    INTERRUPTS("", ImmutableList.of("per-burst", "per-packet", "moderated")),
    /** As {@link #TOPOLOGY}: what is done with code that Spine runs for its own sake. */
    BOOKKEEPING("", ImmutableList.of("left-out", "charged"));

    private static final Pattern WRITTEN = Pattern.compile("(-?[0-9][0-9_]*(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?) ?([A-Za-z/]*)");
    /** Numbers beyond these powers of ten are written with one. */
    private static final int MIN_EXPONENT = -9;
    private static final int MAX_EXPONENT = 15;
    private static final MathContext SHOWN = new MathContext(6);

    private final String title;
    private final ImmutableMap<String, Double> steps;
    private final ImmutableList<String> words;

    Unit(String title, ImmutableMap<String, Double> steps) {
        this.title = title;
        this.steps = steps;
        this.words = ImmutableList.of();
    }

    Unit(String title, ImmutableList<String> words) {
        this.title = title;
        this.steps = ImmutableMap.of();
        this.words = words;
    }

    private static ImmutableMap<String, Double> steps(String first, double one, String second, double two, String third, double three,
            String fourth, double four) {
        return ImmutableMap.of(first, one, second, two, third, three, fourth, four);
    }

    /** {@return its name for people} */
    public String title() {
        return title;
    }

    /** {@return how a number may be written, for a person who has written something else} */
    String examples() {
        if (!words.isEmpty()) {
            return String.join(" or ", words);
        }
        return steps.isEmpty() ? "a number" : "a number, alone or with one of " + String.join(", ", steps.keySet());
    }

    /** {@return the number that a person wrote, in this unit; empty when it is none} */
    OptionalDouble parse(String text) {
        if (!words.isEmpty()) {
            int word = words.indexOf(text.strip());
            return word < 0 ? OptionalDouble.empty() : OptionalDouble.of(word);
        }
        Matcher written = WRITTEN.matcher(text.strip());
        if (!written.matches()) {
            return OptionalDouble.empty();
        }
        String step = written.group(2);
        Double factor = step.isEmpty() ? Double.valueOf(1) : factor(step);
        return factor == null ? OptionalDouble.empty() : OptionalDouble.of(product(written.group(1).replace("_", ""), factor));
    }

    /** Exact, as people count: 33.3 MHz are 33,300,000 Hz. */
    private static double product(String number, double factor) {
        try {
            return new BigDecimal(number).multiply(BigDecimal.valueOf(factor)).doubleValue();
        } catch (NumberFormatException | ArithmeticException _) {
            // An exponent beyond all numbers of decimals: it is refused as too large, or is nothing.
            return Double.parseDouble(number) * factor;
        }
    }

    /** Capital letters make no difference where they cannot be mistaken for other units. */
    private @Nullable Double factor(String step) {
        Double exact = steps.get(step);
        if (exact != null || this == BITS_PER_SECOND || this == BYTES_PER_SECOND) {
            return exact;
        }
        return steps.entrySet().stream().filter(each -> each.getKey().equalsIgnoreCase(step)).map(Map.Entry::getValue).findFirst()
            .orElse(null);
    }

    /** {@return the words that people write, the one for 0 first; none where they write numbers} */
    ImmutableList<String> words() {
        return words;
    }

    /** {@return whether people write words and not numbers} */
    boolean isWord() {
        return !words.isEmpty();
    }

    /** {@return a number as a profile has it, without a unit; the word, where it stands for one} */
    public String write(double number) {
        if (!words.isEmpty()) {
            return words.get((int) number);
        }
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    /** {@return a number of this unit as a table shows it, six digits of it at most} */
    public String show(double number) {
        return show(number, SHOWN);
    }

    /** {@return a number of this unit as a table shows it, with so many digits; one that needs many zeros has an exponent} */
    public String show(double number, MathContext digits) {
        if (!words.isEmpty()) {
            return write(number);
        }
        String step = "";
        double factor = 1;
        for (Map.Entry<String, Double> each : steps.entrySet()) {
            if (step.isEmpty() || Math.abs(number) >= each.getValue()) {
                step = " " + each.getKey();
                factor = each.getValue();
            }
        }
        BigDecimal shown = BigDecimal.valueOf(number / factor).round(digits).stripTrailingZeros();
        int exponent = shown.precision() - shown.scale() - 1;
        return (exponent < MIN_EXPONENT || exponent > MAX_EXPONENT ? shown.toString() : shown.toPlainString()) + step;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
