package dev.spine.extension.panic.card;

import org.jspecify.annotations.Nullable;

/** A parameter of {@link PanicExtension}: a whole number in a range. Immutable; any thread. */
public enum PanicParameter {
    /** Bytes of card memory for program files. */
    CODE_BYTES("code-bytes", 65_536, 1_024, 131_072),
    /** Bytes of card memory for data areas. */
    DATA_BYTES("data-bytes", 65_536, 1_024, 1_048_576),
    /** The most bytes of a frame, from its MAC header on. */
    MAX_PACKET_BYTES("max-packet-bytes", 1_514, 1_514, 9_018),
    /**
     * The most steps of a program in one handler; how the default was measured stands in docs/panic.md. A step takes up to 300 units of the
     * 1,000,000 that a handler has.
     */
    SLICE_STEPS("slice-steps", 12, 1, 2_000),
    /** The most steps of an activation. */
    STEP_BUDGET("step-budget", 100_000, 1, 1_000_000_000),
    /** Nanoseconds of a tick of the clock. */
    TICK_NS("tick-ns", 500, 1, 1_000_000);

    private static final int MAX_DIGITS = 10;
    private static final int TEN = 10;

    private final String text;
    private final int standard;
    private final int least;
    private final int most;

    PanicParameter(String text, int standard, int least, int most) {
        this.text = text;
        this.standard = standard;
        this.least = least;
        this.most = most;
    }

    /** {@return its name in system files} */
    public String text() {
        return text;
    }

    /** {@return what it is when nobody sets it} */
    public int standard() {
        return standard;
    }

    /**
     * {@return the number that a value says}
     *
     * @param value as it was written; null for the default
     * @throws IllegalArgumentException when it is not a number in the range; the message says the range
     */
    public int read(@Nullable String value) {
        if (value == null) {
            return standard;
        }
        long number = value.isEmpty() || value.length() > MAX_DIGITS ? -1 : 0;
        for (int i = 0; i < value.length() && number >= 0; i++) {
            char digit = value.charAt(i);
            number = digit < '0' || digit > '9' ? -1 : number * TEN + digit - '0';
        }
        if (number < least || number > most) {
            throw new IllegalArgumentException(text + " is a number from " + least + " to " + most + ", not '" + value + "'");
        }
        return (int) number;
    }
}
