package dev.spine.command.arf;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code spine arf get}: copies out of a file system. The command's thread. */
@Command(
    name = "get",
    description = "Copies a file, or a directory with all that is in it, out of a file system.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "2:the user must change something; one line says what"},
    footer = {
        "  spine arf get disk.arf /notes.txt notes.txt",
        "  spine arf get disk.arf /old old.txt     a directory, too"
    })
public final class GetCommand extends ArfVerb {
    @Parameters(index = "1", paramLabel = "REMOTE", description = "What is copied: a path in the file system.")
    private @Nullable String remote;

    @Parameters(index = "2", paramLabel = "LOCAL", description = "Where it goes, or a directory that is there.")
    private @Nullable Path local;

    /** Made by picocli, which fills the fields. */
    public GetCommand() {}

    @Override
    int on(FileSystem files) throws IOException {
        TreeCopy copy = new TreeCopy().copy(files.getPath("/", Objects.requireNonNull(remote)), Objects.requireNonNull(local));
        out().println("got " + copy.text());
        return 0;
    }
}
