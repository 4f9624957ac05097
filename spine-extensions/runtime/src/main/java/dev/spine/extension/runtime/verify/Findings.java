package dev.spine.extension.runtime.verify;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the rules have found so far: each thing once, and no more than people read. */
final class Findings {
    private final Set<Finding> all = new LinkedHashSet<>();
    private int dropped;

    void add(Rule rule, Site site, String what) {
        if (all.size() == Limits.FINDINGS.most()) {
            dropped++;
        } else {
            all.add(new Finding(rule, site.className(), Library.inAuthorsWords(site.method()), site.line(), printable(what)));
        }
    }

    /** Whether something of this kind was already found in a class, whatever the method. */
    boolean has(Rule rule, String className, String what) {
        if (all.isEmpty()) {
            return false;
        }
        String text = printable(what);
        return all.stream().anyMatch(finding -> finding.rule() == rule && finding.className().equals(className)
            && finding.what().equals(text));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** How many there are, those that were counted only among them. */
    int count() {
        return all.size() + dropped;
    }

    /** Findings beyond the limit, which were counted only. */
    int dropped() {
        return dropped;
    }

    List<Finding> list() {
        return List.copyOf(all);
    }

    /** Names come from the image: no control characters, no endless lines. */
    private static String printable(String words) {
        String text = Library.inAuthorsWords(words);
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), 200); i++) {
            char c = text.charAt(i);
            line.append(c < ' ' || c > '~' ? '?' : c);
        }
        return line.toString();
    }
}
