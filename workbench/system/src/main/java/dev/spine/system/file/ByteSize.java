package dev.spine.system.file;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A size as people type it, in files and options: a number of bytes, or of K, M, G or T, which are powers of 1,024. Any thread. */
public final class ByteSize {
    private static final Pattern SYNTAX = Pattern.compile("(\\d{1,15})([KMGT]?)(I?B)?");
    private static final String UNITS = "KMGT";
    private static final int UNIT_BITS = 10;

    private ByteSize() {}

    /**
     * {@return the bytes that a text names; empty if it names no size, or one over 2^63 - 1}
     *
     * @param text as {@code 512}, {@code 64M} or {@code 64MiB}; lower case, too
     */
    public static OptionalLong of(String text) {
        Matcher matcher = SYNTAX.matcher(text.toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int shift = UNIT_BITS * (matcher.group(2).isEmpty() ? 0 : UNITS.indexOf(matcher.group(2)) + 1);
        long number = Long.parseLong(matcher.group(1));
        return number > Long.MAX_VALUE >> shift ? OptionalLong.empty() : OptionalLong.of(number << shift);
    }

    /** {@return a size for people, in the largest unit that leaves it whole} */
    public static String show(long bytes) {
        long left = bytes;
        int unit = 0;
        while (left != 0 && left % (1 << UNIT_BITS) == 0 && unit < UNITS.length()) {
            left >>= UNIT_BITS;
            unit++;
        }
        return unit == 0 ? left + " bytes" : left + " " + UNITS.charAt(unit - 1) + "iB";
    }
}
