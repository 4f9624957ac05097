package dev.spine.command;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A project of somebody who knows nothing of this one but the coordinates of its artifacts, which lie in a repository made for the test.
 * Everything else comes from the machine's own repository or from the network.
 */
final class StrangerProject {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));
    /** What others have made cannot be fetched; of what is ours, nothing is fetched from afar. */
    private static final Pattern UNREACHABLE = Pattern.compile("Could not transfer (artifact|metadata) (?!dev\\.spine)");
    private static final Path JDKS = Path.of("/usr/lib/jvm");
    private static final Pattern OLDER = Pattern.compile("JAVA_VERSION=\"(?:1[7-9]|2[0-4])[.\"]");
    private static final String VERSION = "0.1.0-SNAPSHOT";

    /** An artifact of this project: its directory, its name, a class of it; null for one that is only a parent. */
    record Artifact(String directory, String name, @Nullable Class<?> type) {}

    /** What Maven said, and how it ended. */
    record Build(int exitCode, String output) {}

    private StrangerProject() {}

    /** A copy of an example, a repository with our artifacts, settings that name it. */
    static Path prepare(Path directory, String example, List<Artifact> artifacts) throws IOException, URISyntaxException {
        Path project = directory.resolve("project");
        copyTree(ROOT.resolve(example), project);
        Path repository = directory.resolve("repository");
        install(repository, "spine", ROOT.resolve("pom.xml"));
        for (Artifact artifact : artifacts) {
            Path place = install(repository, artifact.name(), ROOT.resolve(artifact.directory()).resolve("pom.xml"));
            Class<?> type = artifact.type();
            if (type != null) {
                Path built = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
                Path jar = place.resolve(artifact.name() + "-" + VERSION + ".jar");
                if (Files.isDirectory(built)) {
                    pack(built, jar);
                } else {
                    Files.copy(built, jar);
                }
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

    /**
     * Runs Maven in the project, on an older JDK where the machine has one, as the guides allow: the project finds the right one by itself.
     * Skipped by name when there is no Maven.
     */
    static Build maven(Path directory, String... arguments) throws IOException, InterruptedException {
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
        builder.environment().put("JAVA_HOME", olderJdk().orElse(Path.of(System.getProperty("java.home"))).toString());
        builder.environment().put("JAVA25_HOME", System.getProperty("java.home"));
        builder.environment().remove("MAVEN_OPTS");
        int exitCode = builder.start().waitFor();
        Build build = new Build(exitCode, Files.readString(output, StandardCharsets.UTF_8));
        assumeTrue(exitCode == 0 || !UNREACHABLE.matcher(build.output()).find(),
            "skipped: plugins or libraries of Maven are neither on this machine nor can they be fetched");
        return build;
    }

    /** {@return a JDK from 17 to 24, which Maven can run on and Spine cannot be compiled with} */
    static Optional<Path> olderJdk() throws IOException {
        if (!Files.isDirectory(JDKS)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(JDKS)) {
            return homes.sorted().filter(home -> Files.isExecutable(home.resolve("bin/java")) && isOlder(home.resolve("release")))
                .findFirst();
        }
    }

    private static boolean isOlder(Path release) {
        try {
            return Files.isReadable(release) && OLDER.matcher(Files.readString(release)).find();
        } catch (IOException _) {
            return false;
        }
    }

    private static @Nullable Path onPath(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).map(place -> Path.of(place, program))
            .filter(Files::isExecutable).findFirst().orElse(null);
    }
}
