package dev.spine.command.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What killed tests leave of the machine's network namespaces does not stay, and what belongs to tests that run is left alone. */
@Tag("full")
class LeftNamespacesTest {
    @TempDir
    private Path directory;

    private static boolean isThere(String name) {
        return Files.exists(Path.of("/run/netns", name));
    }

    @Test
    void whatAKilledProcessHasLeftIsRemovedByTheNextAndNothingElse() throws IOException, InterruptedException {
        try (Namespaces own = new Namespaces(directory)) {
            String mine = own.make("mine");
            Process other = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
                System.getProperty("java.class.path"), Maker.class.getName(), directory.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
            String left = Objects.requireNonNull(other.inputReader(StandardCharsets.UTF_8).readLine(), "the other process has made none");
            try (Namespaces meanwhile = new Namespaces(directory)) {
                assertTrue(isThere(left), "its owner lives");
                assertTrue(meanwhile.make("meanwhile").startsWith("spine-"));
            }
            other.destroyForcibly().waitFor();
            assertTrue(isThere(left));

            new Namespaces(directory).close();
            assertFalse(isThere(left));
            assertTrue(isThere(mine));
        }
    }

    /** A process that makes a namespace and does not remove it by itself. */
    public static final class Maker {
        private Maker() {}

        /**
         * Makes one, says its name, and waits to be killed.
         *
         * @param arguments the directory for what programs say
         * @throws IOException no program can be started, or standard input cannot be read
         */
        public static void main(String[] arguments) throws IOException {
            Namespaces spaces = new Namespaces(Path.of(arguments[0]));
            System.out.println(spaces.make("left"));
            System.in.readAllBytes();
            spaces.close();
        }
    }
}
