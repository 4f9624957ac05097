package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.spine.clients.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code workbench/image} makes an image that runs by itself. */
@Tag("full")
class ImageTest {
    private static final Path TREE = Path.of(System.getProperty("spine.root", "../.."));

    @Test
    void anImageRunsWithoutAnythingElse(@TempDir Path directory) throws IOException {
        Program.need("env", "sh");
        Path java = Path.of(System.getProperty("java.home"));
        assumeTrue(Files.isExecutable(java.resolve("bin/jlink")), "'jlink' is not installed");
        Path lib = Files.createDirectories(directory.resolve("tree/workbench/command/target/lib"));
        for (String script : List.of("image", "launch.sh")) {
            Files.copy(TREE.resolve("workbench").resolve(script), directory.resolve("tree/workbench").resolve(script));
        }
        Set<String> jars = packClassPath(lib);
        Path image = directory.resolve("image");
        Program.run(directory, "env", "JAVA_HOME=" + java, "sh", directory.resolve("tree/workbench/image").toString(), image.toString())
            .succeeded();
        try (Stream<Path> files = Files.list(image.resolve("spine"))) {
            assertEquals(jars, files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new)));
        }

        Program.Result run = Program.run(directory, "env", "-i", "PATH=/usr/bin:/bin", "SPINE_JAVA_OPTS=-XX:+UseG1GC",
            image.resolve("bin/spine").toString(), "route", "--seconds", "1", "--metrics", "0");

        assertEquals(0, run.code(), run::output);
        assertTrue(run.output().contains("1 routes and 1 neighbours of the file are on the cards"), run::output);
        Program.Result again = Program.run(directory, "env", "JAVA_HOME=" + java, "sh",
            directory.resolve("tree/workbench/image").toString(), image.toString());
        assertEquals(2, again.code());
        assertTrue(again.output().contains("is there already"), again::output);
    }

    /** As the build does: what is on the class path, in jars; older ones lie beside them. {@return the names of those that belong there} */
    private static Set<String> packClassPath(Path lib) throws IOException {
        ToolProvider jar = ToolProvider.findFirst("jar").orElseThrow();
        int number = 0;
        List<String> jars = new ArrayList<>();
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String entry : List.of(path.split(File.pathSeparator, -1))) {
            Path each = Path.of(entry);
            if (Files.isDirectory(each) && !entry.isEmpty()) {
                Path packed = lib.resolve("part" + number++ + ".jar");
                assertEquals(0, jar.run(System.out, System.err, "cf", packed.toString(), "-C", entry, "."));
                jars.add("@lib@/" + packed.getFileName());
            } else if (entry.endsWith(".jar") && Files.exists(each)) {
                Path copy = lib.resolve(each.getFileName());
                if (!Files.exists(copy)) {
                    Files.copy(each, copy);
                    jars.add("@lib@/" + copy.getFileName());
                }
            }
        }
        Files.createFile(lib.resolve("spine-command.jar"));
        Files.createFile(lib.resolve("of-an-older-build.jar"));
        Files.createFile(lib.resolve("build.started"));
        Files.writeString(lib.resolve("classpath"), String.join(":", jars));
        Set<String> names = new TreeSet<>(Set.of("spine-command.jar"));
        jars.forEach(each -> names.add(each.substring("@lib@/".length())));
        return names;
    }
}
