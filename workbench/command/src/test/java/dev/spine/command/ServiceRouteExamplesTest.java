package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.NetworkServiceKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the documents say of services beside a router runs: their {@code [[service]]} tables with the ports {@code inside} and {@code
 * outside} of a table in a file, and the options of their commands with the demonstration, whose ports stand in for the interfaces.
 */
@Timeout(120)
class ServiceRouteExamplesTest {
    private static final String PORTS = """
        [[port]]
        name = "inside"
        capture = "bars"
        mac = "02:00:00:00:00:02"
        addresses = "10.0.0.1/24"
        [[port]]
        name = "outside"
        addresses = "192.0.2.1/24"
        """;
    private static final List<NetworkServiceKind> KINDS = List.of(NetworkServiceKind.values());
    /** Options with a value, and what they are for: interfaces of Linux, which the demonstration has not. */
    private static final List<String> OF_LINUX = List.of("--tap", "--netns", "--metrics");

    @TempDir
    private Path directory;

    /** A block, or a command, and the document that it is from. */
    record Example(String document, String text) {
        @Override
        public String toString() {
            return document + ": " + text.lines().findFirst().orElse("");
        }
    }

    static List<Example> tables() {
        return Document.all().stream().flatMap(document -> document.blocks("toml").stream().map(block -> new Example(document.toString(),
            block.text()))).filter(example -> example.text.contains("[[service]]") && !example.text.contains("[[iop]]")).toList();
    }

    static List<Example> commands() {
        return Document.all().stream().flatMap(document -> document.commands().stream().map(command -> new Example(document.toString(),
            command))).filter(example -> KINDS.stream().map(NetworkServiceKind::option)
            .anyMatch(option -> option != null && example.text.matches("route .*" + option.name() + "\\b.*"))).toList();
    }

    @Test
    void eachServiceHasAnExample() {
        assertEquals(KINDS.stream().map(NetworkServiceKind::word).sorted().toList(), tables().stream()
            .flatMap(example -> kinds(example.text)).distinct().sorted().toList());
        assertTrue(commands().size() >= 6);
        KINDS.stream().map(NetworkServiceKind::option).filter(Objects::nonNull).forEach(option -> assertTrue(commands().stream()
            .anyMatch(example -> example.text.contains(option.name())), option.name()));
    }

    private static Stream<String> kinds(String text) {
        return Pattern.compile("kind = \"([a-z]+)\"").matcher(text).results().map(result -> result.group(1));
    }

    @ParameterizedTest
    @MethodSource("tables")
    @Tag("full")
    void aTableIsTakenByTheCards(Example example) throws IOException {
        Path file = Files.writeString(directory.resolve("table.toml"), PORTS + example.text);
        assertRuns(CommandRun.of("route", "--table", file, "--seconds", "1", "--json", "-"), kinds(example.text).count());
    }

    private static void assertRuns(CommandRun run, long services) {
        assertEquals(0, run.code(), run::toString);
        String notified = run.out().substring(run.out().indexOf("\"services\""));
        assertTrue(Pattern.compile("\"running\" : true").matcher(notified).results().count() >= services, notified);
        assertTrue(!notified.contains("\"running\" : false"), notified);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theOptionsOfACommandAreTakenByTheCards(Example example) {
        List<Object> command = new ArrayList<>();
        boolean skips = false;
        for (String text : Document.words(example.text)) {
            if (skips || OF_LINUX.contains(text)) {
                skips = !skips;
                continue;
            }
            command.add(text.startsWith("wa:") ? "in:" + text.substring(3) : text.startsWith("wb:") ? "out:" + text.substring(3) : text);
        }
        command.addAll(List.of("--seconds", "1", "--json", "-"));
        assertRuns(CommandRun.of(command.toArray()), 1);
    }
}
