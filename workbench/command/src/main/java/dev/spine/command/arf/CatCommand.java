package dev.spine.command.arf;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code spine arf cat}: shows a text. The command's thread. */
@Command(
    name = "cat",
    description = "Writes a text of a file system, in UTF-8, to standard output; other files come by get.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "2:the user must change something; one line says what"},
    footer = {
        "  spine arf cat disk.arf /notes.txt"
    })
public final class CatCommand extends ArfVerb {
    @Parameters(index = "1", paramLabel = "REMOTE", description = "A path in the file system.")
    private @Nullable String remote;

    /** Made by picocli, which fills the fields. */
    public CatCommand() {}

    @Override
    int on(FileSystem files) throws IOException {
        try (Reader in = new InputStreamReader(Files.newInputStream(files.getPath("/", Objects.requireNonNull(remote))),
            StandardCharsets.UTF_8)) {
            in.transferTo(out());
        }
        return 0;
    }
}
