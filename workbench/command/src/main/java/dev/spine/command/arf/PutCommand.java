package dev.spine.command.arf;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code spine arf put}: copies into a file system. The command's thread. */
@Command(
    name = "put",
    description = "Copies a file, or a directory with all that is in it, into a file system.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "2:the user must change something; one line says what"},
    footer = {
        "  spine arf put disk.arf rules.txt /rules.txt",
        "  spine arf put disk.arf rules.txt /        under its name, into a directory that is there"
    })
public final class PutCommand extends ArfVerb {
    @Parameters(index = "1", paramLabel = "LOCAL", description = "What is copied.")
    private @Nullable Path local;

    @Parameters(index = "2", paramLabel = "REMOTE", description = "Its path in the file system, or a directory there.")
    private @Nullable String remote;

    /** Made by picocli, which fills the fields. */
    public PutCommand() {}

    @Override
    int on(FileSystem files) throws IOException {
        TreeCopy copy = new TreeCopy().copy(Objects.requireNonNull(local), files.getPath("/", Objects.requireNonNull(remote)));
        out().println("put " + copy.text());
        return 0;
    }
}
