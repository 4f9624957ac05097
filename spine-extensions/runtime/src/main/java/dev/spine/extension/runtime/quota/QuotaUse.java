package dev.spine.extension.runtime.quota;

/**
 * One line of a ledger: how much of a quota is used. Any thread.
 *
 * @param quota of what
 * @param used now, or in the current second
 * @param limit how much may be; {@link #UNLIMITED} when nothing bounds it
 * @param refused how often something was refused for it
 * @param peak the most that was used at a time, or in a second
 */
public record QuotaUse(Quota quota, long used, long limit, long refused, long peak) {
    /** A limit that bounds nothing. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** {@return the line in a report: key, used, limit, refused, peak} */
    String text() {
        return quota.key() + ' ' + used + ' ' + limit + ' ' + refused + ' ' + peak;
    }

    /**
     * Reads a line of a report.
     *
     * @param text key, used, limit, refused, peak
     * @return the line
     * @throws IllegalArgumentException when it is none
     */
    static QuotaUse parse(String text) {
        String[] words = text.split(" ", -1);
        if (words.length != 5) {
            throw new IllegalArgumentException("not a quota's line: " + text);
        }
        return new QuotaUse(Quota.of(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]),
            Long.parseLong(words[4]));
    }
}
