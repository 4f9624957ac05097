package dev.spine.command.arf;

import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteBytes;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.arf.ArfCheck;
import dev.spine.extension.ardma.host.arf.ArfFaultException;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import dev.spine.extension.ardma.host.arf.FileArea;
import dev.spine.extension.ardma.host.arf.nio.ArfFileSystemProvider;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code spine arf fsck}: checks a file system. The command's thread. */
@Command(
    name = "fsck",
    description = "Brings to its end what a crash has left of a change, and looks for everything that does not fit.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:clean", "1:damaged; a line for each finding", "2:the user must change something; one line says what"},
    footer = {
        "  spine arf fsck disk.arf",
        "  spine arf fsck ardma://127.0.0.1:7000/files"
    })
public final class CheckCommand extends DiskVerb {
    @Parameters(index = "0", paramLabel = "DISK", description = DISK + " Nobody changes it meanwhile.")
    private String disk = "";

    /** Made by picocli, which fills the fields. */
    public CheckCommand() {}

    @Override
    String disk() {
        return disk;
    }

    @Override
    int onFile(Path file) throws IOException {
        boolean isRecovered = true;
        try (FileSystem files = new ArfFileSystemProvider().newFileSystem(file, Map.of())) {
            // That recovers it.
            isRecovered = files.isOpen();
        } catch (UnsupportedOperationException e) {
            throw wrong(shown(file) + " is no file with an ARF: make one with spine arf mkfs", e);
        } catch (ArfFaultException _) {
            isRecovered = unrecovered();
        }
        try (FileArea area = FileArea.open(file)) {
            List<String> found = new ArrayList<>();
            area.use(() -> found.addAll(ArfCheck.of(area)));
            return tell(found, isRecovered);
        }
    }

    @Override
    int onArea(RemoteServer server, RemoteArea area) throws IOException {
        boolean isRecovered = true;
        try (ArfVolume volume = new FormOption().share(server, area)) {
            // Waits for who has the lock; a client that has died with it loses it.
            volume.totals();
        } catch (ArfFaultException _) {
            isRecovered = unrecovered();
        }
        return tell(ArfCheck.of(new RemoteBytes(server, area)), isRecovered);
    }

    private boolean unrecovered() {
        out().println("a change that a crash has left cannot be brought to its end");
        return false;
    }

    private int tell(List<String> found, boolean isRecovered) {
        found.forEach(out()::println);
        out().println(found.isEmpty() ? "clean" : "damaged: copy what is needed by spine arf get, and make a new one");
        return found.isEmpty() && isRecovered ? 0 : 1;
    }
}
