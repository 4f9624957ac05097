package dev.spine.extension.runtime.verify;

import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What was found out about an image before any of its classes was defined. Any thread.
 *
 * @param findings every place that breaks a rule, at most {@link Limits#FINDINGS}
 * @param moreFindings how many more there are
 * @param links class to the members of it that the image uses, of those outside the image
 * @param sizes how large it is
 */
public record Verdict(List<Finding> findings, int moreFindings, SortedMap<String, SortedSet<String>> links, Sizes sizes) {
    /** Keeps copies. */
    public Verdict {
        findings = List.copyOf(findings);
    }

    /**
     * How large an image is, and what running it will cost: each instruction takes a unit of fuel, each site of an allocation takes heap
     * when it is reached.
     *
     * @param classes number of classes
     * @param classBytes bytes of all class files
     * @param methods number of methods with code
     * @param instructions instructions in all methods
     * @param calls sites of calls
     * @param loops backward branches
     * @param allocations sites that allocate objects, arrays, text or lambdas
     */
    public record Sizes(int classes, int classBytes, int methods, int instructions, int calls, int loops, int allocations) {}

    /** {@return whether the image may be loaded} */
    public boolean isAccepted() {
        return findings.isEmpty();
    }

    /**
     * Goes on only with an accepted image.
     *
     * @throws ExtensionException the exception of the first phase whose promise is broken, with the first finding of it and the number
     *     of the others
     */
    public void require() throws ExtensionException {
        Finding first = findings.stream().min(Comparator.comparing(finding -> finding.rule().phase())).orElse(null);
        if (first != null) {
            int others = findings.size() - 1 + moreFindings;
            throw first.rule().phase().exception(first.text() + (others == 0 ? "" : " (and " + others + " more findings)"));
        }
    }
}
