package dev.spine.command.arf;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine arf rm}: removes from a file system. The command's thread. */
@Command(
    name = "rm",
    description = "Removes a file or an empty directory of a file system.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "2:the user must change something; one line says what"},
    footer = {
        "  spine arf rm disk.arf /notes.txt",
        "  spine arf rm -r disk.arf /old            a directory with all that is in it"
    })
public final class RemoveCommand extends ArfVerb {
    @Parameters(index = "1", paramLabel = "REMOTE", description = "A path in the file system.")
    private @Nullable String remote;

    @Option(names = "-r", description = "A directory goes with all that is in it.")
    private boolean isWhole;

    /** Made by picocli, which fills the fields. */
    public RemoveCommand() {}

    @Override
    int on(FileSystem files) throws IOException {
        Path path = files.getPath("/", Objects.requireNonNull(remote));
        if (isWhole) {
            List<Path> all;
            try (Stream<Path> walk = Files.walk(path)) {
                all = walk.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path each : all) {
                if (each.getFileName() != null) {
                    Files.delete(each);
                }
            }
        } else {
            Files.delete(path);
        }
        return 0;
    }
}
