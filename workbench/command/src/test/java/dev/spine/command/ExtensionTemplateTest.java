package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.spine.extension.harness.SimulatedCard;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The template of an extension compiles, its tests pass, its jar is accepted and runs; and the guide shows what the template holds. */
class ExtensionTemplateTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));
    private static final Path TEMPLATE = ROOT.resolve("docs/examples/extension-template");
    private static final Path GUIDE = ROOT.resolve("docs/writing-an-extension.md");
    private static final Pattern MANIFEST_ENTRY = Pattern.compile("<(Spine-[A-Za-z-]+)>([^<]+)</");

    private static List<String> sources(String kind) throws IOException {
        try (Stream<Path> files = Files.walk(TEMPLATE.resolve("src").resolve(kind))) {
            return files.filter(file -> file.toString().endsWith(".java")).map(Path::toString).sorted().toList();
        }
    }

    private static void compile(Path into, List<String> files, String... more) {
        JavaCompiler compiler = assertNotNull(ToolProvider.getSystemJavaCompiler());
        List<String> arguments = new ArrayList<>(List.of("-d", into.toString(), "-cp",
            System.getProperty("java.class.path") + java.io.File.pathSeparator + into.resolveSibling("classes"), "-proc:none"));
        arguments.addAll(List.of(more));
        arguments.addAll(files);
        assertEquals(0, compiler.run(null, null, null, arguments.toArray(String[]::new)), "the template compiles");
    }

    private static <T> T assertNotNull(T value) {
        org.junit.jupiter.api.Assertions.assertNotNull(value, "the tests run on a JDK with a compiler");
        return value;
    }

    /** The template as a jar. */
    static Path jar(Path directory) throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        compile(classes, sources("main"), "-Xlint:all,-path", "-Werror");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        Matcher entries = MANIFEST_ENTRY.matcher(Files.readString(TEMPLATE.resolve("pom.xml")));
        while (entries.find()) {
            manifest.getMainAttributes().putValue(entries.group(1), entries.group(2));
        }
        Path jar = directory.resolve("port-counter.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest); Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(each).toString().replace('\\', '/')));
                Files.copy(each, out);
                out.closeEntry();
            }
        }
        return jar;
    }

    @Test
    void itsJarIsAccepted(@TempDir Path directory) throws IOException {
        CommandRun run = CommandRun.of("ext", "verify", jar(directory)).succeeded();
        assertTrue(run.out().startsWith("accepted: port-counter, entry com.example.portcounter.PortCounter"), run::out);
    }

    @Test
    void itsJarRunsOnACard(@TempDir Path directory) throws IOException {
        try (SimulatedCard card = SimulatedCard.with(jar(directory)).start()) {
            card.send(1, 0);
            card.settle();
            assertTrue(card.extension().log().getLast().endsWith("there is no UDP port 0"));
        }
    }

    @Test
    void itsTestsPass(@TempDir Path directory) throws Exception {
        // Apart, as a build has them: what is packed onto a card is everything beside the extension's class.
        Path classes = Files.createDirectories(directory.resolve("classes"));
        Path tests = Files.createDirectories(directory.resolve("test-classes"));
        compile(classes, sources("main"));
        compile(tests, sources("test"));
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL(), tests.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(loader.loadClass("com.example.portcounter.PortCounterTest")))
                // This one runs within a class that runs beside others.
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false").build(), listener);
            TestExecutionSummary summary = listener.getSummary();
            assertEquals(3, summary.getTestsSucceededCount(), () -> String.valueOf(summary.getFailures().stream()
                .map(failure -> failure.getException()).toList()));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Each block of Java in the guide is, line by line, part of a file of the template or of a test of the harness. */
    @Test
    void theGuideShowsWhatRuns() throws IOException {
        StringBuilder all = new StringBuilder();
        List<String> files = new ArrayList<>(sources("main"));
        files.addAll(sources("test"));
        files.add(ROOT.resolve("spine-extensions/harness/src/test/java/dev/spine/extension/harness/GuideTest.java").toString());
        files.add(TEMPLATE.resolve("pom.xml").toString());
        for (String file : files) {
            Files.readAllLines(Path.of(file)).forEach(line -> all.append(line.strip()).append('\n'));
        }
        int blocks = 0;
        Matcher matcher = Pattern.compile("```(java|xml)\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(GUIDE));
        while (matcher.find()) {
            StringBuilder block = new StringBuilder();
            matcher.group(2).lines().forEach(line -> block.append(line.strip()).append('\n'));
            assertTrue(all.indexOf(block.toString()) >= 0, () -> "this block of the guide is in no file that runs:\n" + block);
            blocks++;
        }
        assertTrue(blocks >= 5, "the guide has code");
    }
}
