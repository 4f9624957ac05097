package dev.spine.iop;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The word that a person may have meant who wrote another one. Two words are as far from each other as letters were left out, added,
 * changed, or exchanged with the next: most mistakes of typing are one or two of these. Any thread.
 */
public final class NearestWord {
    /** One letter may be wrong in a short word, and one more for each of these many. */
    private static final int LETTERS_FOR_A_MISTAKE = 4;
    private static final int MIN_BEGINNING = 2;

    private NearestWord() {}

    /**
     * {@return the word that was meant; empty when none is near enough, or when several begin as it was written}
     *
     * @param written what the person wrote
     * @param words those that there are; of several that are equally near, the first
     */
    public static Optional<String> to(String written, Collection<String> words) {
        List<String> begun = written.length() < MIN_BEGINNING ? List.of()
            : words.stream().filter(word -> word.startsWith(written)).toList();
        if (begun.size() == 1) {
            return Optional.of(begun.getFirst());
        }
        int most = 1 + written.length() / LETTERS_FOR_A_MISTAKE;
        String nearest = null;
        for (String word : words) {
            int distance = distance(written, word);
            if (distance <= most && 2 * distance < Math.min(written.length(), word.length())) {
                most = distance - 1;
                nearest = word;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Optimal string alignment: rows of the table of distances between beginnings, the last three of them. */
    private static int distance(String one, String other) {
        int[] before = new int[other.length() + 1];
        int[] last = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = last[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(last[j], row[j - 1]));
                if (i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1)) {
                    row[j] = Math.min(row[j], before[j - 2] + 1);
                }
            }
            before = last;
            last = row;
        }
        return last[other.length()];
    }
}
