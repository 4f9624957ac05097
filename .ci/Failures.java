import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Judges the tests of a build: names each that failed with the line that repeats it, runs it once more with the same seed, only to say
 * whether that is so, and ends with status 1, unless all that failed stands in {@code .ci/known-failures.txt}.
 *
 * <p>Arguments: the tree; and, after a build, the exit status of Maven and the file with what it printed. With the tree alone only the list
 * of known failures is looked at: at most three, each with a cause and a last day that is at most a fortnight away. A last day that is over
 * ends the build, whether its test fails or not.
 */
final class Failures {
    private static final int MAX_KNOWN = 3;
    private static final int MAX_DAYS = 14;
    /** Tests that are run again; a build that fails more of them is broken, and tells by itself. */
    private static final int MAX_AGAIN = 5;
    private static final Pattern SEED = Pattern.compile("\\bseed[ =:]+(-?\\d+)\\b");
    private static final Pattern INPUT = Pattern.compile("(?m)^input: ((?:[0-9a-f]{2})+)$");
    /** A process of tests that crashes does not fail the build under {@code maven.test.failure.ignore}. */
    private static final Pattern CRASH = Pattern.compile("The forked VM terminated|other error in the fork|SurefireBooterForkException"
        + "|Error occurred in starting fork");
    private static final String REPORTS = "surefire-reports";
    private static final int SLOWEST = 30;

    private final Path tree;

    private Failures(Path tree) {
        this.tree = tree;
    }

    private record Failure(String module, String type, String method, String text, String seed, String input) {
        String test() {
            return type.substring(type.lastIndexOf('.') + 1) + (method.isEmpty() ? "" : "#" + method);
        }

        List<String> repeat() {
            List<String> command = new ArrayList<>(List.of("mvn", "verify", "-Pfull", "-pl", module, "-am", "-Dtest=" + test(),
                "-Dsurefire.failIfNoSpecifiedTests=false"));
            if (!seed.isEmpty()) {
                command.add("-Dspine.seed=" + seed);
            }
            return command;
        }
    }

    private record Known(String test, LocalDate last, String cause) {
    }

    public static void main(String[] arguments) throws IOException, InterruptedException, XMLStreamException {
        Failures failures = new Failures(Path.of(arguments[0]).toAbsolutePath().normalize());
        List<Known> known = failures.known();
        if (arguments.length == 3 && !failures.judge(known, Integer.parseInt(arguments[1]), Path.of(arguments[2]))) {
            System.exit(1);
        }
    }

