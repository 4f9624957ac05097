package dev.spine.command.requirements;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A class or a method of the tests, with tags.
 *
 * @param file its source
 * @param name of the class or the method
 * @param tags what its annotations say, without those of the class around a method
 */
record TaggedTest(Path file, String name, Set<String> tags) {
    /** The tag of tests that run only under {@code -Pfull}. */
    static final String FULL = "full";
    /** Tags that say how a test runs, not what it shows: {@link #FULL}, and that of tests in a JVM of their own. */
    static final Set<String> OF_THE_BUILD = Set.of(FULL, "allocation", "compilers");

    private static final Pattern TAG = Pattern.compile("^\\h*@Tag\\(\"([^\"]*)\"\\)", Pattern.MULTILINE);
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|interface|record|enum)\\s+(\\w+)|\\b(\\w+)\\s*\\(");

    TaggedTest {
        tags = Set.copyOf(tags);
    }

    /** What is tagged in a source, in its order. Tags are read that stand first on their line and are texts. */
    static Stream<TaggedTest> in(Path file, String source) {
        Stream.Builder<TaggedTest> found = Stream.builder();
        Matcher tag = TAG.matcher(source);
        int declaration = -1;
        Set<String> tags = new TreeSet<>();
        while (tag.find()) {
            int behind = behindAnnotations(source, tag.end());
            if (behind != declaration && !tags.isEmpty()) {
                found.add(new TaggedTest(file, nameAt(source, declaration), tags));
                tags.clear();
            }
            declaration = behind;
            tags.add(tag.group(1));
        }
        if (!tags.isEmpty()) {
            found.add(new TaggedTest(file, nameAt(source, declaration), tags));
        }
        return found.build();
    }

    /** Where what is annotated begins: behind white space and further annotations. */
    private static int behindAnnotations(String source, int from) {
        int at = behind(source, from, Character::isWhitespace);
        while (source.startsWith("@", at) && !source.startsWith("@interface", at)) {
            at = behind(source, at + 1, c -> Character.isJavaIdentifierPart(c) || c == '.');
            if (source.startsWith("(", at)) {
                at = behindParentheses(source, at);
            }
            at = behind(source, at, Character::isWhitespace);
        }
        return at;
    }

    private static int behind(String source, int from, Predicate<Character> kind) {
        int at = from;
        while (at < source.length() && kind.test(source.charAt(at))) {
            at++;
        }
        return at;
    }

    private static int behindParentheses(String source, int from) {
        int depth = 0;
        boolean text = false;
        for (int at = from; at < source.length(); at++) {
            char c = source.charAt(at);
            if (c == '\\') {
                at++;
            } else if (c == '"') {
                text = !text;
            } else if (!text && c == '(') {
                depth++;
            } else if (!text && c == ')' && --depth == 0) {
                return at + 1;
            }
        }
        return source.length();
    }

    private static String nameAt(String source, int at) {
        Matcher declared = DECLARED.matcher(source);
        if (!declared.find(at)) {
            return "";
        }
        String type = declared.group(1);
        return type == null ? declared.group(2) : type;
    }

    /** The simple name of the class that the source is of. */
    String className() {
        return String.valueOf(file.getFileName()).replace(".java", "");
    }

    /** Whether the whole class is tagged. */
    boolean isClass() {
        return name.equals(className());
    }
}
