package dev.spine.device.tunnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the command and its image carry is what docs/dependencies.md says, and nothing that is optional or that Spine is only compared with.
 */
class ShippedJarsTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));
    private static final Path COMMAND = ROOT.resolve("workbench/command/target");
    private static final Pattern JAR = Pattern.compile(".*/(.+?)-\\d[^/]*\\.jar");
    private static final Pattern CODE = Pattern.compile("`([\\w.-]+)`");

    @Test
    void theImageCarriesTheModulesOfTheJdkThatTheJarsNeed() throws IOException {
        Optional<ToolProvider> jdeps = ToolProvider.findFirst("jdeps");
        assumeTrue(jdeps.isPresent(), "this JDK has no jdeps");
        List<String> jars = classPath().map(entry -> entry.replace("@lib@", COMMAND.resolve("lib").toString())).toList();
        List<String> arguments = new ArrayList<>(List.of("--multi-release", "25", "--ignore-missing-deps", "--print-module-deps",
            "--class-path", String.join(":", jars), COMMAND.resolve("classes").toString()));
        arguments.addAll(jars);
        StringWriter out = new StringWriter();
        assertEquals(0, jdeps.get().run(new PrintWriter(out), new PrintWriter(out), arguments.toArray(String[]::new)), out::toString);
        Set<String> needed = new TreeSet<>(Set.of(out.toString().strip().lines().reduce((_, last) -> last).orElse("").split(",")));
        needed.add("jdk.zipfs");

        Matcher named = Pattern.compile("(?m)^modules=(\\S+)$").matcher(Files.readString(ROOT.resolve("workbench/image")));
        assertTrue(named.find());
        assertEquals(needed, new TreeSet<>(Set.of(named.group(1).split(","))));
    }

    private static Stream<String> classPath() throws IOException {
        Path classPath = COMMAND.resolve("lib/classpath");
        assumeTrue(Files.exists(classPath), "the command is not packed: mvn package does it");
        return Arrays.stream(Files.readString(classPath).strip().split(":"));
    }

    @Test
    void theCommandCarriesTheJarsThatTheDocumentNames() throws IOException {
        Set<String> carried = classPath().map(JAR::matcher)
            .map(matcher -> matcher.matches() ? matcher.group(1) : "?").filter(name -> !name.startsWith("spine-"))
            .collect(Collectors.toCollection(TreeSet::new));

        String document = Files.readString(ROOT.resolve("docs/dependencies.md"));
        int begin = document.indexOf("## On the class path of the `spine` command");
        Set<String> named = document.substring(begin, document.indexOf("## Only in", begin)).lines().filter(line -> line.startsWith("| "))
            .map(line -> line.split("\\|")[1]).flatMap(cell -> CODE.matcher(cell).results().map(ShippedJarsTest::name))
            .collect(Collectors.toCollection(TreeSet::new));

        assertEquals(named, carried);
    }

    private static String name(MatchResult code) {
        return code.group(1);
    }
}
