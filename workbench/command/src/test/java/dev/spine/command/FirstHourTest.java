package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first hour of a reader: every step of README and of the authors' guides, typed into a shell in a clean clone, in a fresh home, by an
 * ordinary user with nothing set but a PATH. It builds the tree and takes some minutes, so it runs with
 * {@code -Dspine.first-hour=true} only; what the same lines do in a tree that is built is tested in every full build
 * ({@link DocumentsTest}, {@link GuideSessionTest}, {@link StrangerProjectTest}, {@link StrangerExtensionTest}).
 *
 * <p>Libraries of Maven come from this machine's repository, without what is ours; nothing is fetched.
 */
@Tag("full")
@Timeout(3600)
@EnabledIfSystemProperty(named = "spine.first-hour", matches = "true")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FirstHourTest {
    private static final String USER = "61234";
    private static final Path LIBRARIES =
        Path.of(System.getProperty("maven.repo.local", System.getProperty("user.home") + "/.m2/repository"));

    @TempDir
    private static Path scratch;
    private static Path tree = Path.of("");
    private static Path home = Path.of("");

    @BeforeAll
    static void cloneIntoAFreshHome() throws Exception {
        assumeTrue(Files.isDirectory(LIBRARIES), "skipped: there is no repository of Maven at " + LIBRARIES);
        Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
        home = Files.createDirectories(scratch.resolve("home"));
        tree = home.resolve("spine");
        Path repository = Files.createDirectories(home.resolve(".m2/repository"));
        as("", scratch, 600, "git clone -q '" + Document.ROOT + "' '" + tree + "'");
        as("", scratch, 600, "cp -r '" + LIBRARIES + "/.' '" + repository + "' && rm -rf '" + repository + "/dev/spine'");
        Files.writeString(home.resolve(".m2/settings.xml"), "<settings><offline>true</offline></settings>\n");
        if (isRoot()) {
            as("", scratch, 600, "chown -R " + USER + ":" + USER + " '" + home + "'");
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** A line in a shell, in a directory; what it wrote. */
    private static String as(String user, Path directory, long seconds, String line) throws IOException, InterruptedException {
        Process process = begin(user, directory, line);
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(seconds, TimeUnit.SECONDS), () -> line + " does not end: " + said);
        System.out.println("first hour: " + line);
        assertEquals(0, process.exitValue(), () -> line + "\n" + said);
        return said;
    }

    private static Process begin(String user, Path directory, String line) throws IOException {
        List<String> words = new ArrayList<>();
        if (!user.isEmpty() && isRoot()) {
            words.addAll(List.of("setpriv", "--reuid", user, "--regid", user, "--clear-groups"));
        }
        words.addAll(List.of("sh", "-c", line));
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", System.getenv("PATH"));
        builder.environment().put("HOME", home.toString());
        // The user has no account, in which Java would look for a home.
        builder.environment().put("MAVEN_OPTS", "-Duser.home=" + home);
        return builder.start();
    }

    private static String typed(Path directory, String line) throws IOException, InterruptedException {
        return as(USER, directory, 1200, line);
    }

    @Test
    @Order(1)
    void commandsOfTheReadme() throws Exception {
        List<String> commands = Document.read(Document.ROOT.resolve("README.md")).commands();
        assertTrue(commands.size() >= 4, commands::toString);
        for (String command : commands) {
            if (command.equals("run")) {
                Process run = begin(USER, tree, "exec ./spine run");
                typed(tree, "until ./spine status >/dev/null 2>&1; do :; done; ./spine stop");
                assertTrue(run.waitFor(60, TimeUnit.SECONDS));
                assertEquals(0, run.exitValue());
            } else {
                typed(tree, "./spine " + command);
            }
        }
    }

    @Test
    @Order(2)
    void theGuideForAuthorsOfExtensions() throws Exception {
        String guide = Files.readString(Document.ROOT.resolve("docs/writing-an-extension.md"));
        for (String step : List.of("mvn -Dquickly install", "cp -r docs/examples/extension-template ~/port-counter", "mvn package",
                "./spine ext verify target/port-counter.jar")) {
            assertTrue(guide.contains(step), () -> "the guide says no more: " + step);
        }
        typed(tree, "mvn -B -ntp -Dquickly install");
        typed(tree, "cp -r docs/examples/extension-template ~/port-counter");
        Path project = home.resolve("port-counter");
        typed(project, "mvn -B -ntp package");
        Files.createSymbolicLink(project.resolve("spine"), tree.resolve("spine"));
        assertTrue(typed(project, "./spine ext verify target/port-counter.jar").startsWith("accepted: "));
        Process run = begin(USER, project, "exec ./spine run");
        typed(project, "until ./spine status >/dev/null 2>&1; do :; done");
        for (GuideSessionTest.Step step : GuideSessionTest.steps()) {
            typed(project, "./spine " + step.command());
        }
        assertTrue(run.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, run.exitValue());
    }

    @Test
    @Order(3)
    void theGuideForAuthorsOfDrivers() throws Exception {
        String guide = Files.readString(Document.ROOT.resolve("docs/testing-a-driver.md"));
        assertTrue(guide.contains("mvn -Dquickly install") && guide.contains("docs/examples/driver-test"), "the guide's first steps");
        typed(tree, "mvn -B -ntp -Dquickly install");
        typed(tree, "cp -r docs/examples/driver-test ~/my-driver");
        String said = typed(home.resolve("my-driver"), "mvn -B -ntp test");
        assertTrue(said.contains("Tests run: 8, Failures: 0, Errors: 0, Skipped: 0"), said);
    }
}
