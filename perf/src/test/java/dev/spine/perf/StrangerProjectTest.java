package dev.spine.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.spine.device.disk.DiskModule;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.testkit.TestNode;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.Iop;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The project of the guide, built by Maven as a stranger builds it: it knows nothing of this one but the coordinates of its artifacts,
 * which lie in a repository made for this test. Everything else comes from the machine's own repository or from the network.
 */
@Tag("full")
class StrangerProjectTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", ".."));
    private static final String VERSION = "0.1.0-SNAPSHOT";

    /** An artifact of this project: its directory, its name, a class of it. */
    private record Artifact(String directory, String name, Class<?> type) {}

    private static final List<Artifact> ARTIFACTS = List.of(
        new Artifact("i2o-message-layer", "spine-i2o-message-layer", MessageFrame.class),
        new Artifact("iop-os", "spine-iop-os", Iop.class),
        new Artifact("devices", "spine-devices", DiskModule.class),
        new Artifact("host-osm/driver", "spine-host-driver", HostDriver.class),
        new Artifact("host-osm/testkit", "spine-testkit", TestNode.class));

    /** What Maven said, and how it ended. */
    private record Build(int exitCode, String output) {}

    @Test
    void strangersDriverTestCompilesAndPasses(@TempDir Path directory) throws Exception {
        Build build = maven(prepare(directory), "test");
        assertEquals(0, build.exitCode(), build::output);
        assertTrue(build.output().contains("Tests run: 8, Failures: 0, Errors: 0, Skipped: 0"), build::output);
    }

    @Test
    void strangersBuildFailsUsefullyWhenHisDriverLeaksAFrame(@TempDir Path directory) throws Exception {
        Build build = maven(prepare(directory), "test", "-Dtest=LeakyDriverCheck");
        assertNotEquals(0, build.exitCode(), build::output);
        for (String part : List.of("the test leaves behind what it took", "IOP 'card': request frame",
            "was taken and neither posted nor put back; by LeakyDriver.read(LeakyDriver.java:")) {
            assertTrue(build.output().contains(part), () -> "'" + part + "' is in:\n" + build.output());
        }
    }

    /** A copy of the example, a repository with our artifacts, settings that name it. */
    private static Path prepare(Path directory) throws IOException, URISyntaxException {
        Path project = directory.resolve("project");
        copyTree(ROOT.resolve("docs/examples/driver-test"), project);
        Path repository = directory.resolve("repository");
        install(repository, "spine", ROOT.resolve("pom.xml"));
        install(repository, "spine-host-osm", ROOT.resolve("host-osm/pom.xml"));
        for (Artifact artifact : ARTIFACTS) {
            Path place = install(repository, artifact.name(), ROOT.resolve(artifact.directory()).resolve("pom.xml"));
            Path built = Path.of(artifact.type().getProtectionDomain().getCodeSource().getLocation().toURI());
            Path jar = place.resolve(artifact.name() + "-" + VERSION + ".jar");
            if (Files.isDirectory(built)) {
                pack(built, jar);
            } else {
                Files.copy(built, jar);
            }
        }
        Files.writeString(directory.resolve("settings.xml"), settings(directory, repository));
        return directory;
    }

    private static Path install(Path repository, String name, Path pom) throws IOException {
        Path place = repository.resolve("dev/spine").resolve(name).resolve(VERSION);
        Files.createDirectories(place);
        Files.copy(pom, place.resolve(name + "-" + VERSION + ".pom"));
        return place;
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
            JarOutputStream out = new JarOutputStream(file);
            Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(each).toString().replace(File.separatorChar, '/')));
                Files.copy(each, out);
                out.closeEntry();
            }
        }
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path each : files.filter(file -> !from.relativize(file).startsWith("target")).toList()) {
                Path copy = to.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(each, copy);
                }
            }
        }
    }

    /**
     * A local repository of this test's own, so that nothing of ours stays on the machine; what the machine has already is offered as one
     * more repository, before the network.
     */
    private static String settings(Path directory, Path repository) {
        Path machine = Path.of(System.getProperty("maven.repo.local", System.getProperty("user.home") + "/.m2/repository"));
        StringBuilder places = new StringBuilder();
        for (String kind : List.of("repository", "pluginRepository")) {
            places.append(kind.equals("repository") ? "<repositories>" : "<pluginRepositories>");
            places.append(place(kind, "ours", repository)).append(place(kind, "machine", machine));
            places.append(kind.equals("repository") ? "</repositories>" : "</pluginRepositories>");
        }
        return "<settings><localRepository>" + directory.resolve("local") + "</localRepository>"
            + "<profiles><profile><id>here</id>" + places + "</profile></profiles>"
            + "<activeProfiles><activeProfile>here</activeProfile></activeProfiles></settings>";
    }

    private static String place(String kind, String id, Path path) {
        return "<" + kind + "><id>" + id + "</id><url>" + path.toUri() + "</url>"
            + "<releases><checksumPolicy>ignore</checksumPolicy></releases>"
            + "<snapshots><enabled>true</enabled><checksumPolicy>ignore</checksumPolicy></snapshots></" + kind + ">";
    }

    private static Build maven(Path directory, String... arguments) throws IOException, InterruptedException {
        Path maven = onPath("mvn");
        assumeTrue(maven != null, "skipped: mvn is not on the PATH");
        List<String> command = new ArrayList<>(List.of(String.valueOf(maven), "-B", "-ntp", "-s",
            directory.resolve("settings.xml").toString()));
        Path users = Path.of(System.getProperty("user.home"), ".m2", "settings.xml");
        if (Files.exists(users)) {
            // Mirrors and proxies of this machine.
            command.addAll(List.of("-gs", users.toString()));
        }
        command.addAll(Arrays.asList(arguments));
        Path output = directory.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.resolve("project").toFile()).redirectErrorStream(true)
            .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("MAVEN_OPTS");
        int exitCode = builder.start().waitFor();
        return new Build(exitCode, Files.readString(output, StandardCharsets.UTF_8));
    }

    private static @Nullable Path onPath(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).map(place -> Path.of(place, program))
            .filter(Files::isExecutable).findFirst().orElse(null);
    }
}
