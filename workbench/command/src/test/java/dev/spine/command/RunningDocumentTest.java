package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What documents show of sessions and of the protocol is what happens. */
@Timeout(120)
class RunningDocumentTest {
    private static final String PROMPT = "$ ./spine ";

    @TempDir
    private Path directory;

    private static List<String> block(String document, String info) {
        List<Document.Block> blocks = Document.read(Document.ROOT.resolve("docs").resolve(document)).blocks(info);
        assertEquals(1, blocks.size());
        return blocks.getFirst().text().lines().toList();
    }

    /** What may differ: who runs it, and how wide columns are because of that. */
    private static String comparable(String line) {
        return line.replace(System.getProperty("user.name"), "ann").replaceAll(" +", " ").strip();
    }

    /** The words of a command; files of the tree are named from its top. */
    private static Object[] words(String command) {
        return Stream.of(command.split(" ")).map(word -> word.startsWith("docs/") ? Document.ROOT.resolve(word) : word).toArray();
    }

    @ParameterizedTest
    @CsvSource({"running.md,", "panic.md, docs/examples/panic/system.toml"})
    void theSessionGoesAsItIsWritten(String document, @Nullable String file) {
        List<String> written = block(document, "session");
        List<String> happened = new ArrayList<>();
        try (RunningSystem system = new RunningSystem(directory, file == null ? new Object[0] : words(file))) {
            for (String line : written) {
                if (line.startsWith(PROMPT)) {
                    happened.add(line);
                    CommandRun run = system.command(words(line.substring(PROMPT.length())));
                    (run.out() + run.err()).lines().forEach(said -> happened.add(said.replaceFirst(" \\(see .*\\)$", "")));
                }
            }
            system.ended().succeeded();
        }
        assertEquals(written.stream().map(RunningDocumentTest::comparable).toList(),
            happened.stream().map(RunningDocumentTest::comparable).toList());
    }

    @Test
    void theProtocolGoesAsItIsWritten() throws IOException {
        List<String> written = block("control-protocol.md", "protocol");
        assertFalse(written.isEmpty());
        List<String> happened = new ArrayList<>();
        try (RunningSystem system = new RunningSystem(directory);
                SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(system.socket));
                BufferedReader replies = new BufferedReader(new InputStreamReader(Channels.newInputStream(channel),
                    StandardCharsets.UTF_8))) {
            for (String line : written) {
                if (line.startsWith("> ")) {
                    happened.add(line);
                    channel.write(ByteBuffer.wrap((line.substring(2) + "\n").getBytes(StandardCharsets.UTF_8)));
                    happened.add("< " + replies.readLine());
                }
            }
        }
        assertEquals(written, happened);
    }
}
