package dev.spine.system.scenario;

import static com.google.common.base.Preconditions.checkArgument;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Points of virtual time as people write and read them. Any thread. */
public final class ModelledTime {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,12})?)(ps|ns|us|µs|ms|s)");
    private static final long PS_PER_NS = 1_000;
    private static final long PS_PER_US = 1_000_000;

    private ModelledTime() {}

    /**
     * {@return picoseconds}
     *
     * @param text a number with its unit: ps, ns, us, ms or s, for example {@code 1.5ms}
     * @throws IllegalArgumentException the text is no time below 9,000,000 s; the message says what it should be
     */
    public static long parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        checkArgument(matcher.matches(), "'%s' is no time: write a number with ps, ns, us, ms or s, for example 1.5ms", text);
        int decimals = switch (matcher.group(2)) {
            case "ps" -> 0;
            case "ns" -> 3;
            case "us", "µs" -> 6;
            case "ms" -> 9;
            default -> 12;
        };
        BigDecimal ps = new BigDecimal(matcher.group(1)).movePointRight(decimals);
        checkArgument(ps.compareTo(BigDecimal.valueOf(Long.MAX_VALUE - 1)) < 0,
            "'%s' is more virtual time than an engine has: write less than 9000000s", text);
        return ps.longValue();
    }

    /**
     * {@return a time in microseconds with three decimals and the unit, for example {@code "1234.567 us"}}
     *
     * @param ps picoseconds, below 0 for what comes before
     */
    public static String format(long ps) {
        long distance = Math.abs(ps);
        return String.format(Locale.ROOT, "%s%d.%03d us", ps < 0 ? "-" : "", distance / PS_PER_US, distance % PS_PER_US / PS_PER_NS);
    }
}
