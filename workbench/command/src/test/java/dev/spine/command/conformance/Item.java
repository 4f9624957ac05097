package dev.spine.command.conformance;

import java.util.List;
import java.util.Set;

/**
 * One thing of the architecture that a test must name: a function, a group, a table, a code.
 *
 * @param chapter the heading that it stands under
 * @param name its name in the code
 * @param value its number, empty for a table
 * @param set the class that declares it
 * @param constant its name in that class
 * @param words other words that name it: records and layouts
 */
record Item(String chapter, String name, String value, String set, String constant, Set<String> words) {
    private static final Set<String> NUMBERS_ONLY = Set.of("CodesTest", "StatusCodesTest", "MessageLayoutTest", "GroupLayoutTest",
        "TableLayoutTest");

    private boolean isNamedIn(TestSources.Source source) {
        return source.names(set, constant) || words.stream().anyMatch(source.words()::contains);
    }

    /** All tests that name it. */
    List<String> allTests(TestSources sources) {
        return sources.all().stream().filter(this::isNamedIn).map(TestSources.Source::name).distinct().sorted().toList();
    }

    /** The tests that name it: those about its meaning, and without any those about its numbers. */
    List<String> tests(TestSources sources) {
        List<String> all = allTests(sources);
        List<String> meaning = all.stream().filter(name -> !NUMBERS_ONLY.contains(name) && name.endsWith("Test")).toList();
        if (!meaning.isEmpty()) {
            return meaning;
        }
        List<String> others = all.stream().filter(name -> !NUMBERS_ONLY.contains(name)).toList();
        return others.isEmpty() ? all : others;
    }

    /** Whether a test is about numbers and layouts alone. */
    static boolean isAboutNumbers(String test) {
        return NUMBERS_ONLY.contains(test);
    }
}
