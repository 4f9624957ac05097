package dev.spine.command.disk;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A size as people type it: a number of bytes, or of K, M, G or T, which are powers of 1024. */
public final class ByteSize implements ITypeConverter<Long> {
    private static final Pattern SYNTAX = Pattern.compile("(\\d{1,15})([KMGT]?)(I?B)?");
    private static final String UNITS = "KMGT";
    private static final int UNIT_BITS = 10;

    /** Stateless. */
    public ByteSize() {}

    @Override
    public Long convert(String text) {
        Matcher matcher = SYNTAX.matcher(text.toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + text + "' is no size: write a number of bytes, or one with K, M, G or T, such as 64M");
        }
        int shift = UNIT_BITS * (matcher.group(2).isEmpty() ? 0 : UNITS.indexOf(matcher.group(2)) + 1);
        long number = Long.parseLong(matcher.group(1));
        if (number > Long.MAX_VALUE >> shift) {
            throw new TypeConversionException("'" + text + "' is larger than any disk");
        }
        return number << shift;
    }

    /** {@return a size for people, in the largest unit that leaves it whole} */
    static String show(long bytes) {
        long left = bytes;
        int unit = 0;
        while (left != 0 && left % (1 << UNIT_BITS) == 0 && unit < UNITS.length()) {
            left >>= UNIT_BITS;
            unit++;
        }
        return unit == 0 ? left + " bytes" : left + " " + UNITS.charAt(unit - 1) + "iB";
    }
}
