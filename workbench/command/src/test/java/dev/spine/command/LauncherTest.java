package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The launcher in a tree of its own, on a PATH with the usual tools but neither java nor mvn. Where a case needs one of them, a script
 * stands in: the one for java prints what it was called with.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));
    private static final List<String> TOOLS =
            List.of("dirname", "find", "flock", "grep", "head", "mkdir", "mv", "pwd", "readlink", "rm", "sed", "touch");

    @TempDir
    private Path scratch;

    private Path tree;
    private Path tools;

    private record Result(int code, String out, String err) {}

    @BeforeEach
    void makeATreeAndAPathWithoutJava() throws IOException {
        tree = Files.createDirectories(scratch.resolve("a tree"));
        copy("spine");
        copy("workbench/launch.sh");
        Files.writeString(tree.resolve("pom.xml"), "<project/>");
        tools = Files.createDirectories(scratch.resolve("tools"));
        for (String tool : TOOLS) {
            for (String dir : List.of("/bin", "/usr/bin")) {
                Path real = Path.of(dir, tool);
                if (Files.isExecutable(real)) {
                    script(tools.resolve(tool), "exec " + real + " \"$@\"");
                    break;
                }
            }
        }
    }

    @Test
    void withoutAJdkItSaysInOneLineWhatToInstallAndEndsWithTwo() throws Exception {
        Result result = launch(Map.of("SPINE_JDK_DIRS", scratch.resolve("nowhere").toString()));

        assertEquals(2, result.code(), result::err);
        assertEquals(1, result.err().lines().count(), result::err);
        assertTrue(result.err().contains("install") && result.err().contains("JDK 25"), result::err);
    }

    @Test
    void anotherReleaseIsNotAJdk25() throws Exception {
        Path old = jdk("jdk-17", "17.0.15");

        Result result = launch(Map.of("JAVA_HOME", old.toString(), "SPINE_JDK_DIRS", scratch.toString()));

        assertEquals(2, result.code(), result::err);
        assertTrue(result.err().contains("JDK 25"), result::err);
    }

    @Test
    void withoutMavenAnUnbuiltTreeIsRefusedInOneLineWithCodeTwo() throws Exception {
        Result result = launch(Map.of("JAVA_HOME", jdk("jdk-25", "25.0.3").toString()));

        assertEquals(2, result.code(), result::err);
        assertEquals(1, result.err().lines().count(), result::err);
        assertTrue(result.err().contains("Maven"), result::err);
    }

    @Test
    void aFailedBuildEndsWithTwo() throws Exception {
        maven("echo 'the compiler objects' >&2; exit 1");

        Result result = launch(Map.of("JAVA_HOME", jdk("jdk-25", "25.0.3").toString()));

        assertEquals(2, result.code(), result::err);
        assertTrue(result.err().contains("the compiler objects"), result::err);
    }

    @Test
    void itBuildsOnceThenPassesItsArgumentsAsTheyAre() throws Exception {
        maven("echo built >> builds; : > workbench/command/target/lib/spine-command.jar; : > workbench/command/target/lib/classpath");
        Map<String, String> found = Map.of("SPINE_JDK_DIRS", jdk("jdk-25", "25").getParent().toString());

        Result first = launch(found, "compare", "two words");
        Result second = launch(found, "--version");

        assertEquals(0, first.code(), first::err);
        assertTrue(first.err().contains("nothing is built yet: compiling all of Spine (mvn "), first::err);
        assertTrue(first.err().contains("one to two minutes"), first::err);
        assertTrue(first.out().endsWith("[compare][two words]\n"), first::out);
        assertEquals("", second.err());
        assertTrue(second.out().endsWith("[--version]\n"), second::out);
        assertEquals(List.of("built"), Files.readAllLines(tree.resolve("builds")));
    }

    @Test
    void firstStartsAtOnceBuildOnceAndTheSecondSaysThatItWaits() throws Exception {
        assumeTrue(Files.exists(tools.resolve("flock")), "skipped: there is no flock");
        maven("echo built >> builds; : > begun; while [ ! -e go ]; do :; done; : > workbench/command/target/lib/spine-command.jar;"
            + " : > workbench/command/target/lib/classpath");
        Map<String, String> found = Map.of("JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
        Started first = start(found, List.of(tree.resolve("spine").toString(), "one"));
        first.awaits(() -> Files.exists(tree.resolve("begun")));

        Started second = start(found, List.of(tree.resolve("spine").toString(), "two"));
        second.awaits(() -> second.err().contains("waiting") || Files.readAllLines(tree.resolve("builds")).size() > 1);
        Files.createFile(tree.resolve("go"));

        Result one = first.result();
        Result two = second.result();
        assertEquals(0, one.code(), one::err);
        assertEquals(0, two.code(), two::err);
        assertEquals(List.of("built"), Files.readAllLines(tree.resolve("builds")));
        assertEquals(1, two.err().lines().count(), two::err);
        assertTrue(two.out().endsWith("[two]\n"), two::out);
    }

    @Test
    void aNewerSourceIsBuiltAgainAndWithoutMavenTheOldBuildRuns() throws Exception {
        maven("echo built >> builds; : > workbench/command/target/lib/spine-command.jar; : > workbench/command/target/lib/classpath");
        Map<String, String> found = Map.of("JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
        launch(found);
        Path source = Files.createDirectories(tree.resolve("workbench/command/src/main/java")).resolve("Changed.java");
        Files.writeString(source, "class Changed {}");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(3600)));

        launch(found);
        Files.delete(tools.resolve("mvn"));
        Result withoutMaven = launch(found, "--version");

        assertEquals(List.of("built", "built"), Files.readAllLines(tree.resolve("builds")));
        assertEquals(0, withoutMaven.code(), withoutMaven::err);
        assertTrue(withoutMaven.err().contains("old build"), withoutMaven::err);
    }

    @Test
    void inAnUnbuiltTreeOfSomebodyElseItSaysWhoCanBuildIt() throws Exception {
        maven("echo built >> builds; : > workbench/command/target/lib/spine-command.jar; : > workbench/command/target/lib/classpath");

        Result result = launchAsSomebodyElse(Map.of("JAVA_HOME", jdk("jdk-25", "25.0.3").toString()), "--version");

        assertEquals(2, result.code(), result::err);
        assertEquals(1, result.err().lines().count(), result::err);
        assertTrue(result.err().startsWith("spine: nothing is built and you may not write in " + tree.toRealPath()
            + "; have its owner run ./spine there once"), result::err);
        assertEquals("", result.out());
    }

    @Test
    void anOldBuildOfSomebodyElseRunsAndNothingIsKeptInHisTree() throws Exception {
        maven(": > workbench/command/target/lib/spine-command.jar; : > workbench/command/target/lib/classpath");
        Map<String, String> found = Map.of("JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
        launch(found);
        Files.deleteIfExists(tree.resolve("workbench/command/target/lib/spine.aot"));
        Path source = Files.createDirectories(tree.resolve("workbench/command/src/main/java")).resolve("Changed.java");
        Files.writeString(source, "class Changed {}");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(3600)));
        Path calls = Files.createFile(scratch.resolve("calls"));
        Files.setPosixFilePermissions(calls, PosixFilePermissions.fromString("rw-rw-rw-"));
        script(scratch.resolve("jdks/jdk-25/bin/java"), "echo \"$*\" >> '" + calls + "'");

        Result result = launchAsSomebodyElse(found, "--version");

        assertEquals(0, result.code(), result::err);
        assertEquals("spine: sources changed since the last build, and you may not write in " + tree.toRealPath()
            + ": running the old build\n", result.err());
        assertEquals(1, Files.readAllLines(calls).size(), () -> "a cache that nobody can keep is not recorded");
    }

    @Test
    void aBuildThatOnlyItsOwnerMayReadIsOneLine() throws Exception {
        maven(": > workbench/command/target/lib/spine-command.jar; : > workbench/command/target/lib/classpath");
        launch(Map.of("JAVA_HOME", jdk("jdk-25", "25.0.3").toString()));
        Files.setPosixFilePermissions(tree.resolve("workbench/command/target"), PosixFilePermissions.fromString("rwx------"));

        Result result = launchAsSomebodyElse(Map.of("JAVA_HOME", jdk("jdk-25", "25.0.3").toString()), "--version");

        assertEquals(2, result.code(), result::err);
        assertEquals(1, result.err().lines().count(), result::err);
        assertTrue(result.err().startsWith("spine: you may not read what is built in "), result::err);
    }

    /** An ordinary user, in the tree of root. */
    private Result launchAsSomebodyElse(Map<String, String> environment, String... arguments)
        throws IOException, InterruptedException {
        SystemUser.assumeThereAreUsers();
        Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> words = new ArrayList<>(List.of("setpriv", "--reuid", "61234", "--regid", "61234",
            "--clear-groups", tree.resolve("spine").toString()));
        words.addAll(List.of(arguments));
        return run(environment, words);
    }

    @Test
    void calledThroughALinkFromElsewhereItStillFindsItsTree() throws Exception {
        maven("echo built >> builds; : > workbench/command/target/lib/spine-command.jar; : > workbench/command/target/lib/classpath");
        Path link = Files.createSymbolicLink(scratch.resolve("link"), tree.resolve("spine"));

        Result result = run(Map.of("JAVA_HOME", jdk("jdk-25", "25.0.3").toString()), List.of(link.toString(), "--help"));

        assertEquals(0, result.code(), result::err);
        assertTrue(result.out().contains(tree.resolve("workbench/command/target/lib/spine-command.jar").toRealPath().toString()),
            result::out);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "SPINE_JAVA_OPTS   | -Xmx4g -XX:+UseG1GC",
        "JAVA_TOOL_OPTIONS | -XX:+UseParallelGC",
        "JDK_JAVA_OPTIONS  | -XX:+UseZGC -Xmx4g",
        "_JAVA_OPTIONS     | -XX:+UseSerialGC",
    })
    void theCollectorIsTheUsersIfHeChoosesOne(String variable, String options) throws Exception {
        maven(": > workbench/command/target/lib/spine-command.jar; : > workbench/command/target/lib/classpath");
        String jdk = jdk("jdk-25", "25.0.3").toString();

        Result own = launch(Map.of("JAVA_HOME", jdk, "SPINE_JAVA_OPTS", "-Xmx4g"));
        Result chosen = launch(Map.of("JAVA_HOME", jdk, variable, options));

        assertTrue(own.out().contains("[-XX:+UseSerialGC]"), own::out);
        assertFalse(chosen.out().replace("[-Xmx4g][-XX:+UseG1GC]", "").matches("(?s).*\\[-XX:\\+Use\\w+GC\\].*"), chosen::out);
    }

    @Test
    void theExitCodeOfTheCommandIsTheLaunchersExitCode() throws Exception {
        maven(": > workbench/command/target/lib/spine-command.jar; : > workbench/command/target/lib/classpath");
        Path jdk = jdk("jdk-25", "25.0.3");
        script(jdk.resolve("bin/java"), "exit 130");

        assertEquals(130, launch(Map.of("JAVA_HOME", jdk.toString())).code());
    }

    @Test
    void theBenchLauncherWithoutAClassIsRefusedInOneLine() throws Exception {
        copy("perf/bench");

        Result result = run(Map.of(), List.of(tree.resolve("perf/bench").toString()));

        assertEquals(2, result.code(), result::err);
        assertFalse(result.err().isBlank());
        assertEquals(1, result.err().lines().count(), result::err);
    }

    private void copy(String file) throws IOException {
        Path target = tree.resolve(file);
        Files.createDirectories(target.getParent());
        Files.copy(ROOT.resolve(file), target);
        assertTrue(target.toFile().setExecutable(true, false));
    }

    /** A directory that looks like a JDK and whose java prints its arguments, each in brackets. */
    private Path jdk(String name, String release) throws IOException {
        Path home = scratch.resolve("jdks").resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"nobody\"\nJAVA_VERSION=\"" + release + "\"\n");
        script(home.resolve("bin/java"), "for word; do printf '[%s]' \"$word\"; done; echo");
        script(home.resolve("bin/javac"), "exit 0");
        return home;
    }

    private void maven(String body) throws IOException {
        script(tools.resolve("mvn"), body);
    }

    private static void script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertTrue(file.toFile().setExecutable(true, false));
    }

    private Result launch(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(tree.resolve("spine").toString()));
        words.addAll(List.of(arguments));
        return run(environment, words);
    }

    private Result run(Map<String, String> environment, List<String> words) throws IOException, InterruptedException {
        return start(environment, words).result();
    }

    /** Something that comes about, or is found out by reading a file. */
    private interface Condition {
        boolean holds() throws IOException;
    }

    /** A launcher that runs. */
    private record Started(Process process, Path out, Path errors) {
        String err() throws IOException {
            return Files.readString(errors, StandardCharsets.UTF_8);
        }

        void awaits(Condition condition) throws IOException {
            long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (!condition.holds()) {
                assertTrue(process.isAlive() && System.nanoTime() - endNs < 0, err());
                Thread.onSpinWait();
            }
        }

        Result result() throws IOException, InterruptedException {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the launcher did not end");
            return new Result(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8), err());
        }
    }

    private Started start(Map<String, String> environment, List<String> words) throws IOException {
        Path out = Files.createTempFile(scratch, "out", ".txt");
        Path err = Files.createTempFile(scratch, "err", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(scratch.toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("HOME", scratch.resolve("home").toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return new Started(process, out, err);
    }
}
