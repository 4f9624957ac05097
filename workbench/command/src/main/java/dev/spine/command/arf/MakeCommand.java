package dev.spine.command.arf;

import dev.spine.command.option.SizeText;
import dev.spine.command.option.Verb;
import dev.spine.extension.ardma.host.arf.ArfSizes;
import dev.spine.extension.ardma.host.arf.FileArea;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine arf mkfs}: makes an empty file system. The command's thread. */
@Command(
    name = "mkfs",
    description = "Makes an empty file system in a new file.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "2:the user must change something; one line says what"},
    footer = {
        "  spine arf mkfs new.arf                    64 MiB",
        "  spine arf mkfs large.arf --size 1G"
    })
public final class MakeCommand extends Verb implements Callable<Integer> {
    private static final long DEFAULT_BYTES = 64 << 20;
    private static final long BLOCK_BYTES = 4_096;

    @Parameters(index = "0", paramLabel = "DISK", description = "The file, which must not be there.")
    private @Nullable Path disk;

    @Option(names = "--size", paramLabel = "SIZE", converter = SizeText.class,
        description = "Its size: bytes, or K, M, G, T. Default: 64M.")
    private long bytes = DEFAULT_BYTES;

    @Option(names = "--inodes", paramLabel = "N", description = "How many files and directories there can be. Default: one for 16 KiB.")
    private @Nullable Long inodes;

    /** Made by picocli, which fills the fields. */
    public MakeCommand() {}

    @Override
    public Integer call() {
        Path file = Objects.requireNonNull(disk);
        String shown = ArfVerb.shown(file);
        if (Files.exists(file)) {
            throw wrong(shown + " is there already: remove it, or choose another name");
        }
        ArfSizes sizes = sizes();
        try (FileArea area = FileArea.make(file, bytes)) {
            area.use(() -> sizes.make(area, TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis())));
        } catch (IOException e) {
            throw wrong(shown + " cannot be made: " + ArfVerb.text(e), e);
        }
        out().println("made " + shown + ": " + bytes / BLOCK_BYTES + " blocks, " + sizes.inodes() + " inodes");
        out().flush();
        return 0;
    }

    private ArfSizes sizes() {
        try {
            ArfSizes usual = ArfSizes.of(bytes);
            ArfSizes sizes = inodes == null ? usual : new ArfSizes(inodes, usual.journalBytes(), usual.clients(), usual.stagingBytes());
            sizes.checkFits(bytes);
            return sizes;
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage(), e);
        }
    }
}
