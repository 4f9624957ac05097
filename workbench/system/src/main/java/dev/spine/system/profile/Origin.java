package dev.spine.system.profile;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** From where a value of a profile is: the first word of its source. Any thread. */
public enum Origin {
    /** Measured or stated by those who had the machine. */
    PUBLISHED,
    /** Measured on the machine at hand by {@code spine calibrate}. */
    MEASURED,
    /** What a standard or a maker's data sheet says of the part. */
    DATA_SHEET,
    /** Units of the code that does it, counted while it ran. */
    COUNTED,
    /** Found so that the model gives a published figure: the source names it. */
    FITTED,
    /** An estimate that nobody published. */
    ASSUMED,
    /** Left out of the profile, which has what the manual gives as default: the model goes without the part that the value is of. */
    LEFT_OUT,
    /** Given by whoever runs the model: a what-if. */
    SET;

    /** {@return the word that begins a source} */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** {@return whether a profile's file may give it as the source of a value} */
    boolean isOfFile() {
        return this != LEFT_OUT && this != SET;
    }

    /**
     * {@return what a source says of itself; empty when it does not}
     *
     * @param source for example {@code "data sheet: PCI Local Bus 2.1"}; an assumption needs no more than the word
     */
    public static Optional<Origin> of(String source) {
        return Arrays.stream(values())
            .filter(each -> source.startsWith(each.word() + ": ") || each == ASSUMED && source.equals(each.word())).findFirst();
    }
}
