package dev.spine.system.profile;

/**
 * A number of a profile with its source. Any thread.
 *
 * @param number in the unit of its {@link ProfileKey}
 * @param source the {@link Origin}'s word, a colon and the citation or reason
 */
public record ProfileValue(double number, String source) {
    /** {@return from where it is} */
    public Origin origin() {
        return Origin.of(source).orElse(Origin.ASSUMED);
    }

    /** {@return the citation or reason; empty when the source is the word alone} */
    public String cited() {
        return source.substring(Math.min(source.length(), origin().word().length() + 2));
    }
}