    private List<Known> known() throws IOException {
        List<Known> known = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        LocalDate today = LocalDate.now();
        for (String line : Files.readAllLines(tree.resolve(".ci/known-failures.txt"))) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.split("\\|", 3);
            try {
                Known one = new Known(parts[0].strip(), LocalDate.parse(parts[1].strip()), parts[2].strip());
                known.add(one);
                if (one.last().isBefore(today)) {
                    wrong.add(one.test() + ": its last day, " + one.last() + ", is over; mend it: " + one.cause());
                } else if (one.last().isAfter(today.plusDays(MAX_DAYS))) {
                    wrong.add(one.test() + ": " + one.last() + " is more than " + MAX_DAYS + " days away");
                } else if (one.cause().isEmpty()) {
                    wrong.add(one.test() + ": there is no cause");
                }
            } catch (ArrayIndexOutOfBoundsException | DateTimeParseException e) {
                wrong.add("\"" + line + "\": write CLASS#METHOD | YYYY-MM-DD | cause");
            }
        }
        if (known.size() > MAX_KNOWN) {
            wrong.add(known.size() + " tests: at most " + MAX_KNOWN + " may fail and be known");
        }
        wrong.forEach(line -> System.out.println("ci: .ci/known-failures.txt: " + line));
        if (!wrong.isEmpty()) {
            System.exit(1);
        }
        return known;
    }

    private boolean judge(List<Known> known, int status, Path log) throws IOException, InterruptedException, XMLStreamException {
        List<String> crashes = Files.readAllLines(log).stream().filter(line -> CRASH.matcher(line).find()).distinct().toList();
        crashes.forEach(line -> System.out.println("ci: a process of tests ended early: " + line));
        Map<String, Failure> failed = new LinkedHashMap<>();
        for (Path report : reports()) {
            read(report).forEach(one -> failed.putIfAbsent(one.module() + one.test(), one));
        }
        Set<String> excused = new LinkedHashSet<>();
        int again = 0;
        for (Failure one : failed.values()) {
            System.out.println("ci: failed: " + one.test() + ": " + one.text().lines().findFirst().orElse("?"));
            System.out.println("ci:   " + String.join(" ", quoted(one.repeat())));
            System.out.println("ci:   kept: " + tree.relativize(keep(one)));
            System.out.println("ci:   " + (again++ < MAX_AGAIN ? again(one) : "not run again: too many failed"));
            known.stream().filter(entry -> entry.test().equals(one.test())).forEach(entry -> {
                excused.add(one.module() + one.test());
                System.out.println("ci:   known until " + entry.last() + ": " + entry.cause());
            });
        }
        slowest();
        return status == 0 && crashes.isEmpty() && excused.containsAll(failed.keySet());
    }

    private List<Path> reports() throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            return files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml") && file.getParent().endsWith(REPORTS)
                && !file.getParent().getParent().endsWith("quick")).sorted().toList();
        }
    }

    /** Prints the classes of tests that took longest, and what all took together: where a build that is too long has its time. */
    private void slowest() throws IOException, XMLStreamException {
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (Path report : reports()) {
            try (InputStream in = Files.newInputStream(report)) {
                XMLStreamReader xml = XMLInputFactory.newDefaultFactory().createXMLStreamReader(in);
                xml.nextTag();
                String time = xml.getAttributeValue(null, "time");
                if (time != null) {
                    seconds.merge(tree.relativize(report.getParent().getParent().getParent()) + " " + xml.getAttributeValue(null, "name"),
                        Double.parseDouble(time.replace(",", "")), Double::sum);
                }
            }
        }
        if (seconds.isEmpty()) {
            return;
        }
        System.out.printf(Locale.ROOT, "ci: %d classes of tests, %.0f s in all; the slowest:%n", seconds.size(),
            seconds.values().stream().mapToDouble(Double::doubleValue).sum());
        seconds.entrySet().stream().sorted(Map.Entry.<String, Double>comparingByValue().reversed()).limit(SLOWEST)
            .forEach(entry -> System.out.printf(Locale.ROOT, "ci: %8.1f s  %s%n", entry.getValue(), entry.getKey()));
    }

    /** The tests of a report that failed; a seed stands in the message, or in what the class printed. */
    private List<Failure> read(Path report) throws IOException, XMLStreamException {
        Path target = report.getParent().getParent();
        String module = tree.relativize(target.endsWith("quick") ? target.getParent().getParent() : target.getParent()).toString();
        List<Failure> found = new ArrayList<>();
        String printed = "";
        try (InputStream in = Files.newInputStream(report)) {
            XMLStreamReader xml = XMLInputFactory.newDefaultFactory().createXMLStreamReader(in);
            String type = "";
            String method = "";
            while (xml.hasNext()) {
                if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                    continue;
                }
                switch (xml.getLocalName()) {
                    case "testcase" -> {
                        type = xml.getAttributeValue(null, "classname");
                        method = String.valueOf(xml.getAttributeValue(null, "name")).replaceAll("[^\\w$].*", "");
                    }
                    case "failure", "error" -> {
                        String text = xml.getElementText().strip();
                        found.add(new Failure(module, type, method, text, first(SEED, text), first(INPUT, text)));
                    }
                    case "system-out" -> printed += xml.getElementText();
                    default -> { }
                }
            }
        }
        String seed = first(SEED, printed);
        return found.stream().map(one -> one.seed().isEmpty()
            ? new Failure(one.module(), one.type(), one.method(), one.text(), seed, one.input()) : one).toList();
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static List<String> quoted(List<String> command) {
        return command.stream().map(word -> word.contains("#") ? "'" + word + "'" : word).toList();
    }

    /** A file for the corpus: what a fuzz target was given, if it was one, under comments that say what failed and what repeats it. */
    private Path keep(Failure one) throws IOException {
        Path directory = Files.createDirectories(tree.resolve(one.module()).resolve("target/failed"));
        StringBuilder text = new StringBuilder("# ").append(String.join(" ", quoted(one.repeat()))).append('\n');
        one.text().lines().filter(line -> !line.startsWith("input: ")).limit(3)
            .forEach(line -> text.append("# ").append(line).append('\n'));
        text.append(one.input()).append('\n');
        return Files.writeString(directory.resolve(one.test().replace('#', '.') + (one.input().isEmpty() ? ".txt" : ".hex")), text);
    }

    /** Runs it again, compiled without checks, which takes minutes less; the reports are others than the build's. */
    private String again(Failure one) throws IOException, InterruptedException, XMLStreamException {
        List<String> command = new ArrayList<>(one.repeat());
        command.addAll(1, List.of("-B", "-ntp", "-q", "-Dquickly", "-Dmaven.test.skip=false"));
        command.set(command.indexOf("verify"), "package");
        int status = new ProcessBuilder(command).directory(tree.toFile()).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        if (status == 0) {
            return "not reproducible: the same seed and arguments passed";
        }
        Path report = tree.resolve(one.module()).resolve("target/quick/" + REPORTS + "/TEST-" + one.type() + ".xml");
        boolean same = Files.exists(report) && read(report).stream().anyMatch(other -> other.test().equals(one.test()));
        return same ? "reproducible: it failed again" : "could not be run again";
    }
}
