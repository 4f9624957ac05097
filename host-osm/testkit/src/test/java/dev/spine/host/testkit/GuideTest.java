package dev.spine.host.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.AccessFlag;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The guide shows code that is compiled and run, and says what it does. */
class GuideTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));
    private static final Path GUIDE = ROOT.resolve("docs/testing-a-driver.md");
    private static final Path EXAMPLE = ROOT.resolve("docs/examples/driver-test/src");
    private static final Path OWN_TESTS = ROOT.resolve("host-osm/testkit/src/test");
    private static final Pattern BLOCK = Pattern.compile("^```(java|xml)\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);

    /** What became of the tests of one class. */
    private static final class Outcome implements TestExecutionListener {
        final List<String> failures = new ArrayList<>();
        int passed;

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            result.getThrowable().ifPresent(thrown -> failures.add(test.getDisplayName() + ": " + thrown.getMessage()));
            if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
                passed++;
            }
        }
    }

    private static List<Path> javaFiles(Path below) throws IOException {
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
    }

    private static void compile(Path into) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(messages, manager, null,
                List.of("-d", into.toString(), "-cp", classPath, "-parameters", "-proc:none"), null,
                manager.getJavaFileObjectsFromPaths(javaFiles(EXAMPLE))).call();
            assertTrue(compiled, () -> "the example compiles:\n" + messages);
        }
    }

    private static Outcome run(Path classes, String name) throws IOException, ClassNotFoundException {
        Outcome outcome = new Outcome();
        URL[] places = {classes.toUri().toURL(), EXAMPLE.resolve("test/resources").toUri().toURL()};
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(places, GuideTest.class.getClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(loader.loadClass("com.example.disk." + name))).build(), outcome);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        return outcome;
    }

    @Test
    void exampleOfTheGuideCompilesAndItsTestsPass(@TempDir Path classes) throws IOException, ClassNotFoundException {
        compile(classes);
        Outcome tests = run(classes, "SectorDriverTest");
        Outcome faults = run(classes, "SectorDriverFaultsTest");
        assertEquals(List.of(), tests.failures);
        assertEquals(List.of(), faults.failures);
        assertEquals(4, tests.passed);
        assertEquals(4, faults.passed);
    }

    @Test
    void leakyDriverOfTheGuideFailsWithTheMessageThatTheGuideShows(@TempDir Path classes) throws IOException, ClassNotFoundException {
        compile(classes);
        Outcome outcome = run(classes, "LeakyDriverCheck");
        assertEquals(1, outcome.failures.size(), () -> outcome.failures.toString());
        String shown = blocks("text").stream().filter(block -> block.contains("leaves behind")).findFirst().orElseThrow();
        assertEquals(withoutNumbers(shown), withoutNumbers(outcome.failures.getFirst().substring("readsNothing(TestNode, IopDriver): "
            .length())));
    }

    private static String withoutNumbers(String text) {
        return text.strip().replaceAll("at \\d+ ns", "at N ns").replaceAll("frame \\d+", "frame N").replaceAll(":\\d+\\)", ":N)")
            .replaceAll("\\s+", " ");
    }

    private static List<String> blocks(String language) throws IOException {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile("^```" + language + "\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL)
            .matcher(Files.readString(GUIDE));
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    @Test
    void everyPieceOfCodeInTheGuideIsInAFileThatTheBuildRuns() throws IOException {
        List<Path> sources = new ArrayList<>(javaFiles(EXAMPLE));
        sources.addAll(javaFiles(OWN_TESTS));
        sources.add(EXAMPLE.resolve("../pom.xml"));
        String code = sources.stream().map(GuideTest::lines).collect(Collectors.joining("\n"));
        int count = 0;
        Matcher blocks = BLOCK.matcher(Files.readString(GUIDE));
        while (blocks.find()) {
            count++;
            for (String piece : blocks.group(2).split("(?m)^ *// \\.\\.\\.\n")) {
                String wanted = piece.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
                assertTrue(code.contains(wanted), () -> "this is in no file that the build runs:\n" + piece);
            }
        }
        assertFalse(count < 10, "the guide shows code");
    }

    @Test
    void everyNameIsInThePackageWhereTheGuideSaysItIs() throws IOException, ClassNotFoundException {
        int names = 0;
        Matcher rows = Pattern.compile("^\\| `(dev\\.spine[a-z0-9.]*)` \\| (.*) \\|$", Pattern.MULTILINE).matcher(Files.readString(GUIDE));
        while (rows.find()) {
            Matcher name = Pattern.compile("`([A-Z]\\w+)`").matcher(rows.group(2));
            while (name.find()) {
                names++;
                String nested = name.group(1).equals("Simple") ? "SglElement$Simple" : name.group(1);
                assertTrue(Class.forName(rows.group(1) + "." + nested, false, GuideTest.class.getClassLoader()).accessFlags()
                    .contains(AccessFlag.PUBLIC), nested);
            }
        }
        assertTrue(names > 30, "the guide has a table of names");
    }

    private static String lines(Path file) {
        try {
            return Files.readString(file).lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
