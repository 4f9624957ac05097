package dev.spine.extension.panic.host.language;

import dev.spine.iop.NearestWord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Collects what is said of one text. One thread. */
final class Findings {
    private final List<Finding> all = new ArrayList<>();

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

    /** What may have been meant by a word, for the end of a line; nothing when no word is near. */
    static String meant(String written, Collection<String> words) {
        return NearestWord.to(written, words).map(word -> "; did you mean '" + word + "'?").orElse("");
    }
}
