package dev.spine.extension.panic.host.language;

import dev.spine.extension.panic.program.ProgramFormat;
import java.util.Locale;

/** How large the parts of a program may be. */
final class Limits {
    /** Numbers of programs and triggers have 16 bits in a message. */
    static final int MAX_ID = ProgramFormat.MAX_ID;
    /** Characters of a name. */
    static final int MAX_NAME = ProgramFormat.MAX_NAME_BYTES;
    /** Names, numbers and signs of an expression: trees are walked by recursion. */
    static final int MAX_PIECES = 1_000;
    /** As in a program file. */
    static final int MAX_VARIABLES = ProgramFormat.MAX_VARIABLES;
    /** Words of all variables: 64 KiB. */
    static final int MAX_WORDS = ProgramFormat.MAX_DATA_WORDS;
    /** Those that are armed are bits of one word. */
    static final int MAX_TRIGGERS = ProgramFormat.MAX_TRIGGERS;

    private Limits() {}

    /** {@return a number, or the smallest one when it is out of bounds, which is told} */
    static int check(Findings findings, Position at, int number, int least, int most, String what) {
        if (number < least || number > most) {
            findings.wrong(at, outside(number, least, most, what));
            return least;
        }
        return number;
    }

    static String outside(int number, int least, int most, String what) {
        return String.format(Locale.ROOT, "%s: %,d to %,d, not %s", what, least, most, Integer.toUnsignedString(number));
    }
}
