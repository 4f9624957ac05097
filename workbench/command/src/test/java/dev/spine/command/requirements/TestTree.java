package dev.spine.command.requirements;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is tagged in the tests of all modules. */
final class TestTree {
    private final List<TaggedTest> tests;
    private final Set<String> fullClasses;

    /** Of what was found in sources. */
    TestTree(List<TaggedTest> tests) {
        this.tests = List.copyOf(tests);
        fullClasses = tests.stream().filter(test -> test.isClass() && test.tags().contains(TaggedTest.FULL))
            .map(test -> test.file().toString()).collect(Collectors.toSet());
    }

    /** Reads the sources of all tests below the top of the tree. */
    static TestTree read(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return new TestTree(files.filter(TestTree::isTest).sorted().flatMap(file -> TaggedTest.in(root.relativize(file), text(file)))
                .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isTest(Path file) {
        String place = file.toString().replace('\\', '/');
        return place.endsWith(".java") && place.contains("/src/test/java/") && !place.contains("/target/");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return every tag that is an id of a requirement, or looks as if it were meant to be one} */
    Set<String> ids() {
        Set<String> ids = new TreeSet<>();
        tests.forEach(test -> ids.addAll(test.tags()));
        ids.removeAll(TaggedTest.OF_THE_BUILD);
        return ids;
    }

    /** {@return classes and methods with a tag, in the order of their files} */
    List<TaggedTest> of(String id) {
        return tests.stream().filter(test -> test.tags().contains(id)).toList();
    }

    /** Whether a test runs only under {@code -Pfull}. */
    boolean isFull(TaggedTest test) {
        return test.tags().contains(TaggedTest.FULL) || fullClasses.contains(test.file().toString());
    }
}
