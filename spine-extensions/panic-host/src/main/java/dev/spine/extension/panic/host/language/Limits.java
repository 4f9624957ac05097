package dev.spine.extension.panic.host.language;

import java.util.Locale;

/** How large the parts of a program may be. */
final class Limits {
    /** Numbers of programs and triggers have 16 bits in a message. */
    static final int MAX_ID = 65_535;
    /** Characters of a name. */
    static final int MAX_NAME = 63;
    /** Words of all variables: 64 KiB. */
    static final int MAX_WORDS = 16_384;
    /** Those that are armed are bits of one word. */
    static final int MAX_TRIGGERS = 32;

    private Limits() {}

    /** {@return a number, or the smallest one when it is out of bounds, which is told} */
    static int check(Findings findings, Position at, int number, int least, int most, String what) {
        if (number < least || number > most) {
            findings.wrong(at, String.format(Locale.ROOT, "%s: %,d to %,d, not %s", what, least, most, Integer.toUnsignedString(number)));
            return least;
        }
        return number;
    }
}
