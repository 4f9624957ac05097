package dev.spine.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.graph.SpineComponent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/system-files.md and the manual of this package show. */
class BootedFromATestTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));

    @Test
    void aSystemFileBootsInFiveLines(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("small.toml"), "[[iop]]\nname = \"iop1\"\n");
        // begin
        SpineComponent spine = SpineComponent.create();
        SystemDescription description = spine.systemFile().read(file);
        try (SpineSystem system = EngineChoice.MODELLED.build(spine.systemFactory(), description)) {
            assertEquals(List.of(), system.boot().failures());
        }
        // end
    }

    @Test
    void theManualsShowTheseLines() throws IOException {
        String source = Files.readString(ROOT.resolve("workbench/system/src/test/java/dev/spine/system/BootedFromATestTest.java"));
        String lines = source.substring(source.indexOf("// begin\n") + "// begin\n".length(), source.indexOf("        // end")).indent(-8);
        assertEquals(5, lines.lines().count());

        assertTrue(Files.readString(ROOT.resolve("docs/system-files.md")).contains("```java\n" + lines + "```\n"));
        String manual = Files.readString(ROOT.resolve("workbench/system/src/main/java/dev/spine/system/package-info.java"));
        assertTrue(manual.replace("\n * ", "\n").contains("<pre>{@code\n" + lines + "}</pre>\n"));
    }
}
