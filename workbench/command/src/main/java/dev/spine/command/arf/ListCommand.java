package dev.spine.command.arf;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine arf ls}: lists a directory. The command's thread. */
@Command(
    name = "ls",
    description = "Lists what is in a directory of a file system, in the order of names; directories have a slash.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "2:the user must change something; one line says what"},
    footer = {
        "  spine arf ls disk.arf",
        "  spine arf ls -l disk.arf /"
    })
public final class ListCommand extends ArfVerb {
    @Parameters(index = "1", arity = "0..1", paramLabel = "REMOTE", description = "A path in the file system. Default: the root.")
    private String remote = "/";

    @Option(names = "-l", description = "With bytes, and when it was changed (UTC).")
    private boolean isLong;

    /** Made by picocli, which fills the fields. */
    public ListCommand() {}

    @Override
    int on(FileSystem files) throws IOException {
        Path path = files.getPath("/", remote);
        BasicFileAttributes is = Files.readAttributes(path, BasicFileAttributes.class);
        if (!is.isDirectory()) {
            show(path, is);
            return 0;
        }
        List<Path> entries;
        try (Stream<Path> list = Files.list(path)) {
            entries = list.sorted().toList();
        }
        for (Path entry : entries) {
            show(entry, Files.readAttributes(entry, BasicFileAttributes.class));
        }
        return 0;
    }

    private void show(Path path, BasicFileAttributes is) {
        String name = shown(path.getFileName()) + (is.isDirectory() ? "/" : "");
        out().println(isLong ? String.format(Locale.ROOT, "%12d  %s  %s", is.size(),
            is.lastModifiedTime().toInstant().truncatedTo(ChronoUnit.SECONDS), name) : name);
    }
}
