package dev.spine.command.arf;

import dev.spine.command.option.SizeText;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteBytes;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.arf.ArfSizes;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import dev.spine.extension.ardma.host.arf.FileArea;
import dev.spine.extension.ardma.routine.Area;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine arf mkfs}: makes an empty file system. The command's thread. */
@Command(
    name = "mkfs",
    description = "Makes an empty file system in a new file, or in an area of a server; what was in the area is lost.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "2:the user must change something; one line says what"},
    footer = {
        "  spine arf mkfs new.arf                    64 MiB",
        "  spine arf mkfs large.arf --size 1G",
        "  spine arf mkfs ardma://127.0.0.1:7000/files"
    })
public final class MakeCommand extends DiskVerb {
    private static final long DEFAULT_BYTES = 64 << 20;
    private static final long BLOCK_BYTES = 4_096;

    @Parameters(index = "0", paramLabel = "DISK", description = "The file, which must not be there, or ardma://HOST:PORT/NAME for an area"
        + " of a server.")
    private String disk = "";

    @Option(names = "--size", paramLabel = "SIZE", converter = SizeText.class,
        description = "Its size: bytes, or K, M, G, T. Default: 64M; an area has its own.")
    private @Nullable Long bytes;

    @Option(names = "--inodes", paramLabel = "N", description = "How many files and directories there can be. Default: one for 16 KiB.")
    private @Nullable Long inodes;

    @Option(names = "--force", description = "Of an area: also if there is a file system in it.")
    private boolean isForced;

    /** Made by picocli, which fills the fields. */
    public MakeCommand() {}

    @Override
    String disk() {
        return disk;
    }

    private ArfSizes sizes(long room) {
        try {
            ArfSizes usual = ArfSizes.of(room);
            ArfSizes sizes = inodes == null ? usual
                : new ArfSizes(inodes, usual.journalBytes(), usual.clients(), usual.stagingBytes());
            sizes.checkFits(room);
            return sizes;
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage(), e);
        }
    }

    @Override
    int onFile(Path file) {
        if (Files.exists(file)) {
            throw wrong(shown(file) + " is there already: remove it, or choose another name");
        }
        long room = bytes == null ? DEFAULT_BYTES : bytes;
        ArfSizes sizes = sizes(room);
        try (FileArea area = FileArea.make(file, room)) {
            area.use(() -> make(sizes, area));
        } catch (IOException e) {
            throw wrong(shown(file) + " cannot be made: " + text(e), e);
        }
        return 0;
    }

    @Override
    int onArea(RemoteServer server, RemoteArea area) {
        if (bytes != null) {
            throw wrong("--size is of a file: leave it away, " + shown(disk) + " has " + area.length() + " bytes");
        }
        if (!isForced && ArfVolume.isBeginning(server.read(area, 0, (int) Math.min(Long.BYTES, area.length())))) {
            throw wrong(shown(disk) + " has a file system already: say --force if it may be lost");
        }
        make(sizes(area.length()), new RemoteBytes(server, area));
        return 0;
    }

    private void make(ArfSizes sizes, Area area) {
        sizes.make(area, TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
        out().println("made " + shown(disk) + ": " + area.length() / BLOCK_BYTES + " blocks, " + sizes.inodes() + " inodes");
    }
}
