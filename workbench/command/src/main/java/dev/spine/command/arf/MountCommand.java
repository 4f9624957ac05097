package dev.spine.command.arf;

import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.fuse.FuseMount;
import dev.spine.device.os.fuse.FuseSession;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import dev.spine.extension.ardma.host.arf.FileArea;
import dev.spine.extension.ardma.host.arf.LocalPlacement;
import dev.spine.system.ending.Interruption;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code spine arf mount}: shows a file system at a directory, for programs that know nothing of it. The command's thread. */
@Command(
    name = "mount",
    description = "Shows a file system at an empty directory, until it is unmounted (umount DIRECTORY) or at Ctrl-C. It needs Linux 5.4 and"
        + " /dev/fuse, and root or a namespace of the user's own. Permissions count; all files are the user's who mounts, and cannot be"
        + " given to others.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:unmounted", "2:the user must change something; one line says what", "130:interrupted, and unmounted"},
    footer = {
        "  spine arf mount disk.arf /mnt",
        "  spine arf mount ardma://127.0.0.1:7000/files /mnt",
        "  unshare --user --map-root-user --mount     a shell in which a user may mount, too"
    })
public final class MountCommand extends DiskVerb {
    private static final int MAX_WRITTEN = 1 << 18;
    /** Nobody else changes a file's file system. */
    private static final long VALID_SECONDS = 3_600;

    @Mixin
    private FormOption form = new FormOption();

    @Parameters(index = "0", paramLabel = "DISK", description = DISK)
    private String disk = "";

    @Parameters(index = "1", paramLabel = "DIRECTORY", description = "An empty directory.")
    private @Nullable Path directory;

    /** Made by picocli, which fills the fields. */
    public MountCommand() {}

    @Override
    String disk() {
        return disk;
    }

    @Override
    int onFile(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !ArfVolume.isBeginning(beginning(file))) {
            throw wrong(shown(file) + " is no file with an ARF: make one with spine arf mkfs");
        }
        try (FileArea area = FileArea.open(file);
                ArfVolume volume = ArfVolume.open(new LocalPlacement(area), InstantSource.system())) {
            return show(volume, VALID_SECONDS);
        }
    }

    private static byte[] beginning(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(Long.BYTES);
        }
    }

    @Override
    int onArea(RemoteServer server, RemoteArea area) throws IOException {
        try (ArfVolume volume = form.share(server, area)) {
            return show(volume, 0);
        }
    }

    private int show(ArfVolume volume, long validSeconds) throws IOException {
        Path place = Objects.requireNonNull(directory);
        try (Interruption interruption = Interruption.watch();
                MountedVolume files = new MountedVolume(volume);
                FuseMount mount = interruption.opens(() -> FuseMount.at(place, disk, MAX_WRITTEN))) {
            interruption.calls(() -> Thread.ofPlatform().daemon().name("unmount").start(mount::unmount));
            out().println(shown(place) + " shows " + shown(disk) + " until umount " + shown(place) + " or Ctrl-C");
            out().flush();
            new FuseSession(mount, files, validSeconds).run();
            if (!interruption.isRequested() && mount.isSeen()) {
                throw wrong("the kernel has ended the connection of " + shown(place) + ": who had files open there has lost them;"
                    + " mount again");
            }
            return interruption.exitCode(0);
        } catch (SystemCallException e) {
            throw wrong(e.getMessage(), e);
        }
    }
}
