package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.BuiltInExtension;
import dev.spine.system.NetworkServiceKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * System files with one fault each. The first line of a file says how it is run and what must be answered:
 * {@code # boot OPTIONS | :LINE:COLUMN: message}, where {@code ...} stands for words of the operating system and {@code {dir}} for the
 * directory of the files. {@code {services}} and {@code {extensions}} are the words of all that there are, in their order,
 * {@code {devices}} those that docs/system-files.md names, in the order of the alphabet.
 */
class BadSystemFileTest {
    private static final Path FILES = CommandRun.resource("system/src/test/resources/dev/spine/system/bad");
    private static final Pattern EXPECTATION = Pattern.compile("# boot ?(.*?) \\| (.*)");
    private static final Pattern DEVICES = Pattern.compile("### `\\[\\[iop\\.device]]`.*?\\| `kind` \\| all \\| text \\| (.*?) \\|",
        Pattern.DOTALL);

    @TempDir
    private Path scratch;

    static List<String> everyFile() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        }
    }

    private static String refusal(List<String> options, Path file) {
        return CommandRun.of(Stream.concat(Stream.of("boot", file), options.stream()).toArray()).refusal();
    }

    private static String words(Enum<?>[] all) {
        return Arrays.stream(all).map(each -> each.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(", "));
    }

    private static String documentedDevices() throws IOException {
        var row = DEVICES.matcher(Files.readString(Document.ROOT.resolve("docs/system-files.md")));
        assertTrue(row.find(), "the row of kind of [[iop.device]]");
        return Stream.of(row.group(1).replace("`", "").split(", ")).sorted().collect(Collectors.joining(", "));
    }

    @ParameterizedTest
    @MethodSource("everyFile")
    void aFaultIsAnsweredInOneLineWithItsPlaceAndARemedy(String name) throws IOException {
        Path file = FILES.resolve(name);
        var expectation = EXPECTATION.matcher(Files.readAllLines(file).getFirst());
        assertTrue(expectation.matches(), "the first line of " + name);

        String refusal = refusal(Stream.of(expectation.group(1).split(" ")).filter(option -> !option.isEmpty()).toList(), file);

        String expected = file + expectation.group(2).replace("{dir}", FILES.toString())
            .replace("{services}", words(NetworkServiceKind.values())).replace("{extensions}", words(BuiltInExtension.values()))
            .replace("{devices}", documentedDevices());
        String pattern = Arrays.stream(expected.split("\\.\\.\\.", -1)).map(Pattern::quote).reduce((a, b) -> a + ".*" + b).orElseThrow();
        assertTrue(refusal.matches(pattern), () -> "expected: " + expected + "\n but was: " + refusal);
    }

    @Test
    void thereAreFiles() throws IOException {
        assertTrue(everyFile().size() > 60);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path file = scratch.resolve("nowhere.toml");
        assertEquals(file + ": there is no such file: check the name", refusal(List.of(), file));
    }

    @Test
    void aDirectoryIsNoFile() {
        assertEquals(scratch + ": is a directory: name the file in it", refusal(List.of(), scratch));
    }

    @Test
    void anEmptyFileDescribesNoIop() throws IOException {
        Path file = Files.createFile(scratch.resolve("empty.toml"));
        assertEquals(file + ":1:1: a system has 1 to 64 IOPs, this one 0: describe them under [[iop]]", refusal(List.of(), file));
    }

    @Test
    void bytesThatAreNoTextAreNamedWithTheirPlace() throws IOException {
        Path file = Files.write(scratch.resolve("bytes.toml"), new byte[] {'a', '=', '1', '\n', '#', ' ', (byte) 0xFF, 'b'});
        assertEquals(file + ":2:3: byte 0xff begins no character of UTF-8: name a text file", refusal(List.of(), file));
    }

    @Test
    void aFileOfRandomBytesIsRefusedInOneLine() throws IOException {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 400; i++) {
            byte[] bytes = new byte[random.nextInt(400)];
            random.nextBytes(bytes);
            if (i % 2 == 0) {
                // Printable bytes come further.
                for (int at = 0; at < bytes.length; at++) {
                    bytes[at] = (byte) "abc =[]\"'\n#.123{},\\\r\t".charAt((bytes[at] & 0xFF) % 21);
                }
            }
            Path file = Files.write(scratch.resolve("random.toml"), bytes);
            CommandRun run = CommandRun.of("boot", file);
            assertTrue(run.code() == 2 && run.out().isEmpty() && run.err().lines().count() == 1
                && run.err().startsWith(CommandRun.PREFIX + file + ":"),
                () -> "spine.seed=" + seed + ": " + run);
        }
    }

    @Test
    void whatIsNestedTooDeeplyIsRefusedInOneLine() throws IOException {
        Path file = Files.writeString(scratch.resolve("deep.toml"), "a = " + "[".repeat(50_000));
        assertTrue(refusal(List.of(), file).startsWith(file + ":"), "one line");
    }

    @Test
    void aCutSystemFileNeverShowsAStackTrace() throws IOException {
        String whole = Files.readString(FILES.resolve("unknown-key-of-a-device.toml"));
        for (int length = 0; length < whole.length(); length++) {
            Path file = Files.writeString(scratch.resolve("cut.toml"), whole.substring(0, length));
            CommandRun run = CommandRun.of("boot", file, "--engine", "modelled");
            assertTrue(run.code() == 0 || run.refusal().startsWith(file + ":"), run::toString);
        }
    }

    @Test
    void aHugeFileIsNotRead() throws IOException {
        Path file = Files.write(scratch.resolve("huge.toml"), new byte[(1 << 20) + 1]);
        assertEquals(file + ": has more than 1048576 bytes, which no description has: name another file", refusal(List.of(), file));
    }
}
