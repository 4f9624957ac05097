package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each extension that the document of network services puts on a card is loaded there with the parameters that it says. What the document
 * shows of a system file stands behind the runtime of a card; what it shows as a service of {@code spine route} is loaded as an extension.
 */
class ServiceExamplesTest {
    private static final Pattern EXTENSION = Pattern.compile("\\[\\[iop\\.device\\.extension]].*\\s+name = \"([^\"]+)\"");

    private static final String CARD = """
        [[wire]]
        kind = "link"
        name = "wire"
        [[iop]]
        name = "card"
        [[iop.device]]
        kind = "lan"
        wire = "wire"
        [[iop.device]]
        kind = "runtime"
        memory = "4M"
        """;

    @TempDir
    private Path directory;

    /** An example, and the document that it is from. */
    record Example(String document, String text) {
        @Override
        public String toString() {
            return document;
        }
    }

    static Stream<Example> examples() {
        return Document.all().stream().filter(document -> document.toString().endsWith("services.md"))
            .flatMap(document -> document.blocks("toml").stream().map(block -> new Example(document.toString(), onCard(block.text()))))
            .filter(example -> !example.text.contains("rules = "));
    }

    private static String onCard(String text) {
        String extension = text
            .replaceAll("\\[\\[service]].*\\s+kind = (\"\\w+\")\\s+ports = .*", "[[iop.device.extension]]\nname = $1\nimage = $1")
            .replace("[service.parameters]", "[iop.device.extension.parameters]");
        return text.contains("[[iop]]") ? text : CARD + extension;
    }

    @ParameterizedTest
    @MethodSource("examples")
    @Timeout(120)
    void runsWithItsExtensions(Example example) throws IOException {
        Path file = Files.writeString(directory.resolve("system.toml"), example.text);
        List<String> names = EXTENSION.matcher(example.text).results().map(result -> result.group(1)).toList();
        assertFalse(names.isEmpty(), "an example loads the service");
        try (RunningSystem system = new RunningSystem(directory, file)) {
            String listed = system.command("ext", "list").succeeded().out();
            for (String name : names) {
                assertTrue(listed.contains(name), listed);
            }
            assertFalse(listed.contains("failed"), listed);
            String said = system.stop();
            assertFalse(said.contains("refused: "), said);
        }
    }
}
