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

/** Each system file in the documents of network services runs, and its extensions are loaded with the parameters that it says. */
class ServiceExamplesTest {
    private static final Pattern EXTENSION = Pattern.compile("\\[\\[iop\\.device\\.extension]]\\s+name = \"([^\"]+)\"");

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
        return Document.all().stream().filter(document -> document.toString().contains("service-"))
            .flatMap(document -> document.blocks("toml").stream()
                .filter(block -> !block.text().contains("[[service]]")).map(block -> new Example(document.toString(), block.text())));
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
