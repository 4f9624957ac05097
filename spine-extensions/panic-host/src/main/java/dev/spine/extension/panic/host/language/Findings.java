package dev.spine.extension.panic.host.language;

import dev.spine.iop.NearestWord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Collects what is said of one text. One thread. */
final class Findings {
    private static final int MAX_WORDS = 1_000;
    /** A text with more words that stand for nothing is hardly mistyped, and looking takes long. */
    private static final int MAX_LOOKS = 20;

    private final List<Finding> all = new ArrayList<>();
    private int looks;

    void wrong(Position at, String text) {
        all.add(new Finding(at, false, text));
    }

    void warning(Position at, String text) {
        all.add(new Finding(at, true, text));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** In the order of the text. */
    List<Finding> all() {
        return all.stream().sorted(Comparator.comparing(Finding::at)).toList();
    }

    /** What may have been meant by a word, for the end of a line; nothing when no word is near, or there are too many to look at. */
    String meant(String written, Collection<String> words) {
        boolean isShort = written.length() <= Limits.MAX_NAME && words.size() <= MAX_WORDS;
        return !isShort || looks++ >= MAX_LOOKS ? ""
            : NearestWord.to(written, words).map(word -> "; did you mean '" + word + "'?").orElse("");
    }
}
