package dev.spine.perf.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the command and its image carry is what docs/dependencies.md says, and nothing that Spine is only compared with. */
class ShippedJarsTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));
    private static final Pattern JAR = Pattern.compile(".*/(.+?)-\\d[^/]*\\.jar");
    private static final Pattern CODE = Pattern.compile("`([\\w.-]+)`");

    @Test
    void theCommandCarriesTheJarsThatTheDocumentNames() throws IOException {
        Path classPath = ROOT.resolve("workbench/command/target/lib/classpath");
        assumeTrue(Files.exists(classPath), "the command is not packed: mvn package does it");
        Set<String> carried = Arrays.stream(Files.readString(classPath).strip().split(":")).map(JAR::matcher)
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
