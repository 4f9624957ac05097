package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One Markdown document of the tree, as far as the tests of the documentation read it. */
final class Document {
    /** The top of the tree. */
    static final Path ROOT = Path.of(System.getProperty("spine.root", "../..")).toAbsolutePath().normalize();

    private static final Pattern INLINE_LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern DEFINITION = Pattern.compile("^\\[([^\\]]+)\\]:\\s+(\\S+)\\s*$");
    private static final Pattern CODE_LABEL = Pattern.compile("\\[(`[^`\\]]+`)\\](?![\\[(:])");
    private static final Pattern METHOD = Pattern.compile("\\[`([^`\\]]+)`\\]`(#\\w+)`");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+(?:Test|Suite|Check)(?:#\\w+)?)`");
    private static final Pattern COMMAND = Pattern.compile("^(?: {4}|\\$ )\\./spine (.*)$");

    private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

    private final Path file;
    private final List<String> lines;

    private Document(Path file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    /**
     * A definition of a link under a label.
     *
     * @param label what stands in the brackets
     * @param target where it leads
     */
    record Definition(String label, String target) {}

    /**
     * A block between fences.
     *
     * @param info what stands behind the opening fence
     * @param text the lines between
     * @param line number of the opening fence, from 1
     */
    record Block(String info, String text, int line) {
        @Override
        public String toString() {
            return info + ", line " + line;
        }
    }

    static Document read(Path file) {
        try {
            return new Document(file, Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every document whose links, examples and commands must be true. */
    static List<Document> all() {
        List<Path> files = new ArrayList<>();
        for (String name : List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "perf/benchmarks/RESULTS.md")) {
            files.add(ROOT.resolve(name));
        }
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(path -> path.toString().endsWith(".md")).sorted().forEach(files::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files.stream().map(Document::read).toList();
    }

    Path file() {
        return file;
    }

    /** Lines of prose and tables: code, in fences or indented, is left out. */
    private List<String> prose() {
        List<String> found = new ArrayList<>();
        boolean fenced = false;
        for (String line : lines) {
            if (line.startsWith("```")) {
                fenced = !fenced;
            } else if (!fenced && !line.startsWith("    ")) {
                found.add(line);
            }
        }
        return found;
    }

    /** Where links lead, inline ones and definitions. */
    List<String> targets() {
        List<String> found = new ArrayList<>();
        for (String line : prose()) {
            Matcher link = INLINE_LINK.matcher(line);
            while (link.find()) {
                found.add(link.group(1));
            }
        }
        definitions().forEach(definition -> found.add(definition.target()));
        return found;
    }

    List<Definition> definitions() {
        List<Definition> found = new ArrayList<>();
        for (String line : prose()) {
            Matcher definition = DEFINITION.matcher(line);
            if (definition.matches()) {
                found.add(new Definition(definition.group(1), definition.group(2)));
            }
        }
        return found;
    }

    /** Labels of the form {@code [`Class#method`]} that are used as links. */
    Set<String> codeLabels() {
        Set<String> found = new TreeSet<>();
        for (String line : prose()) {
            Matcher label = CODE_LABEL.matcher(line);
            while (label.find()) {
                found.add(label.group(1));
            }
        }
        return found;
    }

    /** {@code Class#method} of each class label that the name of a method follows: {@code [`Class`]`#method`}. */
    Set<String> methods() {
        Set<String> found = new TreeSet<>();
        for (String line : prose()) {
            Matcher method = METHOD.matcher(line);
            while (method.find()) {
                found.add(method.group(1) + method.group(2));
            }
        }
        return found;
    }

    /** What stands between single backquotes in the prose and is the name of a test, with or without that of one of its methods. */
    Set<String> tests() {
        Set<String> found = new TreeSet<>();
        for (String line : prose()) {
            Matcher test = TEST.matcher(line);
            while (test.find()) {
                found.add(test.group(1));
            }
        }
        return found;
    }

    /** Names of the places that links can lead to: the headings, as they are written in addresses. */
    Set<String> anchors() {
        Set<String> found = new TreeSet<>();
        for (String line : prose()) {
            if (line.startsWith("#")) {
                String heading = line.replaceFirst("^#+\\s*", "").replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1");
                found.add(heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'));
            }
        }
        return found;
    }

    /** The blocks whose info begins with a text. */
    List<Block> blocks(String info) {
        List<Block> found = new ArrayList<>();
        int begin = -1;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("```") && begin < 0) {
                begin = i;
            } else if (line.startsWith("```")) {
                String opening = lines.get(begin).substring(3).strip();
                if (opening.startsWith(info)) {
                    found.add(new Block(opening, String.join("\n", lines.subList(begin + 1, i)) + "\n", begin + 1));
                }
                begin = -1;
            }
        }
        return found;
    }

    /**
     * Demands that the first block of some info is a text, to the last digit; under {@code -Dspine.write=true} makes it that text instead.
     * For what a deterministic run says: the same on every machine.
     */
    void hold(String info, String text) {
        Block block = blocks(info).getFirst();
        holdLines(block.line(), block.line() + (int) block.text().lines().count(), text);
    }

    /** The same for the rows of the table below a header line. */
    void holdTable(String header, String rows) {
        int begin = lines.indexOf(header) + 2;
        int end = begin;
        while (end < lines.size() && lines.get(end).startsWith("|")) {
            end++;
        }
        holdLines(begin, end, rows);
    }

    private void holdLines(int begin, int end, String text) {
        if (Boolean.getBoolean("spine.write")) {
            List<String> changed = new ArrayList<>(lines.subList(0, begin));
            text.lines().forEach(changed::add);
            changed.addAll(lines.subList(end, lines.size()));
            try {
                Files.write(file, changed);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        } else {
            assertEquals(text, String.join("\n", lines.subList(begin, end)) + "\n",
                this + " is stale: run this test with -Dspine.write=true");
        }
    }

    /** What stands behind {@code ./spine} in examples, without remarks and without what follows a pipe. */
    List<String> commands() {
        List<String> found = new ArrayList<>();
        for (String line : lines) {
            Matcher command = COMMAND.matcher(line);
            if (command.matches()) {
                found.add(command.group(1).replaceFirst("\\s+[#|].*$", "").strip());
            }
        }
        return found;
    }

    /** {@return the words of a command as a shell makes them: what is between apostrophes is in one} */
    static List<String> words(String command) {
        return WORD.matcher(command).results().map(word -> word.group(1) == null ? word.group() : word.group(1)).toList();
    }

    @Override
    public String toString() {
        return ROOT.relativize(file).toString();
    }
}
